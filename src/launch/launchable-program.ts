/**
 * A program that is booted more than once: for the search, and for each replay on a machine of its
 * own. Every boot is identical, whenever and wherever it happens, unless the user changes a class in
 * between.
 */
import { createHash } from "node:crypto";
import { findJdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import { type Console, REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import type { KnownLevel } from "../vm/sharing/access-discipline.ts";
import { type Compiled, compileSource } from "./compile-source.ts";
import {
  type FoundProgram,
  findProgram,
  type LibraryKind,
  type ProcessContext,
  reload,
} from "./find-program.ts";
import { type GivenSettings, machineSettings, type Preset } from "./presets.ts";

export interface LaunchOptions {
  readonly classPath?: string | undefined;
  readonly jar?: string | undefined;
  readonly jdk?: string | undefined;
  /** The main class and the program's arguments; with a jar, the arguments alone. */
  readonly mainAndArgs: readonly string[];
  readonly heapBytes: number;
  readonly stackBytes: number;
  readonly assertions: boolean;
  /** System properties: "key=value". */
  readonly properties: readonly string[];
  readonly library: LibraryKind;
  readonly spuriousWakeups?: boolean;
  readonly assumesFixed?: boolean;
  /** All, when left out. */
  readonly reductions?: readonly Reduction[];
  /** What the properties that are asked for need of the machine. */
  readonly machine?: GivenSettings;
}

export interface Booted {
  readonly machine: Machine;
  readonly found: FoundProgram;
  /** Holds back what the program prints while it is muted. */
  readonly output: MutableConsole;
}

/** A console that can be silenced while a step is tried out or taken again. */
export class MutableConsole implements Console {
  isMuffled = false;
  readonly #console: Console;
  /** Calls of `mute` that have not returned. */
  #muted = 0;
  #isMuted: () => boolean = () => false;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Silent whenever this is true. */
  muteWhile(isMuted: () => boolean): void {
    this.#isMuted = isMuted;
  }

  mute(work: () => void): void {
    this.#muted++;
    try {
      work();
    } finally {
      this.#muted--;
    }
  }

  write(fd: number, bytes: Uint8Array): void {
    if (!this.isMuffled && this.#muted === 0 && !this.#isMuted()) this.#console.write(fd, bytes);
  }

  read(into: Uint8Array): number {
    return this.#console.read(into);
  }
}

export class LaunchableProgram {
  readonly options: LaunchOptions;
  readonly #context: ProcessContext;
  readonly #compiled: Compiled | null;
  /** That of the last boot, whose class files are open. */
  #found: FoundProgram | null = null;

  constructor(options: LaunchOptions, context: ProcessContext) {
    this.options = options;
    this.#context = context;
    const [name] = options.mainAndArgs;
    const isSource = options.jar === undefined && name?.endsWith(".java") === true;
    this.#compiled = isSource
      ? compileSource(
          name,
          findJdk({ explicit: options.jdk, env: context.env }),
          options.classPath ?? null,
        )
      : null;
  }

  /** Removes the classes that were compiled. */
  close(): void {
    this.#compiled?.remove();
  }

  /** `known`: what an earlier search has learned about the use of shared memory. */
  start(console: Console, known: readonly KnownLevel[] = []): Booted {
    const { options } = this;
    const compiled = this.#compiled;
    const request =
      compiled === null
        ? options
        : {
            ...options,
            classPath: compiled.classPath,
            mainAndArgs: [compiled.main, ...options.mainAndArgs.slice(1)],
          };
    const found = this.#found === null ? findProgram(request, this.#context) : reload(this.#found);
    this.#found = found;
    const output = new MutableConsole(console);
    const machine = boot("check", found, options, this.#context, {
      console: output,
      spuriousWakeups: options.spuriousWakeups ?? false,
      assumesFixed: options.assumesFixed ?? false,
      reductions: new Set(options.reductions ?? REDUCTIONS),
      realLibrary: options.library === "real",
      ...options.machine,
    });
    machine.discipline.learn(known);
    return { machine, found, output };
  }
}

/** A machine in front of the program's main method. */
export function boot(
  preset: Preset,
  found: FoundProgram,
  options: LaunchOptions,
  context: ProcessContext,
  settings: GivenSettings,
): Machine {
  const surroundings = {
    javaHome: found.jdk?.home ?? null,
    classPath: found.classPath,
    directory: context.directory,
  };
  const machineOptions = machineSettings(preset, surroundings, {
    heapWords: Math.floor(options.heapBytes / 4),
    stackWords: Math.floor(options.stackBytes / 4),
    assertions: options.assertions,
    properties: options.properties.map(keyAndValue),
    ...settings,
  });
  try {
    return bootMachine(found.program, machineOptions, found.mainClass, found.args);
  } catch (cause) {
    if (!isOutOfMemory(cause)) throw cause;
    throw new BadUsageError("there is not enough memory for --heap and --stack", {
      cause,
      hint: "Address space of several times the heap is set aside. Choose smaller sizes.",
    });
  }
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** SHA-256 of the program's own classes that a machine has loaded, by name. */
export function classHashes(m: Machine): Record<string, string> {
  const hashes: Record<string, string> = {};
  const names = m.program.classes
    .flatMap((cls) => (cls?.origin === "application" && cls.component === null ? [cls.name] : []))
    .toSorted();
  for (const name of names) {
    const found = m.program.sources.application.find(name);
    if (found === null) continue;
    hashes[name.replaceAll("/", ".")] = createHash("sha256").update(found.bytes).digest("hex");
  }
  return hashes;
}

/** The machine's memory is reserved at once: V8 refuses an array that is too large. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /alloc|length/i.test(error.message);
