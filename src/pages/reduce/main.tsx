/** The page of `reduce --html`. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { count } from "../../core/numbers.ts";
import type {
  PagePredicate,
  PageReduction,
  ReducePageData,
} from "../../report/pages/reduce-data.ts";
import { Banner, type Tone } from "../shared/banner.tsx";
import { Provenance } from "../shared/provenance.tsx";
import { startPage } from "../shared/start-page.tsx";
import "../shared/tools.css";
import { Program } from "./program.tsx";
import { Progress } from "./progress.tsx";
import "./reduce.css";
import { Removed } from "./removed.tsx";
import { shareText } from "./sizes.ts";

startPage((text) => {
  const data: ReducePageData = JSON.parse(text);
  return <ReducePage data={data} />;
});

function ReducePage({ data }: { readonly data: ReducePageData }): JSX.Element {
  const [chosen, setChosen] = useState(0);
  const { results, provenance, predicate } = data;
  const result = results[chosen];
  return (
    <main class="page">
      <Head data={data} result={result} />
      {results.length < 2 ? null : (
        <label class="field">
          <span>Failure</span>
          <select
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {results.map(({ failure, path }, i) => (
              <option key={path} value={String(i)}>
                {i + 1}: {failure ?? path}
              </option>
            ))}
          </select>
        </label>
      )}
      {result === undefined ? null : <Reduction key={result.path} result={result} />}
      <section class="card">
        <h2>Predicate</h2>
        <Predicate predicate={predicate} />
        <h2 class="reduce-again">To repeat it</h2>
        <Provenance provenance={provenance} facts={[["Strategy", data.strategy]]} />
      </section>
    </main>
  );
}

interface HeadProps {
  readonly data: ReducePageData;
  readonly result: PageReduction | undefined;
}

function Head({ data, result }: HeadProps): JSX.Element {
  const isStopped = result === undefined || result.stopped !== null;
  const tone: Tone = isStopped ? "warn" : "good";
  const word = result === undefined ? "not begun" : isStopped ? "stopped early" : "reduced";
  return (
    <Banner
      tone={tone}
      word={word}
      title={result === undefined ? "Nothing was reduced." : titleOf(result)}
      about={
        <code>
          <bdi>{data.input}</bdi>
        </code>
      }
    >
      {data.limit === null ? null : <p>It was stopped before the reduction began: {data.limit}.</p>}
      {result?.failure === undefined || result.failure === null ? null : (
        <p>
          <span class="soft">The failure that stayed: </span>
          <bdi class="mono reduce-failure">{result.failure}</bdi>
        </p>
      )}
      {result?.warnings.map((line) => (
        <p key={line} class="reduce-warning">
          <bdi>{line}</bdi>
        </p>
      ))}
    </Banner>
  );
}

const titleOf = ({ bytes, inputBytes, classes, inputClasses }: PageReduction): string =>
  `${count(bytes)} of ${count(inputBytes)} bytes (${shareText(bytes, inputBytes)}) and ${count(classes)} of ${count(inputClasses)} classes are left`;

const Reduction = ({ result }: { readonly result: PageReduction }): JSX.Element => (
  <>
    <section class="card">
      <h2>How it went</h2>
      <Totals result={result} />
      <Progress history={result.history} />
    </section>
    <Removed result={result} />
    <Program result={result} />
  </>
);

function Totals({ result }: { readonly result: PageReduction }): JSX.Element {
  const { history, counts, runs, seconds } = result;
  const { outcomes, questions, remembered, improvements, earlierRuns } = history;
  const facts: readonly (readonly [string, string, string])[] = [
    ["Time", `${seconds.toFixed(1)} s`, ""],
    ["Runs", count(runs), earlierRuns === 0 ? "" : `${count(earlierRuns)} before --resume`],
    ["Still failed", count(outcomes.interesting), "candidates that still showed the failure"],
    ["Did not fail", count(outcomes.boring), ""],
    ["Timed out", count(outcomes["timed-out"]), ""],
    ["Improvements", count(improvements), "how often the best became smaller"],
    ["Questions", count(questions), ""],
    ["From memory", count(remembered), "questions whose answer was known"],
    ["On a guess", count(counts.foreseen), "runs that were started before their question came"],
    ["Given up", count(counts.abandoned), "runs on a guess whose runner was needed"],
  ];
  return (
    <dl class="facts reduce-facts">
      {facts.map(([name, value, about]) => (
        <div key={name} title={about === "" ? undefined : about}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS: Readonly<Record<PagePredicate["kind"], string>> = {
  command: "A command",
  check: "deadwood check of",
  difference: "A difference that deadwood fuzz has saved",
};

const Predicate = ({ predicate }: { readonly predicate: PagePredicate }): JSX.Element => (
  <div class="reduce-predicate">
    <p>
      {KINDS[predicate.kind]}{" "}
      {predicate.words.length === 0 ? null : (
        <code>
          <bdi>{predicate.words.join(" ")}</bdi>
        </code>
      )}
    </p>
    <ul class="soft">
      {predicate.demands.map((demand) => (
        <li key={demand}>{demand}</li>
      ))}
    </ul>
  </div>
);
