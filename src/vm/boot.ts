/**
 * From a program to a machine whose main thread stands in front of `main`.
 * Everything made on the way is the same on every path.
 */
import { bug } from "../core/assert.ts";
import { BadUsageError } from "../core/errors.ts";
import type { Program } from "../program/linking/program.ts";
import type { RuntimeMethod } from "../program/linking/runtime-class.ts";
import { interpret } from "./interpreter/dispatch.ts";
import { setUpExceptions } from "./interpreter/exceptions.ts";
import { Stop } from "./interpreter/stop.ts";
import { Machine } from "./machine.ts";
import type { MachineOptions } from "./machine-options.ts";
import { findMain } from "./main-method.ts";
import { threadRecord } from "./memory/memory.ts";
import { ARRAY_DATA } from "./memory/object-layout.ts";
import { T_OBJECT } from "./memory/thread-record.ts";
import { pushFirstFrame, startThread } from "./threads/start-thread.ts";

const BOOT_LIMIT = 10_000_000;

export function bootMachine(
  program: Program,
  options: MachineOptions,
  mainClass: string,
  args: readonly string[],
): Machine {
  const m = new Machine(program, options);
  m.requireClass("java/lang/Object");
  setUpExceptions(m);
  m.linked.initializerMethod = methodOf(m, "deadwood/internal/ClassInit", "run(I)V").id;
  m.threadLibrary.join = methodOf(m, "java/lang/Thread", "join0(J)V").id;
  m.threadLibrary.waitForEnd = methodOf(m, "java/lang/Thread", "waitForEnd0(J)Z").id;
  m.threadLibrary.start = methodOf(m, "java/lang/Thread", "start0()V").id;
  m.threadLibrary.isNew = methodOf(m, "java/lang/Thread", "isNew0()Z").id;
  m.threadLibrary.virtual = m.fieldOffset("java/lang/Thread", "virtual");
  m.linked.linkerMethod = methodOf(m, "deadwood/internal/Linker", "run(I)V").id;
  m.linked.nullConstant = m.intern("\u0000null");
  const first = methodOf(m, "java/lang/Thread", "$main()Ljava/lang/Thread;");
  startThread(m, first, []);
  runToEnd(m);
  m.setWord(threadRecord(0) + T_OBJECT, m.S[m.sp - 2]!);
  m.mainMethod = findMain(m, mainClass);
  const array = newArguments(m, args);
  pushFirstFrame(m, 0, methodOf(m, "deadwood/internal/Launcher", "run([Ljava/lang/String;)V"), [
    array,
  ]);
  m.loadRegisters(0);
  m.commit();
  return m;
}

function newArguments(m: Machine, args: readonly string[]): number {
  const array = m.newObjectArray("java/lang/String", args.length);
  const texts = array === 0 ? [0] : args.map((arg) => m.newString(arg));
  if (texts.includes(0)) {
    throw new BadUsageError("the heap is too small for the program's arguments", {
      hint: "Give it more with --heap.",
    });
  }
  texts.forEach((text, i) => {
    m.H[array + ARRAY_DATA + i] = text;
  });
  return array;
}

function methodOf(m: Machine, className: string, key: string): RuntimeMethod {
  const method = m.requireClass(className).methodsByKey.get(key);
  if (method === undefined) bug(`${className} lacks ${key}`);
  return method;
}

/** Runs thread 0 until its first frame has returned. */
function runToEnd(m: Machine): void {
  m.loadRegisters(0);
  const stop = interpret(m, BOOT_LIMIT);
  if (stop !== Stop.ended || m.pending !== 0) {
    bug(`the library did not start (${stop})`);
  }
}
