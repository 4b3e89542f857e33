import { describe, expect, it } from "vitest";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import type { RuntimeMethod } from "../../../../src/program/linking/runtime-class.ts";
import { CALL_WORDS } from "../../../../src/vm/code/instructions.ts";
import { frameSize, translate } from "../../../../src/vm/code/translate.ts";
import { GLOBAL_THREADS, threadRecord } from "../../../../src/vm/memory/memory.ts";
import { T_FP, T_OBJECT, T_PC, T_SP, T_STATUS } from "../../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../../src/vm/memory/thread-status.ts";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { reflectionNatives } from "../../../../src/vm/natives/lang/reflection.ts";
import { throwableNatives } from "../../../../src/vm/natives/lang/throwables.ts";
import { assemble, Bench } from "./reflection-fixture.ts";

const THROWABLE = "java/lang/Throwable";
const DECODE = "decodeBacktrace([I)[Ljava/lang/StackTraceElement;";
const S = ACC_PUBLIC | ACC_STATIC;

const bench = (heapWords = 1 << 16): Bench =>
  new Bench(
    { ...throwableNatives, ...reflectionNatives },
    [
      assemble("p/A", { sourceFile: "A.java" })
        .method(S, "twice", "()V", (code) => {
          code.line(10).line(11).emit("nop").emit("nop");
          code.line(12).emit("nop").emit("return");
        })
        .method(S, "bare", "()V", (code) => void code.emit("return"))
        .method(S, "lambda$main$0", "()V", (code) => void code.emit("return")),
      assemble("p/NoSource").method(S, "run", "()V", (code) => void code.emit("return")),
    ],
    { heapWords },
  );

/** Translates a method without running it. */
function codeOf(b: Bench, owner: string, name: string): { method: RuntimeMethod; start: number } {
  const method = b.m.requireClass(owner).methods.find((each) => each.name === name)!;
  const { space } = b.m;
  const code = space.codes[method.id] ?? translate(space, method, 0, { operation: 0, fixed: 0 });
  space.codes[method.id] = code;
  space.locals[method.id] = frameSize(code.info).locals;
  return { method, start: code.start };
}

/** Lays out frames, outermost first, and sets the registers to the innermost. */
function frames(b: Bench, ...pcs: readonly number[]): { pc: number; fp: number; sp: number } {
  let fp = 0;
  let below = { pc: 0, fp: 0 };
  for (const pc of pcs) {
    const linkage = fp + b.m.space.locals[b.m.space.codeAt(pc).method.id]!;
    b.m.S[linkage] = below.pc === 0 ? 0 : below.pc + CALL_WORDS;
    b.m.S[linkage + 1] = below.fp;
    below = { pc, fp };
    fp = linkage + 4;
  }
  return { ...below, sp: fp };
}

const placesOf = (b: Bench, pcs: readonly number[]): number[] =>
  pcs.map((pc) => b.m.places.numberOf(pc));

const pcsArray = (b: Bench, pcs: readonly number[]): number => {
  const array = b.m.newPrimitiveArray("I", pcs.length);
  b.m.H.set(placesOf(b, pcs), array + 4);
  return array;
};

function decoded(b: Bench, pcs: readonly number[]): unknown[] {
  expect(b.call(THROWABLE, DECODE, pcsArray(b, pcs))).toBe(Outcome.done);
  const at = (ref: number, name: string): number =>
    b.m.H[ref + b.m.fieldOffset("java/lang/StackTraceElement", name)]!;
  return b
    .elements(b.result)
    .map((ref) => [
      b.text(at(ref, "declaringClass")),
      b.text(at(ref, "methodName")),
      b.text(at(ref, "fileName")),
      at(ref, "lineNumber"),
      b.text(at(ref, "moduleName")),
    ]);
}

