/** Machines for candidates of a reduction: hundreds of them, which share what they read of the library. */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { Jdk } from "../classfile/sources/jdk.ts";
import { Program, type ReadClass } from "../program/linking/program.ts";
import type { Candidate } from "../reduce/files/candidate.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import type { Reduction } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/registry.ts";
import { openModels } from "./load-program.ts";

export interface CandidateProgram {
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly libraries: ClassSource;
}

const HEAP_WORDS = 1 << 20;
const STACK_WORDS = 1 << 14;
const DEFAULT_FEATURE_VERSION = 17;
const EPOCH_MILLIS = Date.UTC(2020, 0, 1);

export class CandidateMachines {
  readonly #program: CandidateProgram;
  readonly #models: ClassSource;
  /** Class files of the library, read once for all candidates. */
  readonly #known = new Map<string, ReadClass>();

  constructor(program: CandidateProgram) {
    this.#program = program;
    this.#models = openModels(program.jdk);
  }

  /** In front of the main method, ready to be explored. */
  boot(candidate: Candidate, reductions: readonly Reduction[]): Machine {
    const { jdk, libraries, mainClass, args } = this.#program;
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
        properties: [
          ...(jdk === null ? [] : [["java.home", jdk.home] as const]),
          // It has none: its classes and resources are where nobody but the checker looks.
          ["java.class.path", ""],
        ],
        natives: allNatives,
        undo: true,
        checking: true,
        reductions: new Set(reductions),
      },
      mainClass,
      args,
    );
    for (const [name, read] of program.sources.known ?? []) this.#known.set(name, read);
    return machine;
  }

  close(): void {
    this.#models.close?.();
  }
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
    return this.#files.get(path) ?? this.#libraries.resource?.(path) ?? null;
  }

  describe(): string {
    return "the candidate";
  }
}
