/** The sections about the search besides its totals: each takes from the report what it shows. */
import type { JSX } from "preact";
import type { SearchSection } from "../search-sections.ts";
import { AdviceCard } from "./advice.tsx";
import { GrowthCard } from "./growth.tsx";
import { HeatMap } from "./heat-map.tsx";
import { OverTime } from "./over-time.tsx";
import { ReductionsCard } from "./reductions.tsx";
import "./sections.css";
import { StateGraphCard } from "./state-graph.tsx";

type SectionProps = Parameters<SearchSection>[0];

/** Of a violation, the page itself says how to go on. */
export const AdviceSection = ({ data: { report } }: SectionProps): JSX.Element | null =>
  report === null || report.verdict === "violated" ? null : <AdviceCard report={report} />;

export const GrowthSection = ({ data: { report } }: SectionProps): JSX.Element | null =>
  report === null ? null : <GrowthCard growth={report.exploration.growth} />;

export const OverTimeSection = ({ data: { report } }: SectionProps): JSX.Element | null =>
  report === null ? null : <OverTime samples={report.exploration.samples} />;

export const HeatMapSection = ({ data: { report, sources } }: SectionProps): JSX.Element | null =>
  report === null ? null : (
    <HeatMap
      survey={report.exploration.survey}
      sources={sources}
      isWalk={report.search.walk !== null}
    />
  );

export const StateGraphSection = ({ data: { report } }: SectionProps): JSX.Element | null =>
  report?.exploration.graph === undefined ? null : (
    <StateGraphCard graph={report.exploration.graph} />
  );

export const ReductionsSection = ({ data: { report } }: SectionProps): JSX.Element | null =>
  report === null ? null : (
    <ReductionsCard effects={report.exploration.reductions} isWalk={report.search.walk !== null} />
  );
