/**
 * The configurations that `deadwood compare` knows by name. Each stands for some options of
 * `deadwood check`; "+" combines several: "private-final+exact".
 */
import { BadUsageError } from "../core/errors.ts";
import { DVR_KINDS, dvrWith, formatReductions } from "../liveness/reductions.ts";
import type { ConfigurationEntry } from "./comparison.ts";

/** Percentages are against this one, if it is among the configurations. */
export const BASE = "none";

/** To add a configuration, add a line. */
const CHECK_CONFIGURATIONS: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([
  // The named dead-variable reductions; the first one is none, with everything else as in a plain check.
  ...DVR_KINDS.map((kind) => [kind, ["--dvr", kind]] as const),
  ["faint", ["--dvr", formatReductions(dvrWith("faint"))]],
  // All reductions, as long as they pay off.
  ["auto", ["--dvr", "full", "--dvr-effort", "auto"]],
  // The thesis's setting: objects are identified by when they were allocated.
  ["as-allocated", ["--heap-order", "as-allocated"]],
  // Shows the effect of liveness on cycles of states.
  ["dynamic-acyclic", ["--dvr", formatReductions(dvrWith("local", "acyclic"))]],
  // Ever fewer partial-order reductions.
  ["no-sleep", ["--reduction", "private,final,discipline,threads"]],
  ["private-final", ["--reduction", "private,final"]],
  ["unreduced", ["--reduction", "none"]],
  // Stores.
  ["exact", ["--store", "exact"]],
  ["compact", ["--store", "compact"]],
  // Strategies.
  ["bfs", ["--search", "bfs"]],
]);

export const DEFAULT_CONFIGURATIONS = "none,local,hybrid,dynamic,full";

export const configurationNames = (): string[] => [...CHECK_CONFIGURATIONS.keys()];

/** `list`: names separated by commas. `own`: "name=options", from the command line. */
export function parseConfigurations(
  list: string | undefined,
  own: readonly string[],
): ConfigurationEntry[] {
  const defined = own.map(ownConfiguration);
  // If the user defines configurations, only those and the base are compared.
  const names = (list ?? (own.length > 0 ? BASE : DEFAULT_CONFIGURATIONS)).split(",");
  const all = [...names.map(namedConfiguration), ...defined];
  const seen = new Set<string>();
  for (const { name } of all) {
    if (seen.has(name)) throw new BadUsageError(`the configuration "${name}" is given twice`);
    seen.add(name);
  }
  return all;
}

function namedConfiguration(name: string): ConfigurationEntry {
  const options = name.split("+").flatMap((part) => {
    const known = CHECK_CONFIGURATIONS.get(part);
    if (known !== undefined) return known;
    throw new BadUsageError(`--configurations: unknown configuration "${part}"`, {
      hint: `Use ${configurationNames().join(", ")}, or combinations such as private-final+exact.`,
    });
  });
  return { name, options };
}

function ownConfiguration(text: string): ConfigurationEntry {
  const match = /^([^=\s]+)=(.*)$/.exec(text);
  if (match?.[1] === undefined) {
    throw new BadUsageError(`--configuration ${text} is not of the form name=options`, {
      hint: 'Write a name and options of deadwood check: --configuration "small=--heap 8m".',
    });
  }
  const options = (match[2] ?? "").split(/\s+/).filter((word) => word !== "");
  return { name: match[1], options };
}

/** "none" if it is among the configurations, else the first. */
export const baseOf = (configurations: readonly ConfigurationEntry[]): string =>
  configurations.find(({ name }) => name === BASE)?.name ?? configurations[0]?.name ?? BASE;
