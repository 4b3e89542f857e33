/** `deadwood check`: explores every schedule of a program. */

import { totalmem } from "node:os";
import type { Command } from "commander";
import { loadBulkHash } from "../../core/bulk-hash.ts";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { LaunchableProgram } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import { formatReductions } from "../../liveness/reductions.ts";
import {
  type CheckReport,
  REPORT_FORMAT,
  REPORT_VERSION,
  type Totals,
  type Verdict,
} from "../../report/check/check-report.ts";
import { StateGraph } from "../../report/check/dot.ts";
import type { DvrReport } from "../../report/check/dvr-report.ts";
import { junitXml } from "../../report/check/junit.ts";
import { sarifLog } from "../../report/check/sarif.ts";
import { omissionText, reportLines, verdictLine } from "../../report/check/text.ts";
import type { TraceFile } from "../../report/check/trace-file.ts";
import { violationOf } from "../../search/properties/data-race.ts";
import type { PropertySettings } from "../../search/properties/property.ts";
import { violationIdentity } from "../../search/properties/violation.ts";
import type { Search, SearchCounts } from "../../search/search.ts";
import type { StateStore } from "../../state/stores/store.ts";
import type { Console } from "../../vm/machine-options.ts";
import type { Host } from "../host.ts";
import { parseCount, parseSize } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, launchOptions, type ProgramOptions } from "../program-options.ts";
import { addPropertyOptions, type PropertyOptions, propertySettings } from "../property-options.ts";
import { reproduce, reproduceRaces } from "../reproduce.ts";
import { type Found, runSearch } from "../search-loop.ts";
import {
  addSearchOptions,
  parseReductions,
  type SearchOptions,
  type SearchPlan,
  type Stopwatch,
  searchPlan,
  startSearch,
} from "../search-options.ts";
import { addStoreOptions, type StoreOptions, storeMaker } from "../store-options.ts";
import { WatchedProperties } from "../watched-properties.ts";

interface CheckOptions extends ProgramOptions, PropertyOptions, SearchOptions, StoreOptions {
  readonly maxStates?: string;
  readonly maxDepth?: string;
  readonly maxSeconds?: string;
  readonly memory?: string;
  readonly allErrors?: boolean;
  readonly minimize?: boolean;
  readonly output: string;
  readonly json?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly dot?: string;
  readonly trace?: string;
  readonly quiet?: boolean;
}

/** States drawn at most. */
const MAX_NODES = 2000;
/** Different violations collected at most. */
const MAX_VIOLATIONS = 100;
const MEMORY_RANGE = { least: "64m", most: "1024g" };
/** Of the machine's memory, when the user does not say. */
const MEMORY_SHARE = 0.75;
/** For a report that goes to a file or a pipe. */
const PLAIN_WIDTH = 120;

export function addCheckCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = program
    .command("check")
    .description("explore every schedule and every choice of a Java program")
    .argument(
      "[program...]",
      "main class, .class or .java file or bundled program, and its arguments",
    );
  addStoreOptions(addSearchOptions(addPropertyOptions(addProgramOptions(command))))
    .option("--max-states <count>", "give up after so many states")
    .option("--max-depth <count>", "follow no schedule further than so many steps")
    .option("--max-seconds <seconds>", "give up after so much time")
    .option(
      "--memory <size>",
      "give up when the process takes so much (default: 3/4 of all there is)",
    )
    .option("--all-errors", "go on after a violation and collect different ones")
    .option(
      "--minimize",
      "look for a schedule with fewer preemptions: all with none, then one, two … (bounded effort)",
    )
    .option("--output <show|hide>", "what the program prints while it is explored", "hide")
    .option("--json <file>", "write the report as JSON")
    .option("--junit <file>", "write the report as JUnit XML")
    .option("--sarif <file>", "write the report as SARIF")
    .option("--dot <file>", `draw the states as a Graphviz graph (the first ${MAX_NODES})`)
    .option("--trace <file>", "write the schedule of the (first) violation, for `deadwood replay`")
    .option("--quiet", "print the verdict only")
    .passThroughOptions()
    .action(async (words: string[], options: CheckOptions) => {
      done(await check(words, options, host));
    });
}

