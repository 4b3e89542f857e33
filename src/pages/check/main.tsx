/** The page of `check --html` and `replay --html`. */
import type { JSX } from "preact";
import type { CheckPageData } from "../../report/pages/check-data.ts";
import { Banner, type Tone } from "../shared/banner.tsx";
import { startPage } from "../shared/start-page.tsx";
import { ExplorationSections } from "./exploration/sections.tsx";

const TONES: Readonly<Record<CheckPageData["report"]["verdict"], Tone>> = {
  safe: "good",
  violated: "bad",
  incomplete: "warn",
};

startPage((text) => {
  const data: CheckPageData = JSON.parse(text);
  return <CheckPage {...data} />;
});

const CheckPage = ({ report, headline, sources }: CheckPageData): JSX.Element => (
  <main class="page">
    <Banner
      tone={TONES[report.verdict]}
      word={report.verdict}
      title={headline}
      about={<code>{[report.program.main, ...report.program.args].join(" ")}</code>}
    />
    <ExplorationSections report={report} sources={sources} />
  </main>
);
