/**
 * Machines for tests: over assembled classes or a class path, with the console
 * kept in memory and time that starts at zero, so that two runs of one program
 * can be compared word by word.
 */
import { resolve } from "node:path";
import type { ClassAssembler } from "../../src/classfile/assembling/class-assembler.ts";
import { parseMethodDescriptor } from "../../src/classfile/format/descriptors.ts";
import {
  type ClassSource,
  FilteredSource,
  JarSource,
  parseClassPath,
} from "../../src/classfile/sources/class-path.ts";
import { Jar } from "../../src/classfile/sources/jar.ts";
import { findJdk, type Jdk } from "../../src/classfile/sources/jdk.ts";
import { LibraryClasses } from "../../src/launch/library-classes.ts";
import { Program, type ReadClass } from "../../src/program/linking/program.ts";
import { bootMachine } from "../../src/vm/boot.ts";
import { interpret } from "../../src/vm/interpreter/dispatch.ts";
import { Stop } from "../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../src/vm/machine.ts";
import type { Console, Reduction } from "../../src/vm/machine-options.ts";
import { SLOT } from "../../src/vm/memory/object-layout.ts";
import type { NativeTable } from "../../src/vm/native-api/native-method.ts";
import { allNatives } from "../../src/vm/natives/registry.ts";
import { type RunResult, runThreads } from "../../src/vm/threads/round-robin.ts";
import { pushFirstFrame } from "../../src/vm/threads/start-thread.ts";

const MODELS = resolve(import.meta.dirname, "../../models");
/** What the models mimic without a JDK. */
const FEATURE_VERSION = 17;

/** What a program has written, and the text it may read. */
export class MemoryConsole implements Console {
  readonly #chunks: { readonly fd: number; readonly bytes: Uint8Array }[] = [];
  #input: Uint8Array;

  constructor(input = "") {
    this.#input = new TextEncoder().encode(input);
  }

  write(fd: number, bytes: Uint8Array): void {
    this.#chunks.push({ fd, bytes: bytes.slice() });
  }

