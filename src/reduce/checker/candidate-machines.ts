/** Boots candidates of a reduction: hundreds of machines, which share the classes of the library. */
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import type { Jdk } from "../../classfile/sources/jdk.ts";
import { openModels } from "../../launch/find-program.ts";
import { InMemoryLauncher } from "../../launch/in-memory-programs.ts";
import type { Machine } from "../../vm/machine.ts";
import type { MachineOptions, Reduction } from "../../vm/machine-options.ts";
import type { Candidate } from "../files/candidate.ts";

export interface CandidateProgram {
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly libraries: ClassSource;
}

export class CandidateMachines {
  readonly #program: CandidateProgram;
  readonly #launcher: InMemoryLauncher;

  constructor(program: CandidateProgram) {
    this.#program = program;
    this.#launcher = new InMemoryLauncher("reduce", openModels(program.jdk));
  }

  /** A machine before the first instruction of main, ready to be explored. */
  boot(
    candidate: Candidate,
    reductions: readonly Reduction[],
    needed: Partial<MachineOptions> = {},
  ): Machine {
    const { jdk, libraries, mainClass, args } = this.#program;
    const application = new CandidateSource(candidate, libraries);
    const settings = { reductions: new Set(reductions), ...needed };
    return this.#launcher.boot({ application, mainClass, args, jdk }, settings);
  }

  close(): void {
    this.#launcher.close();
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
