/**
 * Experiments: small Java programs of two or three threads that end in a
 * number, explored by the checker and by the reference search, and run many
 * times on a real JVM.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exploration, OutcomeTexts } from "../../../src/fuzz/outcomes/outcomes.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { STATIC_WORDS } from "../../../src/vm/memory/memory.ts";
import { compileJava, installedJdk } from "../java.ts";
import { machineOf } from "../machine.ts";

type Search = (
  m: ReturnType<typeof machineOf>["m"],
  limit: number,
  texts: OutcomeTexts,
) => Exploration;

export const experimentJdk = installedJdk;

/** Compiles all sources of some folders, into a new one. */
export function compileExperiments(folders: readonly string[]): string {
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  return compileJava(files, []).folder;
}

export interface Experiment {
  /** Name of its class. */
  readonly name: string;
  /** All that it can end in: a number, "deadlock", "exit 3", "uncaught java.lang.X". */
  readonly outcomes: readonly string[];
}

/** The experiments of a file, each with the outcomes that the comment in front of it states. */
export function readExperiments(file: string): Experiment[] {
  const outer = /(\w+)\.java$/.exec(file)![1]!;
  const pattern = /\/\/ Outcomes: (.*)\n\s*static final class (\w+) extends \w+/g;
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, outcomes, name]) => ({
    name: `${outer}$${name}`,
    outcomes: outcomes!.split(", ").toSorted(),
  }));
}

export interface Found {
  readonly outcomes: readonly string[];
  readonly isComplete: boolean;
}

/** What a search finds that an experiment can end in. */
export function exploreExperiment(
  name: string,
  classPath: string,
  search: Search,
  limit: number,
  reductions?: readonly Reduction[],
): Found {
  const { m } = machineOf({
    mainClass: "Once",
    args: [name],
    classPath,
    jdk: experimentJdk!.home,
    heapWords: ROOMY,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    ...(reductions === undefined ? {} : { reductions: new Set(reductions) }),
  });
  const result = m.fieldOffset("Once", "result");
  const { outcomes, isComplete } = search(m, limit, {
    end: ({ H }) => `${H[result]}`,
    deadlock: () => "",
  });
  return { outcomes: [...new Set([...outcomes].map(short))].toSorted(), isComplete };
}

/** Room for the guard of every static field in half of the heap. */
const ROOMY = STATIC_WORDS * 2;

function short(outcome: string): string {
  const uncaught = /uncaught exception: ([\w.]+)/.exec(outcome);
  if (uncaught !== null) return `uncaught ${uncaught[1]}`;
  return outcome;
}

/** The outcomes of many runs in one JVM, by name. Names may be marked as Often.java says. */
export function runOften(
  classPath: string,
  runs: number,
  names: readonly string[],
): Map<string, readonly string[]> {
  const seen = new Map<string, readonly string[]>();
  const output = execFileSync(
    join(experimentJdk!.home, "bin", "java"),
    ["-cp", classPath, "Often", `${runs}`, ...names],
    { encoding: "utf8" },
  );
  for (const line of output.trim().split("\n")) {
    const [, name, list] = /^([\w$]+) \[(.*)\]$/.exec(line)!;
    seen.set(name!, list!.split(", "));
  }
  return seen;
}

/** The outcome of one run in a JVM of its own. */
export function runAlone(classPath: string, name: string): string {
  const java = join(experimentJdk!.home, "bin", "java");
  const { status, stdout, stderr } = spawnSync(java, ["-cp", classPath, "Alone", name], {
    encoding: "utf8",
  });
  const uncaught = /^Exception in thread "[^"]*" ([\w.]+)/m.exec(stderr);
  if (uncaught !== null) return `uncaught ${uncaught[1]}`;
  return status === 0 ? stdout.trim() : `exit ${status}`;
}