  read(into: Uint8Array): number {
    if (this.#input.length === 0) return -1;
    const part = this.#input.subarray(0, into.length);
    into.set(part);
    this.#input = this.#input.subarray(part.length);
    return part.length;
  }

  text(fd: 1 | 2): string {
    const chunks = this.#chunks.filter((chunk) => chunk.fd === fd);
    return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString("utf8");
  }

  /** Remembers what was written and read; the answer goes back there. */
  checkpoint(): () => void {
    const { length } = this.#chunks;
    const input = this.#input;
    return () => {
      this.#chunks.length = length;
      this.#input = input;
    };
  }
}

export interface TestProgram {
  readonly mainClass: string;
  readonly args?: readonly string[];
  readonly stdin?: string;
  /** The application: assembled classes, or a class path. */
  readonly classes?: readonly ClassAssembler[];
  readonly classPath?: string;
  /** Home of the JDK whose library to use; null for the models alone, found if absent. */
  readonly jdk?: string | null;
  readonly heapWords?: number;
  readonly spaceWords?: number;
  readonly stackWords?: number;
  readonly undo?: boolean;
  /** Stop in front of what other threads can see. */
  readonly checking?: boolean;
  readonly reductions?: ReadonlySet<Reduction>;
  readonly spuriousWakeups?: boolean;
  /** Every access inside java.util.concurrent is a step of its own. */
  readonly realLibrary?: boolean;
  /** As with `--library real`: there are no models of java.util.concurrent either. */
  readonly hidesModels?: boolean;
  readonly natives?: NativeTable;
  /** System properties. */
  readonly properties?: readonly (readonly [string, string])[];
  /** Called before anything of the program has been loaded. */
  readonly whenMade?: (program: Program) => void;
}

export interface TestMachine {
  readonly m: Machine;
  readonly console: MemoryConsole;
}

/** The models, opened once; and the bundled programs. */
let library: ClassSource | undefined;
let programs: ClassSource | undefined;
/** Classes of a library that were read, by what it is made of: thousands of machines need the same ones. */
const libraryClasses = new Map<string, Map<string, ReadClass>>();
const jdks = new Map<string | undefined, Jdk | null>();

export function modelLibrary(): ClassSource {
  library ??= new JarSource(Jar.open(resolve(MODELS, "library.jar"), FEATURE_VERSION));
  return library;
}

export const bundledPrograms = (): string => resolve(MODELS, "programs.jar");

function jdkAt(home: string | null | undefined): Jdk | null {
  if (home === null) return null;
  const known = jdks.get(home);
  if (known !== undefined) return known;
  const jdk = findJdk(home === undefined ? {} : { explicit: home });
  jdks.set(home, jdk);
  return jdk;
}

export function assembledSource(classes: readonly ClassAssembler[]): ClassSource {
  const files = new Map(classes.map((each) => [each.toClassFile().name, each.toBytes()]));
  return {
    find: (name) => {
      const bytes = files.get(name);
      return bytes === undefined ? null : { bytes, origin: name, module: null };
    },
    describe: () => "assembled classes",
  };
}

export function programOf(test: TestProgram): Program {
  const jdk = jdkAt(test.jdk);
  const featureVersion = jdk?.featureVersion ?? FEATURE_VERSION;
  const hidesModels = test.hidesModels === true;
  return new Program({
    models: hidesModels
      ? new FilteredSource(modelLibrary(), "java/util/concurrent/")
      : modelLibrary(),
    jdk: jdk?.source ?? null,
    application: applicationOf(test, featureVersion),
    featureVersion,
    known: new LibraryClasses(classesReadOf(`${jdk?.home} ${hidesModels}`)),
  });
}

function applicationOf({ classes, classPath }: TestProgram, featureVersion: number): ClassSource {
  if (classes !== undefined) return assembledSource(classes);
  if (classPath !== undefined && classPath !== bundledPrograms()) {
    return parseClassPath(classPath, { featureVersion });
  }
  // No class in it is for certain versions only.
  programs ??= parseClassPath(bundledPrograms(), { featureVersion });
  return programs;
}

function classesReadOf(what: string): Map<string, ReadClass> {
  const known = libraryClasses.get(what) ?? new Map<string, ReadClass>();
  libraryClasses.set(what, known);
  return known;
}

/** A machine that stands in front of the program's main method. */
export function machineOf(test: TestProgram): TestMachine {
  const console = new MemoryConsole(test.stdin);
  const program = programOf(test);
  test.whenMade?.(program);
  const m = bootMachine(
    program,
    {
      heapWords: test.heapWords ?? 1 << 22,
      ...(test.spaceWords === undefined ? {} : { spaceWords: test.spaceWords }),
      stackWords: test.stackWords ?? 1 << 16,
      console,
      assertions: true,
      epochMillis: 0,
      properties: [["user.dir", "/"], ...(test.properties ?? [])],
      natives: test.natives ?? allNatives,
      undo: test.undo ?? false,
      checking: test.checking ?? false,
      ...(test.reductions === undefined ? {} : { reductions: test.reductions }),
      spuriousWakeups: test.spuriousWakeups ?? false,
      realLibrary: test.realLibrary ?? test.hidesModels ?? false,
    },
    test.mainClass,
    test.args ?? [],
  );
  return { m, console };
}

export interface TestOutcome {
  readonly result: RunResult;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function outcomeOf({ m, console }: TestMachine, result: RunResult): TestOutcome {
  return { result, exitCode: m.exitCode, stdout: console.text(1), stderr: console.text(2) };
}

/** Runs a machine to its end, which comes within so many instructions. */
export function runToEnd(machine: TestMachine, instructions = 400_000_000): TestOutcome {
  const result = runThreads(machine.m, { instructions, pause: () => false });
  return outcomeOf(machine, result);
}

/** A value as a method takes or gives it; longs are bigint, references their heap index. */
export type Value = number | bigint;

export type CallResult =
  | { readonly value: Value | null }
  /** Name of the exception's class. */
  | { readonly threw: string };

/** Calls a static method in the machine's first thread, which loses what it was about to do. */
export function callStatic(
  m: Machine,
  className: string,
  key: string,
  args: readonly Value[],
): CallResult {
  const method = m.requireClass(className).methodsByKey.get(key);
  if (method === undefined) throw new Error(`${className} has no ${key}`);
  const { parameters, result } = parseMethodDescriptor(method.descriptor);
  pushFirstFrame(m, 0, method, []);
  let slot = 0;
  parameters.forEach((type, i) => {
    write(m, slot, type, args[i]!);
    slot += type === "J" || type === "D" ? 2 * SLOT : SLOT;
  });
  m.loadRegisters(0);
  const stop = interpret(m, CALL_LIMIT);
  if (stop !== Stop.ended) throw new Error(`${className}.${key} stopped with ${stop}`);
  if (m.pending !== 0) {
    const threw = m.classOf(m.pending).name;
    m.pending = 0;
    return { threw };
  }
  return { value: read(m, result) };
}

const CALL_LIMIT = 50_000_000;

function write(m: Machine, at: number, type: string, value: Value): void {
  if (type === "J") m.SL[at >> 1] = BigInt(value);
  else if (type === "D") m.SD[at >> 1] = Number(value);
  else if (type === "F") m.SF[at] = Number(value);
  else m.S[at] = Number(value);
}

/** The result on top of the stack of a thread that has returned from its first frame. */
function read(m: Machine, type: string): Value | null {
  switch (type) {
    case "V":
      return null;
    case "J":
      return m.SL[(m.sp - 2 * SLOT) >> 1]!;
    case "D":
      return m.SD[(m.sp - 2 * SLOT) >> 1]!;
    case "F":
      return m.SF[m.sp - SLOT]!;
    default:
      return m.S[m.sp - SLOT]!;
  }
}
