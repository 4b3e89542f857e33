/**
 * Machines for the programs of the fuzzer: thousands of them, so that they are
 * small, have a JDK only where the program needs one, and read the library's
 * classes once.
 */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { Jdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import { Program, type ReadClass } from "../program/linking/program.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import type { MachineOptions } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/registry.ts";
import type { FuzzInput } from "./fuzz-input.ts";

/** What the models mimic without a JDK. */
const FEATURE_VERSION = 17;
const STACK_WORDS = 1 << 12;
const SILENT: MachineOptions["console"] = { write: () => {}, read: () => -1 };

export class FuzzLibrary {
  readonly jdk: Jdk | null;
  readonly #models: ClassSource;
  readonly #options: Partial<MachineOptions>;
  /** Class files of the library that have been read, with the JDK in reach and without. */
  readonly #known = { models: new Map<string, ReadClass>(), jdk: new Map<string, ReadClass>() };

  /** `options`: what all machines are booted with. */
  constructor(models: ClassSource, jdk: Jdk | null, options: Partial<MachineOptions> = {}) {
    this.#models = models;
    this.jdk = jdk;
    this.#options = options;
  }

  /** A machine in front of the program's main method, ready to be explored. */
  machineOf(input: FuzzInput, options: Partial<MachineOptions> = {}): Machine {
    const jdk = input.needsJdk ? this.jdk : null;
    if (input.needsJdk && jdk === null) {
      throw new BadUsageError("the program needs a JDK, and none was found", {
        hint: "Set --jdk or JAVA_HOME.",
      });
    }
    const library = input.needsJdk ? this.#known.jdk : this.#known.models;
    const program = new Program({
      models: this.#models,
      jdk: jdk?.source ?? null,
      application: sourceOf(input.classes),
      featureVersion: jdk?.featureVersion ?? FEATURE_VERSION,
      known: new LibraryClasses(library),
    });
    return bootMachine(
      program,
      {
        heapWords: input.heapWords,
        stackWords: STACK_WORDS,
        console: SILENT,
        assertions: true,
        epochMillis: 0,
        properties: [["user.dir", "/"]],
        natives: allNatives,
        undo: true,
        checking: true,
        assumesFixed: true,
        ...this.#options,
        ...options,
      },
      "Main",
      [],
    );
  }
}

/** Remembers the library's classes for all programs, and a program's own for none. */
export class LibraryClasses extends Map<string, ReadClass> {
  readonly #library: Map<string, ReadClass>;

  constructor(library: Map<string, ReadClass>) {
    super();
    this.#library = library;
  }

  override get(name: string): ReadClass | undefined {
    return this.#library.get(name);
  }

  override set(name: string, read: ReadClass): this {
    if (read.source !== "application") this.#library.set(name, read);
    return this;
  }
}

function sourceOf(classes: ReadonlyMap<string, Uint8Array>): ClassSource {
  return {
    find: (name) => {
      const bytes = classes.get(name);
      return bytes === undefined ? null : { bytes, origin: `${name}.class`, module: null };
    },
    describe: () => "the program's classes",
  };
}