async function check(words: readonly string[], options: CheckOptions, host: Host): Promise<number> {
  const limits = {
    states: optionalCount("--max-states", options.maxStates),
    depth: optionalCount("--max-depth", options.maxDepth),
    seconds: parseSeconds(options.maxSeconds),
    memoryBytes:
      options.memory === undefined
        ? totalmem() * MEMORY_SHARE
        : parseSize("--memory", options.memory, MEMORY_RANGE),
    violations: options.allErrors === true ? MAX_VIOLATIONS : 1,
  };
  const newStore = storeMaker(options);
  if (options.output !== "show" && options.output !== "hide") {
    throw new BadUsageError(`--output ${options.output} is neither show nor hide`);
  }
  const plan = searchPlan(options);
  if (options.dot !== undefined && (plan.strategy === "random" || plan.strategy === "pct")) {
    throw new BadUsageError(`--dot goes with --search dfs or bfs, not with ${plan.strategy}`, {
      hint: "Random walks do not tell states apart.",
    });
  }
  for (const name of ["json", "junit", "sarif", "dot", "trace"] as const) {
    requireWritable(`--${name}`, options[name]);
  }
  const start = {
    ...launchOptions(words, options),
    spuriousWakeups: options.spuriousWakeups === true,
    assumesFixed: options.assumeFixed === true,
    reductions: parseReductions(options.reduction),
    toleratesUncaught: !options.uncaught,
  };
  const settings = propertySettings(options);
  // The depth-first search updates its fingerprints; the others hash each state as a whole.
  if (plan.strategy !== "dfs") await loadBulkHash();
  const program = new LaunchableProgram(start, host);
  try {
    return await explore(program, options, { plan, settings, limits, newStore }, host);
  } finally {
    program.close();
  }
}

interface Limits {
  readonly states: number;
  readonly depth: number;
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly violations: number;
}

interface Setup {
  readonly plan: SearchPlan;
  readonly settings: PropertySettings;
  readonly limits: Limits;
  readonly newStore: () => StateStore;
}

async function explore(
  program: LaunchableProgram,
  options: CheckOptions,
  { plan, settings, limits, newStore }: Setup,
  host: Host,
): Promise<number> {
  const begin = performance.now();
  const underWay: { search: Search | null; isAside: boolean } = { search: null, isAside: false };
  const shown: Console = {
    write(fd, bytes) {
      if (underWay.isAside || underWay.search?.isRepeating === true) return;
      host.streams.write(fd, bytes);
    },
    read: () => -1,
  };
  const console = options.output === "show" ? shown : SILENT;
  const started = program.start(console);
  const graph = options.dot === undefined ? null : new StateGraph(MAX_NODES);
  const booted = performance.now();
  const bootedCpu = cpuSeconds();
  const watched = new WatchedProperties(started, settings);
  const planned = startSearch(plan, started.machine, limits, {
    observer: graph,
    newStore,
    inspected: watched.properties,
    aside: (work) => {
      underWay.isAside = true;
      try {
        work();
      } finally {
        underWay.isAside = false;
      }
    },
  });
  const { search } = planned;
  underWay.search = search;
  const result = await runSearch(search, limits, host);
  const searched = performance.now();
  const searchCpuSeconds = cpuSeconds() - bootedCpu;
  const violations = withRaces(result.violations, watched, limits);
  const replayed = violations.map((violation) =>
    reproduce(program, violation, { settings, isMinimized: options.minimize === true }, host),
  );
  const races = reproduceRaces(program, watched.warnings);
  const finished = performance.now();
  const approximations = [...started.machine.approximations];
  const summary = search.describeStore();
  if (summary.kind === "bitstate") approximations.push(omissionText(summary));
  const heapNote = search.heapMargin?.note(search.counts.maxThreads) ?? null;
  if (heapNote !== null) approximations.push(heapNote);
  const fixedValues = [...started.machine.fixed.found.values()];
  const assumesFixed = program.options.assumesFixed ?? false;
  const isCovered = approximations.length === 0 && (assumesFixed || fixedValues.length === 0);
  const isExhaustive = result.limit === null && isCovered;
  const verdict: Verdict = replayed.length > 0 ? "violated" : isExhaustive ? "safe" : "incomplete";
  const report: CheckReport = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    program: {
      main: started.found.mainClass.replaceAll("/", "."),
      args: started.found.args,
      classPath: started.found.classPath,
    },
    verdict,
    limit: result.limit,
    search: {
      ...planned.report(),
      spuriousWakeups: program.options.spuriousWakeups ?? false,
      assumesFixed,
      reductions: program.options.reductions ?? [],
      library: program.options.library,
    },
    violations: replayed.map(({ reported }) => reported),
    races,
    hasMoreRaces: watched.hasMoreRaces,
    exitCodes: watched.exitCodes,
    totals: totalsOf(search.counts, (searched - booted) / 1000, searchCpuSeconds),
    store: summary,
    seconds: {
      boot: (booted - begin) / 1000,
      search: (searched - booted) / 1000,
      replay: (finished - searched) / 1000,
    },
    approximations,
    fixedValues,
    ...(plan.dvr.size === 0 ? {} : { dvr: dvrReport(plan, planned.analysis, search.counts) }),
  };
  print(report, options, host);
  const files = new OutputFiles(host);
  write(report, replayed[0]?.file ?? null, graph, options, files);
  return files.exitCode(EXIT_CODES[verdict]);
}

