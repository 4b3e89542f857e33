/** Small reports to print. */
import type { CheckReport, ReportedViolation } from "../../../../src/check/check-report.ts";
import type {
  Operation,
  OperationKind,
  Place,
  TraceStep,
} from "../../../../src/search/trace/trace.ts";

export const place = (line: number, more: Partial<Place> = {}): Place => ({
  method: "p.Main.run",
  file: "Main.java",
  line,
  isHelper: false,
  callers: [],
  library: null,
  isProgram: true,
  ...more,
});

export const operation = (
  kind: OperationKind,
  target: string,
  value: string | null,
  at: Place = place(1),
  before: string | null = null,
): Operation => ({ kind, target, value, before, place: at });

export const step = (
  lane: number,
  operations: readonly Operation[],
  more: Partial<TraceStep> = {},
): TraceStep => ({
  thread: lane,
  choice: -1,
  lane,
  place: place(1),
  operations,
  omitted: 0,
  isPreemption: false,
  holds: [],
  awaits: null,
  ...more,
});

export const violation = (
  steps: readonly TraceStep[],
  threads: readonly string[],
  more: Partial<ReportedViolation> = {},
): ReportedViolation => ({
  kind: "deadlock",
  message: "deadlock: no thread can continue",
  details: [],
  preemptions: 0,
  switches: 0,
  simplicity: "simplest",
  cycle: 0,
  exception: null,
  evidence: [],
  trace: { threads, steps, waits: [], cycle: [], pending: [], why: null },
  ...more,
});

/** A check in a folder of its repository. */
export const PLACE = { directory: "/repository/app", root: "/repository" };

export const report = (more: Partial<CheckReport> = {}): CheckReport => ({
  format: "deadwood-check-report",
  version: 1,
  program: { main: "p.Main", args: ["<a>", '"b"'], classPath: "." },
  verdict: "safe",
  limit: null,
  search: {
    strategy: "dfs",
    properties: { deadlock: true, endless: true, uncaught: true, unreleased: false },
    checked: ["deadlock", "uncaught", "endless", "race"],
    spuriousWakeups: false,
    assumesFixed: false,
    reductions: [],
    dvr: "none",
    heapOrder: "canonical",
    library: "model",
    treeBytes: null,
    walk: null,
  },
  violations: [],
  sources: [],
  races: [],
  hasMoreRaces: false,
  exitCodes: [0],
  totals: {
    states: 12_345,
    matched: 1,
    transitions: 2,
    maxDepth: 3,
    ends: 4,
    instructions: 5,
    maxThreads: 6,
    statesPerSecond: 7000,
    restarts: 0,
    storeBytes: 8,
    bytesPerState: 13.33,
    wordsPerState: 20.55,
    compressedWordsPerState: 10.25,
    peakMemoryBytes: 100 * 2 ** 20,
    cpuSeconds: 2.5,
    wallSeconds: 2,
    searchCpuSeconds: 2.25,
  },
  store: { kind: "compact", mergeProbability: 0 },
  seconds: { boot: 0.5, search: 1.25, replay: 0 },
  exploration: {
    samples: [],
    survey: { isExact: true, lines: [] },
    reductions: [],
    frontier: null,
    growth: null,
  },
  howFar: null,
  advice: [],
  approximations: [],
  fixedValues: [],
  ...more,
});
