/** Traces, sessions of reductions and JSON files to be damaged, as the tool itself writes them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DIFFERENCE_FORMAT, DIFFERENCE_VERSION } from "../../../src/fuzz/saved-difference.ts";
import { type ClassSeed, writeFiles } from "./class-seeds.ts";
import {
  beginSession,
  fileKind,
  type Input,
  jarOf,
  type Kind,
  ROOT,
  reduceSession,
} from "./kinds.ts";
import type { Worker } from "./worker.ts";

const PATIENCE = { millis: 120_000, peakBytes: Number.MAX_SAFE_INTEGER };

/** An exception, a deadlock, one of each kind of choice, and a cycle. */
const VIOLATIONS: readonly (readonly string[])[] = [
  ["LostUpdate", "racy", "2", "1"],
  ["LostWakeup", "lost", "1"],
  ["QueensByChoice", "0", "2", "1"],
  ["SpinningWorkers", "hasty", "1", "2", "1"],
];

const TRACE_COMMANDS: readonly (readonly string[])[] = [
  ["replay", "--quiet", `${ROOT}/trace.json`],
  ["replay", "--step", `${ROOT}/trace.json`],
  ["explain", "--max-states", "100", "--quiet", "--step", "-1", `${ROOT}/trace.json`],
];

export async function traceKind(worker: Worker, scratch: string): Promise<Kind> {
  const intact: Input[] = [];
  for (const words of VIOLATIONS) {
    const file = join(scratch, "trace.json");
    await succeed(worker, ["check", "--quiet", "--trace", file, ...words]);
    const files = new Map([["trace.json", readFileSync(file)]]);
    intact.push(...TRACE_COMMANDS.map((argv) => ({ files, argv })));
  }
  return fileKind("trace", intact, /./);
}

export async function sessionKind(worker: Worker, scratch: string, seed: ClassSeed): Promise<Kind> {
  const root = join(scratch, "begun");
  mkdirSync(root, { recursive: true });
  writeFiles(root, new Map([["in.jar", jarOf(seed)]]));
  await succeed(worker, inRoot(beginSession(seed.main), root));
  rmSync(join(root, "out.jar"), { force: true });
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => [path, readFileSync(join(root, path))] as const);
  const intact = [{ files: new Map(files), argv: reduceSession(seed.main) }];
  return fileKind("session", intact, /^session/);
}

export function jsonKind({ classes }: ClassSeed): Kind {
  const set = [
    { program: "Hello", label: "one", expected: "safe" },
    { program: "LostUpdate", args: ["racy", "2", "1"], expected: "violated" },
  ];
  const difference = {
    format: DIFFERENCE_FORMAT,
    version: DIFFERENCE_VERSION,
    kind: "unrestricted",
    seed: 7,
    command: "deadwood fuzz",
    predicate: "deadwood fuzz",
    needsJdk: false,
    heapWords: 20_000,
    referenceStates: 200,
    states: 200,
    differences: [{ configuration: "default", kind: "outcomes", text: "1" }],
    reference: { isComplete: true, states: 3, outcomes: ["1"] },
    configurations: { default: { isComplete: true, states: 2, outcomes: [] } },
  };
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const saved = [...classes].map(([name, { bytes }]) => [`classes/${name}.class`, bytes] as const);
  const limits = ["--max-states", "50", "--max-seconds", "4"];
  const compare = ["compare", "--set", `${ROOT}/set.json`, "--configurations", "none"];
  const intact: Input[] = [
    {
      files: new Map([["set.json", json(set)]]),
      argv: [...compare, "--rounds", "1", "--quiet", ...limits],
    },
    {
      files: new Map<string, Uint8Array>([["difference.json", json(difference)], ...saved]),
      argv: ["fuzz", "--input", ROOT],
    },
  ];
  return fileKind("JSON", intact, /\.json$/);
}

export const inRoot = (argv: readonly string[], root: string): string[] =>
  argv.map((word) => word.replaceAll(ROOT, root));

async function succeed(worker: Worker, argv: readonly string[]): Promise<void> {
  const { outcome, bad, text } = await worker.run({ argv, directory: "/" }, PATIENCE);
  if (outcome !== "ran" || bad !== null) throw new Error(`${argv.join(" ")}: ${outcome}\n${text}`);
}
