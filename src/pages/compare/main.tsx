/** The page of `compare --html`. */
import type { JSX } from "preact";
import { plural } from "../../core/numbers.ts";
import type { ComparePageData } from "../../report/pages/compare-data.ts";
import { Banner } from "../shared/banner.tsx";
import { Provenance } from "../shared/provenance.tsx";
import { startPage } from "../shared/start-page.tsx";
import "../shared/tools.css";
import { Charts } from "./charts.tsx";
import "./compare.css";
import { Details } from "./details.tsx";
import { nameOf } from "./model.ts";
import { LoudProblems } from "./problems.tsx";
import { Results } from "./results.tsx";

startPage((text) => {
  const data: ComparePageData = JSON.parse(text);
  return <ComparePage data={data} />;
});

function ComparePage({ data }: { readonly data: ComparePageData }): JSX.Element {
  const { headline, programs, provenance } = data;
  const isOne = programs.length === 1;
  return (
    <main class="page">
      <Banner tone={headline.tone} word={headline.word} title={headline.text} about={aboutOf(data)}>
        {data.isInterrupted ? (
          <p>Stopped by Ctrl-C or a signal: this page shows what was measured until then.</p>
        ) : null}
      </Banner>
      <LoudProblems programs={programs} />
      {isOne ? <OneProgram data={data} /> : <ManyPrograms data={data} />}
      <Meanings data={data} />
      <section class="card">
        <h2>Measured</h2>
        <Provenance
          provenance={provenance}
          facts={[["Rounds", data.rounds === 1 ? "1" : `${data.rounds}; figures are medians`]]}
        />
      </section>
    </main>
  );
}

function aboutOf({ programs, configurations, base, rounds }: ComparePageData): JSX.Element {
  const [first] = programs;
  const medians = rounds === 1 ? "one round" : `medians of ${rounds} rounds`;
  return (
    <>
      {first !== undefined && programs.length === 1 ? (
        <code>
          <bdi>{nameOf(first)}</bdi>
        </code>
      ) : (
        plural(programs.length, "program")
      )}{" "}
      under {plural(configurations.length, "configuration")}, {medians}; percentages are relative to{" "}
      <b>{configurations[base]?.name}</b>
    </>
  );
}

const OneProgram = ({ data }: { readonly data: ComparePageData }): JSX.Element => (
  <section class="card">
    <h2>Figures</h2>
    <Details data={data} index={0} />
  </section>
);

function ManyPrograms({ data }: { readonly data: ComparePageData }): JSX.Element {
  return (
    <>
      <section class="card">
        <h2>Over all programs</h2>
        <p class="soft compare-lead">
          A bar is the geometric mean of the programs that are complete under every configuration,
          and a dot is a program. {data.wholePrograms} of {plural(data.programs.length, "program")}{" "}
          are complete.
        </p>
        <Charts data={data} program={null} />
      </section>
      <Results data={data} />
    </>
  );
}

function Meanings({ data }: { readonly data: ComparePageData }): JSX.Element {
  return (
    <section class="card">
      <h2>What the figures and configurations mean</h2>
      <div class="meanings">
        <div>
          <h3>Figures</h3>
          <dl class="meaning-list meaning-columns">
            {data.columns.map(({ name, title, about }) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{about}</dd>
              </div>
            ))}
            <div>
              <dt>≈</dt>
              <dd>
                the times of the rounds overlap with those of the base: the difference may be chance
              </dd>
            </div>
            <div>
              <dt>≥</dt>
              <dd>the search was not complete: a limit or its first violation ended it</dd>
            </div>
          </dl>
        </div>
        <div>
          <h3>Configurations</h3>
          <dl class="meaning-list">
            {data.configurations.map(({ name, options }) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <code>deadwood check {[...data.options, ...options].join(" ")}</code>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
