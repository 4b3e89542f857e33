/**
 * A program that is booted several times: for the search, and for each replay on a fresh machine. All boots
 * are identical, unless the user changes a class in between.
 */
import { createHash } from "node:crypto";
import { findJdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import { bootMachine } from "../vm/boot.ts";
import type { Machine } from "../vm/machine.ts";
import { type Console, REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";
import { type Compiled, compileSource } from "./compile-source.ts";
import {
  bundled,
  type FoundProgram,
  findProgram,
  type LibraryKind,
  type ProcessContext,
  reload,
} from "./find-program.ts";
import { type GivenSettings, machineSettings, type Preset } from "./presets.ts";
import { SourceFinder } from "./source-files.ts";

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
  /** Folders and jars with the program's sources. */
  readonly sources?: readonly string[];
  readonly spuriousWakeups?: boolean;
  readonly assumesFixed?: boolean;
  /** All by default. */
  readonly reductions?: readonly Reduction[];
  /** What the chosen properties need of the machine. */
  readonly machine?: GivenSettings;
}

export interface Booted {
  readonly machine: Machine;
  readonly found: FoundProgram;
  /** Discards the program's output while it is muted. */
  readonly output: MutableConsole;
}

/** A console that can be muted while a step is rehearsed or undone steps are repeated. */
class MutableConsole implements Console {
  isMuffled = false;
  readonly #console: Console;
  /** The number of calls of `mute` that have not returned. */
  #muted = 0;
  #isMuted: () => boolean = () => false;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Mutes the console whenever this returns true. */
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
  /** The program of the last boot, whose class files are open. */
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

  /** Of the program that was started last. */
  sourceFinder(): SourceFinder {
    const root = this.#compiled?.sourceRoot;
    return new SourceFinder({
      given: this.options.sources ?? [],
      classPath: this.options.classPath ?? this.#found?.classPath ?? "",
      others: [...(root === undefined ? [] : [root]), bundled("programs")],
      directory: this.#context.directory,
    });
  }

  /** Removes classes that were compiled for the program. */
  close(): void {
    this.#compiled?.remove();
  }

  /** `known`: what an earlier search learned about the use of shared memory. */
  start(console: Console, known: readonly RefutedAssumption[] = []): Booted {
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
    machine.sharing.adopt(known);
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
      hint: "A search reserves several times the heap as address space. Choose smaller sizes.",
    });
  }
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** The SHA-256 of each class of the program that the machine has loaded, by name. */
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

/** The machine reserves its memory at once, and V8 throws if an array is too large. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /alloc|length/i.test(error.message);