const EXIT_CODES = {
  violated: ExitCode.violated,
  safe: ExitCode.safe,
  incomplete: ExitCode.incomplete,
} as const;

/** Sets of live fields are made once for each place in the code, and not counted; those of live cells are. */
const dvrReport = (
  { dvr, effort }: SearchPlan,
  analysis: Stopwatch,
  { dynamic, effortNotes = [] }: SearchCounts,
): DvrReport => ({
  kind: formatReductions(dvr),
  effort,
  notes: effortNotes,
  analysisCpuSeconds: analysis.cpuSeconds,
  analysisWallSeconds: analysis.wallSeconds,
  memoryBytes: dynamic?.patternBytes ?? null,
  liveCellsPerState:
    dynamic === undefined || dynamic.stored === 0 ? null : dynamic.liveCells / dynamic.stored,
});

/** Of several races in one state the search reports the first; with --all-errors the others count as well. */
function withRaces(
  found: readonly Found[],
  { racesAsErrors }: WatchedProperties,
  limits: Limits,
): Found[] {
  const known = new Set(found.map(violationIdentity));
  const others = racesAsErrors
    .map((race) => ({ ...violationOf(race), discipline: race.discipline }))
    .filter((violation) => !known.has(violationIdentity(violation)));
  return [...found, ...others].slice(0, limits.violations);
}

/** User and system time of this process, threads of the JavaScript engine included. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function totalsOf(searched: SearchCounts, seconds: number, searchCpuSeconds: number): Totals {
  const { schedules: _, effortNotes: __, ...counts } = searched;
  return {
    ...counts,
    statesPerSecond: Math.round(counts.states / Math.max(seconds, 1e-3)),
    bytesPerState: counts.storeBytes / Math.max(1, counts.states),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    cpuSeconds: cpuSeconds(),
    wallSeconds: process.uptime(),
    searchCpuSeconds,
  };
}

function write(
  report: CheckReport,
  trace: (() => TraceFile) | null,
  graph: StateGraph | null,
  options: CheckOptions,
  files: OutputFiles,
): void {
  files.json("--json", options.json, () => report);
  files.text("--junit", options.junit, () => junitXml(report));
  files.json("--sarif", options.sarif, () => sarifLog(report));
  if (graph !== null) files.text("--dot", options.dot, () => graph.toDot());
  if (trace !== null) files.json("--trace", options.trace, trace, 1);
}

function print(report: CheckReport, options: CheckOptions, host: Host): void {
  const lines =
    options.quiet === true
      ? [verdictLine(report)]
      : reportLines(report, host.terminalWidth ?? PLAIN_WIDTH);
  host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
}

const optionalCount = (option: string, text: string | undefined): number =>
  text === undefined ? Number.POSITIVE_INFINITY : parseCount(option, text);

function parseSeconds(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(seconds > 0)) {
    throw new BadUsageError(`--max-seconds ${text} is not a positive number`);
  }
  return seconds;
}
