/** The whole page: the verdict, the violation that is chosen, and what the search did. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { plural } from "../../core/numbers.ts";
import type { CheckPageData } from "../../report/pages/check-data.ts";
import type { FindingData } from "../../report/pages/finding-data.ts";
import { Banner, type Tone } from "../shared/banner.tsx";
import { Command } from "../shared/copy-button.tsx";
import { KeyHelp } from "../shared/key-help.tsx";
import "./check-page.css";
import { FindingView } from "./finding-view.tsx";
import { SaveSchedule } from "./save-schedule.tsx";
import { SEARCH_SECTIONS } from "./search-sections.ts";
import { Sources } from "./sources.ts";
import { KEYS } from "./stepper.tsx";

interface CheckPageProps {
  readonly data: CheckPageData;
}

const TONES: Readonly<Record<CheckPageData["verdict"], Tone>> = {
  safe: "good",
  violated: "bad",
  incomplete: "warn",
};

export function CheckPage({ data }: CheckPageProps): JSX.Element {
  const { findings } = data;
  // Warnings come after what the search did, unless the reader asks for one.
  const [chosen, choose] = useState(findings[0]?.role === "violation" ? 0 : -1);
  const sources = useMemo(() => new Sources(data.sources), [data]);
  const finding = findings[chosen];
  const isFirst = finding?.role === "violation";
  const sections = SEARCH_SECTIONS.map((Section, i) => <Section key={i} data={data} />);
  return (
    <main class="page">
      <Verdict data={data} finding={finding} />
      {isFirst ? null : sections}
      {findings.length > (isFirst ? 1 : 0) ? (
        <FindingList findings={findings} chosen={chosen} choose={choose} />
      ) : null}
      {finding === undefined ? null : (
        <FindingView key={chosen} finding={finding} sources={sources} />
      )}
      {isFirst ? sections : null}
    </main>
  );
}

interface VerdictProps extends CheckPageProps {
  readonly finding: FindingData | undefined;
}

function Verdict({ data, finding }: VerdictProps): JSX.Element {
  const { verdict, headline, subject, command, report } = data;
  const isViolation = finding?.role === "violation";
  const schedule = finding?.schedule ?? null;
  const replay = finding?.replay ?? (report === null ? command : null);
  const title = isViolation ? finding.message : headline.slice(headline.indexOf(":") + 2);
  return (
    <Banner
      tone={TONES[verdict]}
      word={verdict}
      title={sentenceCase(title)}
      about={<code>{subject}</code>}
      tools={<KeyHelp rows={KEYS} />}
    >
      {isViolation ? <FindingFacts finding={finding} /> : null}
      {replay === null ? null : (
        <div class="replay">
          <Command text={replay} />
          {schedule === null ? null : <SaveSchedule {...schedule} />}
        </div>
      )}
    </Banner>
  );
}

const FindingFacts = ({ finding }: { readonly finding: FindingData }): JSX.Element => (
  <p class="soft">
    {finding.rule === null ? "" : `${finding.rule} `}
    {sentenceCase(finding.summary)}.
  </p>
);

const sentenceCase = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

interface FindingListProps {
  readonly findings: readonly FindingData[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

function FindingList({ findings, chosen, choose }: FindingListProps): JSX.Element {
  const warnings = findings.filter(({ role }) => role === "warning").length;
  const violations = findings.length - warnings;
  const title = [
    ...(violations > 0 ? [plural(violations, "violation")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ].join(" and ");
  return (
    <nav class="card finding-list no-print" aria-label="Violations and warnings">
      <h2>{title}</h2>
      <ul>
        {findings.map(({ role, message }, i) => (
          <li key={i}>
            <button
              type="button"
              class={`finding ${role}`}
              aria-pressed={i === chosen}
              onClick={() => choose(i)}
            >
              <span class="finding-role">{role}</span> {message}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
