/**
 * A program that is started more than once: for the search, and for each
 * replay on a machine of its own. Every start is the same, whenever and
 * wherever it happens, apart from what the user changes.
 */
import { createHash } from "node:crypto";
import { delimiter, resolve } from "node:path";
import { findJdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import type { TracedProgram } from "../report/check/trace-file.ts";
import type { OutputGate } from "../search/properties/invariant.ts";
import { bootMachine } from "../vm/boot.ts";
import { pathSpace } from "../vm/heap/heap-room.ts";
import type { Machine } from "../vm/machine.ts";
import { type Console, REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/registry.ts";
import type { KnownLevel } from "../vm/sharing/access-discipline.ts";
import { type Compiled, compileSource } from "./compile-source.ts";
import type { Host } from "./host.ts";
import { type LibraryKind, type LoadedProgram, loadAgain, loadProgram } from "./load-program.ts";

/** Virtual time starts here, in every start alike. */
const EPOCH_MILLIS = Date.UTC(2020, 0, 1);
/** Bytes of address space for objects. */
const LEAST_SPACE = 2 ** 27;

export interface StartOptions {
  readonly classPath?: string | undefined;
  readonly jar?: string | undefined;
  readonly jdk?: string | undefined;
  readonly words: readonly string[];
  readonly heapBytes: number;
  readonly stackBytes: number;
  readonly assertions: boolean;
  /** "key=value". */
  readonly properties: readonly string[];
  readonly library: LibraryKind;
  readonly spuriousWakeups?: boolean;
  readonly assumesFixed?: boolean;
  /** All, when left out. */
  readonly reductions?: readonly Reduction[];
  /** An uncaught exception ends its thread only. */
  readonly toleratesUncaught?: boolean;
}

export interface Started {
  readonly machine: Machine;
  readonly loaded: LoadedProgram;
  /** Keeps back what the program prints while it is muffled. */
  readonly output: OutputGate;
}

class MuffledConsole implements Console, OutputGate {
  isMuffled = false;
  readonly #console: Console;

  constructor(console: Console) {
    this.#console = console;
  }

  write(fd: number, bytes: Uint8Array): void {
    if (!this.isMuffled) this.#console.write(fd, bytes);
  }

  read(into: Uint8Array): number {
    return this.#console.read(into);
  }
}

export class LaunchableProgram {
  readonly options: StartOptions;
  readonly #host: Host;
  readonly #compiled: Compiled | null;
  /** The last start's, whose sources are open. */
  #loaded: LoadedProgram | null = null;

  constructor(options: StartOptions, host: Host) {
    this.options = options;
    this.#host = host;
    const [name] = options.words;
    const isSource = options.jar === undefined && name?.endsWith(".java") === true;
    this.#compiled = isSource
      ? compileSource(
          name,
          findJdk({ explicit: options.jdk, env: host.env }),
          options.classPath ?? null,
        )
      : null;
  }

  /** Removes what was compiled. */
  close(): void {
    this.#compiled?.remove();
  }

  /** `known`: what an earlier start has shown about the use of shared memory. */
  start(console: Console, known: readonly KnownLevel[] = []): Started {
    const { options } = this;
    const compiled = this.#compiled;
    const request =
      compiled === null
        ? options
        : {
            ...options,
            classPath: compiled.classPath,
            words: [compiled.main, ...options.words.slice(1)],
          };
    const loaded =
      this.#loaded === null ? loadProgram(request, this.#host) : loadAgain(this.#loaded);
    this.#loaded = loaded;
    try {
      const output = new MuffledConsole(console);
      const machine = this.#boot(loaded, output);
      machine.discipline.learn(known);
      return { machine, loaded, output };
    } catch (cause) {
      if (!isOutOfMemory(cause)) throw cause;
      throw new BadUsageError("there is not enough memory for --heap and --stack", {
        cause,
        hint: "Address space of several times the heap is set aside. Choose smaller sizes.",
      });
    }
  }

  #boot(loaded: LoadedProgram, console: Console): Machine {
    const { options } = this;
    return bootMachine(
      loaded.program,
      {
        heapWords: Math.floor(options.heapBytes / 4),
        spaceWords: spaceFor(options.heapBytes),
        stackWords: Math.floor(options.stackBytes / 4),
        console,
        assertions: options.assertions,
        epochMillis: EPOCH_MILLIS,
        properties: this.#properties(loaded),
        natives: allNatives,
        undo: true,
        checking: true,
        spuriousWakeups: options.spuriousWakeups ?? false,
        assumesFixed: options.assumesFixed ?? false,
        reductions: new Set(options.reductions ?? REDUCTIONS),
        realLibrary: options.library === "real",
        toleratesUncaught: options.toleratesUncaught ?? false,
      },
      loaded.mainClass,
      loaded.args,
    );
  }

  #properties(loaded: LoadedProgram): [string, string][] {
    const defined = this.options.properties.map((text): [string, string] => {
      const equals = text.indexOf("=");
      return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
    });
    const home: [string, string][] = loaded.jdk === null ? [] : [["java.home", loaded.jdk.home]];
    return [
      ...home,
      ["java.class.path", loaded.classPath],
      ["user.dir", this.#host.directory],
      ...defined,
    ];
  }

  /** What a trace keeps of the program; paths are made absolute, so that it can be replayed from anywhere. */
  traced({ machine, loaded }: Started): TracedProgram {
    const { options } = this;
    const [name = "", ...args] = options.words;
    const isFile = options.jar === undefined && /\.(?:java|class)$/.test(name);
    return {
      classPath:
        options.classPath
          ?.split(delimiter)
          .map((entry) => (entry === "" ? entry : resolve(entry)))
          .join(delimiter) ?? null,
      jar: options.jar === undefined ? null : resolve(options.jar),
      words: isFile ? [resolve(name), ...args] : options.words,
      main: loaded.mainClass.replaceAll("/", "."),
      assertions: options.assertions,
      heap: options.heapBytes,
      stack: options.stackBytes,
      properties: options.properties,
      library: options.library,
      spuriousWakeups: options.spuriousWakeups ?? false,
      reductions: options.reductions ?? REDUCTIONS,
      toleratesUncaught: options.toleratesUncaught ?? false,
      classes: classHashes(machine),
    };
  }
}

/**
 * Words to set aside for the objects of a path: more than a small heap, since only what is used of
 * it takes memory. Not many more: tables with an entry for each word take address space too, and a
 * process with too much of that cannot start others. Windows is different: there it counts as used.
 */
function spaceFor(heapBytes: number): number {
  const least = process.platform === "win32" ? 0 : LEAST_SPACE;
  return Math.max(pathSpace(Math.floor(heapBytes / 4)), least / 4);
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

export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && /alloc|length/i.test(error.message);
