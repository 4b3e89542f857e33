/**
 * A predicate in this process: the checker itself. A candidate is interesting when
 * some schedule of it shows a violation of the wanted kind. Nothing is written to
 * disk and no process is started, so a small program is asked about in milliseconds.
 */
import type { ClassSource } from "../classfile/class-path.ts";
import type { Jdk } from "../classfile/jdk.ts";
import { DeadwoodError } from "../core/errors.ts";
import { livenessOf } from "../liveness/dvr.ts";
import { Program, type ReadClass } from "../program/program.ts";
import type { Candidate } from "../reduce/predicate/candidate.ts";
import type { Outcome, Runner } from "../reduce/predicate/outcome.ts";
import { Explorer } from "../search/explorer.ts";
import { Races } from "../search/races.ts";
import type { ViolationKind } from "../search/violation.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import { REDUCTIONS } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/all.ts";
import { openModels } from "./load-program.ts";

/** "assertion" is an uncaught AssertionError. */
export const CHECK_KINDS = ["deadlock", "uncaught", "assertion", "endless", "race"] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export interface CheckedCandidates {
  readonly kind: CheckKind;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly libraries: ClassSource;
  /** A search that is not over by then has found nothing. */
  readonly maxStates: number;
}

const HEAP_WORDS = 1 << 20;
const STACK_WORDS = 1 << 14;
const DEFAULT_FEATURE_VERSION = 17;
/** States between looks at the signal. */
const SLICE = 2000;
const EPOCH_MILLIS = Date.UTC(2020, 0, 1);

export class CheckRunner implements Runner {
  readonly #options: CheckedCandidates;
  readonly #models: ClassSource;
  /** Class files of the library, read once for all candidates. */
  readonly #known = new Map<string, ReadClass>();

  constructor(options: CheckedCandidates) {
    this.#options = options;
    this.#models = openModels(options.jdk);
  }

  async run(candidate: Candidate, signal: AbortSignal): Promise<Outcome> {
    return { kind: "answered", interesting: await this.#isInteresting(candidate, signal) };
  }

  close(): Promise<void> {
    this.#models.close?.();
    return Promise.resolve();
  }

  async #isInteresting(candidate: Candidate, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#search(this.#boot(candidate), signal);
    } catch (error) {
      // A class that is missing, a body that cannot be run: not what is looked for.
      if (error instanceof DeadwoodError && !signal.aborted) return false;
      throw error;
    }
  }

  #boot(candidate: Candidate): Machine {
    const { jdk, libraries, mainClass, args } = this.#options;
    const program = new Program({
      models: this.#models,
      jdk: jdk?.source ?? null,
      application: new CandidateSource(candidate, libraries),
      featureVersion: jdk?.featureVersion ?? DEFAULT_FEATURE_VERSION,
      known: new Map([...this.#known].filter(([, { source }]) => source !== "application")),
    });
    const machine = bootMachine(
      program,
      {
        heapWords: HEAP_WORDS,
        stackWords: STACK_WORDS,
        console: { write: () => {}, read: () => -1 },
        assertions: true,
        epochMillis: EPOCH_MILLIS,
        properties: jdk === null ? [] : [["java.home", jdk.home]],
        natives: allNatives,
        undo: true,
        checking: true,
        reductions: new Set(REDUCTIONS),
      },
      mainClass,
      args,
    );
    for (const [name, read] of program.sources.known ?? []) this.#known.set(name, read);
    return machine;
  }

  async #search(machine: Machine, signal: AbortSignal): Promise<boolean> {
    const { kind, maxStates } = this.#options;
    const limits = { states: maxStates, depth: Number.POSITIVE_INFINITY };
    const inspected = kind === "race" ? [new Races({ isError: true, inLibrary: false })] : [];
    const liveness = livenessOf("local", machine);
    const search = new Explorer(machine, limits, { inspected, liveness });
    for (;;) {
      signal.throwIfAborted();
      const result = search.explore(SLICE);
      const { violation } = search;
      if (violation !== null && isWanted(kind, violation)) return true;
      if (result === "done" || result === "limit") return false;
      // What is not looked for is passed by.
      search.violation = null;
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}

function isWanted(
  wanted: CheckKind,
  { kind, message }: { readonly kind: ViolationKind; readonly message: string },
): boolean {
  if (wanted !== "assertion") return kind === wanted;
  return kind === "uncaught" && message.includes("java.lang.AssertionError");
}

/** The classes of a candidate, then those of libraries. */
class CandidateSource implements ClassSource {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #libraries: ClassSource;

  constructor({ files }: Candidate, libraries: ClassSource) {
    this.#files = new Map(files.map(({ path, bytes }) => [path, bytes]));
    this.#libraries = libraries;
  }

  find(className: string): ReturnType<ClassSource["find"]> {
    const origin = `${className}.class`;
    const bytes = this.#files.get(origin);
    return bytes === undefined ? this.#libraries.find(className) : { bytes, origin, module: null };
  }

  resource(path: string): Uint8Array | null {
    return this.#files.get(path) ?? null;
  }

  describe(): string {
    return "the candidate";
  }
}
