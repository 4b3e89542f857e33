/** The contracts, compiled by one call of javac, and the ways to run them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slices } from "../../../src/check/driver.ts";
import { FilteredSource, parseClassPath } from "../../../src/classfile/sources/class-path.ts";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { exploreWith, limitsOf } from "../../../src/fuzz/outcomes/collect.ts";
import { Program, type ProgramSources } from "../../../src/program/linking/program.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { PctPicker } from "../../../src/search/pickers.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import type { Search } from "../../../src/search/search.ts";
import { bootMachine } from "../../../src/vm/boot.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { runJavac } from "../../conformance/support/jdks.ts";
import { installedJdk } from "../../support/java.ts";
import { MemoryConsole, modelLibrary } from "../../support/machine.ts";
import { type ContractClass, dispatchSource, sourceFiles } from "./sources.ts";

export type Library = "model" | "real";

export interface Explored {
  /** What the contract returns, over all schedules. */
  readonly outcomes: readonly string[];
  /** Ends that break it: exceptions, deadlocks, exits, endless loops. */
  readonly broken: readonly string[];
  readonly states: number;
  /** All schedules were explored. */
  readonly isComplete: boolean;
  /** Schedules that were followed one by one. */
  readonly schedules: number;
  /** Why a verdict would be "incomplete" although all was explored. */
  readonly approximations: readonly string[];
}

/** Marks the end of a contract that has returned. */
const RETURNED = "returned ";
/** Ordering constraints that random schedules look for: two changes of priorities. */
const PCT_DEPTH = 3;
const SEED = 1;

function outcomeText(m: Machine): string {
  const outcome = m.H[m.fieldOffset("OneContract", "outcome")]!;
  return outcome === 0 ? "nothing" : m.text(outcome);
}

export class CompiledContracts {
  readonly folder: string;
  readonly #sources = new Map<Library, ProgramSources>();

  constructor(classes: readonly ContractClass[]) {
    this.folder = mkdtempSync(join(tmpdir(), "deadwood-contracts-"));
    const dispatch = join(this.folder, "AllContracts.java");
    writeFileSync(dispatch, dispatchSource(classes));
    const options = ["-g", "-Xlint:none", "--release", "17", "-d", this.folder];
    runJavac(installedJdk!, [...options, dispatch, ...sourceFiles()]);
    const jdk = findJdk({ explicit: installedJdk!.home })!;
    const { featureVersion } = jdk;
    for (const library of ["model", "real"] as const) {
      const models = modelLibrary();
      this.#sources.set(library, {
        models: library === "real" ? new FilteredSource(models, "java/util/concurrent/") : models,
        jdk: jdk.source,
        application: parseClassPath(this.folder, { featureVersion }),
        featureVersion,
        known: new Map(),
      });
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** All schedules, as far as the limit of states allows. */
  explore(name: string, library: Library, limit: number): Explored {
    const m = this.#boot(name, library);
    return this.#drive(m, new DepthFirst(m, limitsOf(limit)));
  }

  /** Some schedules, chosen by random priorities. */
  sample(name: string, library: Library, runs: number): Explored {
    const m = this.#boot(name, library);
    const options = { seed: SEED, runs, picker: new PctPicker(PCT_DEPTH) };
    const walks = new RandomWalks(m, limitsOf(Number.MAX_SAFE_INTEGER), options);
    const outcomes = new Set<string>();
    const broken = new Set<string>();
    let { ends } = walks.counts;
    for (const told of slices(walks, 1)) {
      if (told.kind === "limit") break;
      const { counts } = walks;
      // A schedule that relied on something wrong is taken back.
      if (m.sharing.isRefuted || counts.ends <= ends) {
        ends = Math.min(ends, counts.ends);
        continue;
      }
      ({ ends } = counts);
      if (told.kind !== "violated") outcomes.add(outcomeText(m));
      else broken.add(`${told.violation.message} ${told.violation.details.join(" ")}`);
    }
    const { states, schedules = 0 } = walks.counts;
    return {
      outcomes: [...outcomes].toSorted(),
      broken: [...broken].toSorted(),
      states,
      isComplete: false,
      schedules,
      approximations: [...m.approximations],
    };
  }

  #drive(m: Machine, search: Search): Explored {
    const found = exploreWith(search, {
      end: () => `${RETURNED}${outcomeText(m)}`,
      deadlock: () => "",
    });
    const texts = [...found.outcomes].toSorted();
    const broken = texts.filter((text) => !text.startsWith(RETURNED));
    return {
      outcomes: texts
        .filter((text) => text.startsWith(RETURNED))
        .map((text) => text.slice(RETURNED.length)),
      broken: found.hasLivelock ? [...broken, "an endless loop"] : broken,
      states: found.states,
      isComplete: found.isComplete,
      schedules: 0,
      approximations: [...m.approximations],
    };
  }

  #boot(name: string, library: Library): Machine {
    return bootMachine(
      new Program(this.#sources.get(library)!),
      {
        heapWords: 1 << 19,
        stackWords: 1 << 14,
        console: new MemoryConsole(),
        assertions: true,
        epochMillis: 0,
        properties: [["user.dir", "/"]],
        natives: allNatives,
        undo: true,
        checking: true,
        realLibrary: library === "real",
      },
      "OneContract",
      [name],
    );
  }

  /** Many runs of each contract in one real JVM: the outcomes by name. */
  runOnJvm(names: readonly string[], runs: number): Map<string, readonly string[]> {
    const java = join(installedJdk!.home, "bin", "java");
    const { stdout } = spawnSync(java, ["-cp", this.folder, "ManyRuns", `${runs}`, ...names], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    return new Map(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split("\t"))
        .map(([name, ...outcomes]) => [name!, outcomes]),
    );
  }
}
