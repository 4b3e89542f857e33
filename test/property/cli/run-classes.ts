/** Runs classes given as bytes, in this process, with little of everything. */
import { fileURLToPath } from "node:url";
import { type ClassSource, JarSource } from "../../../src/classfile/sources/class-path.ts";
import { Jar } from "../../../src/classfile/sources/jar.ts";
import { DeadwoodError } from "../../../src/core/errors.ts";
import { Program } from "../../../src/program/linking/program.ts";
import { bootMachine } from "../../../src/vm/boot.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { ARRAY_LENGTH } from "../../../src/vm/memory/object-layout.ts";
import { T_FP, T_SP, T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { type RunResult, runThreads } from "../../../src/vm/threads/round-robin.ts";

const LIBRARY = fileURLToPath(new URL("../../../models/library.jar", import.meta.url));
const INSTRUCTIONS = 200_000;

/** The models, unpacked once. */
export function openModels(): ClassSource {
  const jar = new JarSource(Jar.open(LIBRARY, 17));
  const known = new Map<string, ReturnType<ClassSource["find"]>>();
  return {
    find(name) {
      const found = known.get(name) ?? jar.find(name);
      known.set(name, found);
      return found;
    },
    describe: () => "models",
  };
}

export interface Run {
  readonly result: RunResult | DeadwoodError;
  readonly exitCode: number;
  readonly output: string;
  readonly collections: number;
  /** What is wrong with the machine afterwards; empty when it is sound. */
  readonly faults: readonly string[];
}

export function runClasses(
  models: ClassSource,
  classes: ReadonlyMap<string, Uint8Array>,
  main: string,
): Run {
  const application: ClassSource = {
    find(name) {
      const bytes = classes.get(name);
      return bytes === undefined ? null : { bytes, origin: `${name}.class`, module: null };
    },
    describe: () => "given classes",
  };
  const output: Uint8Array[] = [];
  let m: Machine | null = null;
  let result: RunResult | DeadwoodError;
  try {
    m = bootMachine(
      new Program({ models, jdk: null, application, featureVersion: 17 }),
      {
        heapWords: 1 << 13,
        stackWords: 1 << 11,
        console: { write: (_, bytes) => output.push(bytes), read: () => -1 },
        assertions: true,
        epochMillis: 0,
        properties: [],
        natives: allNatives,
        undo: false,
      },
      main,
      [],
    );
    result = runThreads(m, { instructions: INSTRUCTIONS, pause: () => false, slice: 1000 });
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    result = error;
  }
  const faults = m === null ? [] : [...heapFaults(m), ...stackFaults(m)];
  return {
    result,
    exitCode: m?.exitCode ?? 2,
    output: Buffer.concat(output).toString(),
    collections: m?.collections ?? 0,
    faults,
  };
}

/** Every object from the start of the heap has a class, and the last one ends where the heap does. */
function heapFaults(m: Machine): string[] {
  const { H } = m;
  let at = m.heapStart;
  while (at < m.heapTop) {
    const id = H[at]!;
    const cls = m.program.classes[id];
    if (cls === undefined || cls.isPrimitive || cls.isInterface)
      return [`no object at ${at}: class word ${id}`];
    const words = m.classTables.instanceWords[id]!;
    const length = H[at + ARRAY_LENGTH]!;
    if (words === 0 && length < 0) return [`array at ${at} has length ${length}`];
    at += words !== 0 ? words : m.arrayWords(m.classTables.elementShift[id]!, length);
  }
  return at === m.heapTop ? [] : [`the last object ends at ${at}, the heap at ${m.heapTop}`];
}

function stackFaults(m: Machine): string[] {
  const faults: string[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (m.H[record + T_STATUS] === ThreadStatus.terminated) continue;
    const start = thread * m.stackWords;
    const [fp, sp] = [m.H[record + T_FP]!, m.H[record + T_SP]!];
    if (fp < start || sp < fp || sp > start + m.stackWords) {
      faults.push(
        `thread ${thread}: frame at ${fp}, stack to ${sp}, both belong in ${start} and ${m.stackWords} on`,
      );
    }
  }
  return faults;
}
