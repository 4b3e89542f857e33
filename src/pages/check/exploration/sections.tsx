/** What a check knows about its search: the part of the page below the verdict, or below the schedule of a violation. */
import type { JSX } from "preact";
import type { CheckPageData } from "../../../report/pages/check-data.ts";
import { AdviceCard } from "./advice.tsx";
import { GrowthCard } from "./growth.tsx";
import { HeatMap } from "./heat-map.tsx";
import { ReductionsCard } from "./reductions.tsx";
import "./sections.css";
import { OverTime } from "./over-time.tsx";
import { StateGraphCard } from "./state-graph.tsx";
import { TotalsCard } from "./totals.tsx";

export function ExplorationSections({
  report,
  sources,
}: Pick<CheckPageData, "report" | "sources">): JSX.Element {
  const { exploration } = report;
  return (
    <>
      {report.verdict === "violated" ? null : <AdviceCard report={report} />}
      <GrowthCard growth={exploration.growth} />
      <div class="exploration-pair">
        <TotalsCard report={report} />
        <OverTime samples={exploration.samples} />
      </div>
      <HeatMap survey={exploration.survey} sources={sources} isWalk={report.search.walk !== null} />
      {exploration.graph === undefined ? null : <StateGraphCard graph={exploration.graph} />}
      <ReductionsCard effects={exploration.reductions} isWalk={report.search.walk !== null} />
    </>
  );
}