describe("decodeBacktrace", () => {
  it("names class, method, file and line", () => {
    const b = bench();
    const { start } = codeOf(b, "p/A", "twice");
    const bare = codeOf(b, "p/A", "bare").start;
    const none = codeOf(b, "p/NoSource", "run").start;
    const system = codeOf(b, "java/lang/reflect/Method", "invoke").start;
    const { pcs } = b.m.space.codes[b.m.space.methodOf[start]!]!;
    expect(decoded(b, [pcs[0]!, pcs[1]!, pcs[2]!, bare, none, system])).toEqual([
      ["p.A", "twice", "A.java", 10, null],
      ["p.A", "twice", "A.java", 11, null],
      ["p.A", "twice", "A.java", 12, null],
      ["p.A", "bare", "A.java", -1, null],
      ["p.NoSource", "run", null, -1, null],
      ["java.lang.reflect.Method", "invoke", null, -1, "java.base"],
    ]);
  });

  it("gives the classes of the same frames", () => {
    const b = bench();
    const array = pcsArray(b, [
      codeOf(b, "p/NoSource", "run").start,
      codeOf(b, "p/A", "bare").start,
    ]);
    expect(b.call(THROWABLE, "decodeClasses([I)[Ljava/lang/Class;", array)).toBe(Outcome.done);
    expect(b.names(b.result)).toEqual(["p/NoSource", "p/A"]);
  });

  it("fails with OutOfMemoryError when the heap is full", () => {
    const b = bench(24);
    const { start } = codeOf(b, "p/A", "bare");
    expect(b.call(THROWABLE, DECODE, pcsArray(b, [start, start]))).toBe(Outcome.threw);
    expect(b.thrown()).toBe("java/lang/OutOfMemoryError");
  });
});

const setRegisters = (b: Bench, top: { pc: number; fp: number; sp: number }): void => {
  Object.assign(b.m, top);
};

describe("taking backtraces", () => {
  it("fills a throwable's backtrace, innermost frame first", () => {
    const b = bench();
    const outer = codeOf(b, "p/A", "twice").start;
    const inner = codeOf(b, "p/A", "bare").start;
    setRegisters(b, frames(b, outer, inner));
    const thrown = b.m.newObject(b.m.requireClass("java/lang/NullPointerException"));
    expect(b.call(THROWABLE, "captureBacktrace()V", thrown)).toBe(Outcome.done);
    const backtrace = b.m.H[thrown + b.m.fieldOffset(THROWABLE, "backtrace")]!;
    expect(b.elements(backtrace)).toEqual(placesOf(b, [inner, outer]));
  });

  it("asks for a collection when there is no room", () => {
    const b = bench(10);
    const { start } = codeOf(b, "p/A", "bare");
    setRegisters(b, frames(b, start, start));
    const thrown = b.m.newObject(b.m.requireClass("java/lang/NullPointerException"));
    expect(b.call(THROWABLE, "captureBacktrace()V", thrown)).toBe(Outcome.threw);
    expect(b.m.wantsCollection).toBe(true);
  });

  it("finds where another thread is, and null when it has ended", () => {
    const b = bench();
    const { start } = codeOf(b, "p/A", "bare");
    const top = frames(b, start);
    const thread = b.m.newObject(b.m.requireClass("java/lang/Object"));
    const record = threadRecord(1);
    b.m.H[GLOBAL_THREADS] = 2;
    b.m.H[record + T_OBJECT] = thread;
    b.m.H[record + T_STATUS] = ThreadStatus.sleeping;
    b.m.H[record + T_PC] = top.pc;
    b.m.H[record + T_FP] = top.fp;
    b.m.H[record + T_SP] = top.sp;
    expect(b.call("java/lang/Thread", "backtrace0()[I", thread)).toBe(Outcome.done);
    expect(b.elements(b.result)).toEqual(placesOf(b, [start]));
    b.m.H[record + T_STATUS] = ThreadStatus.terminated;
    b.call("java/lang/Thread", "backtrace0()[I", thread);
    expect(b.result).toBe(0);
  });
});

describe("getCallerClass", () => {
  it("is the caller of the method that asks, seen through reflection", () => {
    const b = bench();
    const caller = codeOf(b, "p/NoSource", "run").start;
    const reflection = codeOf(b, "java/lang/reflect/Method", "invoke").start;
    const asks = codeOf(b, "p/A", "bare").start;
    Object.assign(b.m, frames(b, caller, reflection, asks));
    b.call("jdk/internal/reflect/Reflection", "getCallerClass()Ljava/lang/Class;");
    expect(b.m.mirrored(b.result).name).toBe("p/NoSource");
    Object.assign(b.m, frames(b, asks));
    b.call("jdk/internal/reflect/Reflection", "getCallerClass()Ljava/lang/Class;");
    expect(b.result).toBe(0);
  });
});
