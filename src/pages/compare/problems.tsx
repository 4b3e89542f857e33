/** What is wrong with a comparison. A reduction that changes a verdict is unsound, and nothing is more important. */
import type { JSX } from "preact";
import type { ComparePageData, PageProgram } from "../../report/pages/compare-data.ts";
import { nameOf } from "./model.ts";

const TITLES: Readonly<Record<PageProgram["problems"][number]["kind"], string>> = {
  disagreement: "Disagreement",
  unsteady: "Unsteady",
  error: "Error",
  incomplete: "Incomplete",
  note: "Note",
};

export function ProblemList({ problems }: Pick<PageProgram, "problems">): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <ul class="problems" role="list">
      {problems.map(({ kind, text }) => (
        <li key={text} class={`problem problem-${kind}`}>
          <strong>{TITLES[kind]}</strong> <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

const LOUD: ReadonlySet<string> = new Set(["disagreement", "unsteady", "error"]);

/** Those of all programs that must not be overlooked. */
export function LoudProblems({ programs }: Pick<ComparePageData, "programs">): JSX.Element | null {
  const loud = programs.flatMap((program) =>
    program.problems
      .filter(({ kind }) => LOUD.has(kind))
      .map((problem) => ({ ...problem, name: nameOf(program) })),
  );
  if (loud.length === 0) return null;
  const isUnsound = loud.some(({ kind }) => kind === "disagreement");
  return (
    <section class="card problem-card" role="alert">
      <h2>{isUnsound ? "Verdicts disagree" : "Problems"}</h2>
      {isUnsound ? (
        <p>Configurations may differ in cost but never in what they find. Please report this.</p>
      ) : null}
      <ul class="problems" role="list">
        {loud.map(({ kind, name, text }) => (
          <li key={name + text} class={`problem problem-${kind}`}>
            <strong>{TITLES[kind]}</strong> <bdi class="mono">{name}</bdi>: <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
