/** Why it happened: the facts, each leading to its step, beside the wait-for graph or the two accesses of a race. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AccessData, FactData } from "../../report/pages/finding-data.ts";
import { GraphView } from "../shared/graph-view.tsx";
import { Tokens, useJavaLines } from "../shared/source-view.tsx";
import { useFinding } from "./context.ts";
import { SourceAround } from "./inspector.tsx";
import { indentOf, unindented } from "./line-in-context.tsx";
import { ThreadBadge } from "./thread-badge.tsx";
import { waitGraph, waitLines } from "./wait-graph.ts";
import "./why-panel.css";

export function WhyPanel(): JSX.Element | null {
  const { story } = useFinding();
  const { why, waits, accesses, details, kind } = story.finding;
  const exception = kind in TITLES;
  const hasPicture = waits.length > 0 || accesses.length > 0;
  if (why === null && !hasPicture && details.length === 0) return null;
  return (
    <section class={`card why${waits.length > 0 ? " with-graph" : ""}`} aria-labelledby="why-title">
      <div class="why-facts">
        <h2 id="why-title">{why === null ? (TITLES[kind] ?? "Details") : "Why"}</h2>
        {why === null ? <Details /> : <p class="why-heading">{story.sentence(why.heading)}</p>}
        {why === null || accesses.length > 0 ? null : (
          <ol class="facts">
            {why.facts.map((fact, i) => (
              <Fact key={i} fact={fact} />
            ))}
          </ol>
        )}
        {why !== null && exception && details.length > 0 ? (
          <details class="stack">
            <summary>Stack trace</summary>
            <Details />
          </details>
        ) : null}
      </div>
      {waits.length === 0 ? null : <WaitGraph />}
      {accesses.length === 0 ? null : (
        <div class="accesses">
          {accesses.map((access, i) => (
            <Access key={i} access={access} />
          ))}
        </div>
      )}
    </section>
  );
}

/** What the details of a violation without an explanation are. */
const TITLES: Readonly<Record<string, string>> = { uncaught: "Where it was thrown" };

/** What the terminal says below the verdict. */
function Details(): JSX.Element {
  const { details } = useFinding().story.finding;
  return (
    <ul class="facts">
      {details.map((line) => (
        <li key={line} class="mono">
          {line}
        </li>
      ))}
    </ul>
  );
}

function Fact({ fact }: { readonly fact: FactData }): JSX.Element {
  const { story, stop, goTo } = useFinding();
  const { text, row, frame, lane } = fact;
  // What no row shows is how things stand at the end.
  const target = row >= 0 ? row : story.stops - 1;
  const at = story.frame(frame);
  const name = lane < 0 ? "" : story.thread(lane);
  const rest = text.startsWith(`${name} `) ? text.slice(name.length) : ` ${text}`;
  return (
    <li>
      <button
        type="button"
        class="fact"
        aria-current={stop === target ? "step" : undefined}
        onClick={() => goTo(target)}
      >
        <span class="fact-step">{row < 0 ? "end" : story.row(row)?.number}</span>
        <span class="fact-text">
          {lane < 0 ? null : <ThreadBadge lane={lane} />}
          {rest}
        </span>
        {at === null ? null : (
          <span class="fact-place">
            <span class="faint">
              {fact.chain === null ? at.place : `${at.place} in ${fact.chain}`}
            </span>{" "}
            <OneLine fact={fact} />
          </span>
        )}
      </button>
    </li>
  );
}

function OneLine({ fact }: { readonly fact: FactData }): JSX.Element | null {
  const { story, sources } = useFinding();
  const frame = story.frame(fact.frame);
  const file = frame === null ? null : sources.file(frame);
  const lines = useJavaLines(file?.text ?? "");
  const line = frame === null || file === null ? undefined : lines[frame.line - 1];
  if (line === undefined) return null;
  return <Tokens line={unindented(line, indentOf(line))} />;
}

function WaitGraph(): JSX.Element {
  const { finding } = useFinding().story;
  const graph = useMemo(() => waitGraph(finding), [finding]);
  const lines = useMemo(() => waitLines(finding), [finding]);
  return (
    <div class="why-graph">
      <h3>Who waits for whom</h3>
      <GraphView graph={graph} label="Who waits for whom" lines={lines} />
    </div>
  );
}

function Access({ access }: { readonly access: AccessData }): JSX.Element {
  const { story } = useFinding();
  const { lane, kind, target, frame, chain, locks } = access;
  const at = story.frame(frame);
  return (
    <article class="access">
      <p>
        <ThreadBadge lane={lane} /> <strong>{kind}s</strong> <code>{target}</code>
      </p>
      {chain === null ? null : <p class="soft mono">{chain}</p>}
      <p class="soft">holding {locks.length === 0 ? "no lock" : locks.join(", ")}</p>
      {at === null ? null : <SourceAround frame={at} around={3} />}
    </article>
  );
}
