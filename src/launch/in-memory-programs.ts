/**
 * Boots machines for many programs whose classes are in memory: candidates of a reduction, random programs.
 * They share the library classes that were read.
 */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { Jdk } from "../classfile/sources/jdk.ts";
import { Program, type ReadClass } from "../program/linking/program.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import { featureVersionOf } from "./find-program.ts";
import { LibraryClasses } from "./library-classes.ts";
import { type GivenSettings, machineSettings, type Preset } from "./presets.ts";

export interface InMemoryProgram {
  readonly application: ClassSource;
  readonly mainClass: string;
  readonly args: readonly string[];
  /** The JDK whose classes the program may use; null for the models alone. */
  readonly jdk: Jdk | null;
}

export class InMemoryLauncher {
  readonly #preset: Preset;
  readonly #models: ClassSource;
  readonly #settings: GivenSettings;
  /** The library classes that were read, for each JDK and for none. */
  readonly #read = new Map<Jdk | null, Map<string, ReadClass>>();

  /** `settings`: for all machines, in addition to those of the preset. */
  constructor(preset: Preset, models: ClassSource, settings: GivenSettings = {}) {
    this.#preset = preset;
    this.#models = models;
    this.#settings = settings;
  }

  /** A machine in front of the program's main method, ready to be explored. */
  boot(program: InMemoryProgram, settings: GivenSettings = {}): Machine {
    const { application, mainClass, args, jdk } = program;
    const sources = {
      models: this.#models,
      jdk: jdk?.source ?? null,
      application,
      featureVersion: featureVersionOf(jdk),
      known: new LibraryClasses(this.#libraryOf(jdk)),
    };
    const surroundings = { javaHome: jdk?.home ?? null, classPath: "", directory: "/" };
    const given = { ...this.#settings, ...settings };
    const options = machineSettings(this.#preset, surroundings, given);
    return bootMachine(new Program(sources), options, mainClass, args);
  }

  close(): void {
    this.#models.close?.();
  }

  #libraryOf(jdk: Jdk | null): Map<string, ReadClass> {
    const known = this.#read.get(jdk) ?? new Map<string, ReadClass>();
    this.#read.set(jdk, known);
    return known;
  }
}
