/** What the parts of the page of a comparison ask of its data. */

import { DASH, FIGURE_TEXTS, percentText } from "../../report/numbers.ts";
import type { ComparePageData, PageProgram, PageResult } from "../../report/pages/compare-data.ts";

export const nameOf = ({ label, name }: PageProgram): string =>
  label === null || name.split(" ")[0] === label ? name : `${label}: ${name}`;

export const figureText = (
  data: ComparePageData,
  result: PageResult | null,
  column: number,
): string => {
  const unit = data.columns[column]?.unit ?? "count";
  const text = FIGURE_TEXTS[unit](result?.figures?.[column]);
  return text === DASH ? text : `${text}${UNITS[data.columns[column]?.name ?? ""] ?? ""}`;
};

/** What stands behind a figure where its heading is not near. */
const UNITS: Readonly<Record<string, string>> = {
  cpuSeconds: " s",
  wallSeconds: " s",
  searchCpuSeconds: " s",
  analysisCpuSeconds: " s",
  analysisWallSeconds: " s",
  storeBytes: " MB",
  vectorsBytes: " MB",
  dvaBytes: " MB",
  peakMemoryBytes: " MB",
  vectorBytes: " B",
  compressedBytes: " B",
  dvaBytesPerState: " B",
};

const TIMES: ReadonlySet<string> = new Set(["cpuSeconds"]);

/** The times of all rounds are within those of the base, or overlap: the difference may be chance. */
export function isWithinSpread(
  data: ComparePageData,
  program: PageProgram,
  configuration: number,
  column: number,
): boolean {
  if (configuration === data.base || !TIMES.has(data.columns[column]?.name ?? "")) return false;
  const own = program.results[configuration]?.cpuRange ?? null;
  const base = program.results[data.base]?.cpuRange ?? null;
  if (own === null || base === null || data.rounds < 2) return false;
  return own[0] <= base[1] && base[0] <= own[1];
}

export const verdictOf = (result: PageResult | null): string => {
  if (result === null) return DASH;
  if (result.outcome === "safe") return result.isComplete ? "safe" : "safe?";
  return result.outcome;
};

/** The verdict of a program: that of all configurations if they agree. */
export function commonVerdict({ results }: PageProgram): string {
  const verdicts = new Set(results.flatMap((each) => (each === null ? [] : [each.outcome])));
  if (verdicts.size === 0) return "not measured";
  return verdicts.size === 1 ? ([...verdicts][0] ?? "") : [...verdicts].toSorted().join(" / ");
}

export const hasProblem = ({ problems }: PageProgram, ...kinds: readonly string[]): boolean =>
  problems.some(({ kind }) => kinds.includes(kind));

/** The notes that stand above a copied table. */
export function measureNotes(data: ComparePageData, what: string): string[] {
  const { provenance, rounds, configurations, base } = data;
  const { machine, version, date } = provenance;
  return [
    what,
    `medians of ${rounds} rounds; percentages are relative to ${configurations[base]?.name ?? ""}`,
    `Deadwood ${version}, ${machine.cpu}, Node ${machine.node}, ${date}`,
    provenance.command,
  ];
}

export { percentText };
