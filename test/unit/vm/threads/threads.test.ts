/**
 * Many threads: the area of stacks grows while others are in the middle of
 * something, and there is a last thread.
 */
import { describe, expect, test, vi } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import {
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
} from "../../../../src/classfile/format/access-flags.ts";
import { MAX_THREADS } from "../../../../src/vm/memory/memory.ts";
import { machineOf, runToEnd, type TestOutcome } from "../../../support/machine.ts";

vi.setConfig({ testTimeout: 60_000 });

const STATIC = ACC_PUBLIC | ACC_STATIC;
const THREAD = "java/lang/Thread";

/** Sleeps with its number in a local, then adds it to a sum. */
function worker(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Worker", superName: THREAD });
  cls.field(ACC_PUBLIC, "number", "I").field(STATIC, "sum", "I");
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code
      .emit("aload_0")
      .emit("invokespecial", { owner: THREAD, name: "<init>", descriptor: "()V" });
    code.emit("aload_0").emit("iload_1");
    code.emit("putfield", { owner: "Worker", name: "number", descriptor: "I" }).emit("return");
  });
  cls.method(STATIC | ACC_SYNCHRONIZED, "add", "(I)V", (code) => {
    const sum = { owner: "Worker", name: "sum", descriptor: "I" };
    code.emit("getstatic", sum).emit("iload_0").emit("iadd").emit("putstatic", sum).emit("return");
  });
  cls.method(ACC_PUBLIC, "run", "()V", (code) => {
    code.emit("aload_0").emit("getfield", { owner: "Worker", name: "number", descriptor: "I" });
    code.emit("istore_1").pushLong(1000n);
    code.emit("invokestatic", { owner: THREAD, name: "sleep", descriptor: "(J)V" });
    code.emit("iload_1").emit("invokestatic", { owner: "Worker", name: "add", descriptor: "(I)V" });
    code.emit("return");
  });
  return cls;
}

/** Starts `count` workers numbered from 1; `each` is done with every one of them (local 2). */
function main(count: number, each: (code: CodeBuilder) => void): ClassAssembler {
  const cls = new ClassAssembler({ name: "Many" });
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    code.emit("iconst_1").emit("istore_1");
    const loop = code.mark();
    const end = code.label();
    code.emit("iload_1").pushInt(count).emit("if_icmpgt", end);
    code.emit("new", "Worker").emit("dup").emit("iload_1");
    code.emit("invokespecial", { owner: "Worker", name: "<init>", descriptor: "(I)V" });
    code.emit("astore_2").emit("aload_2");
    code.emit("invokevirtual", { owner: "Worker", name: "start", descriptor: "()V" });
    each(code);
    code.emit("iinc", 1, 1).emit("goto", loop);
    code.mark(end);
    code.pushLong(5000n);
    code.emit("invokestatic", { owner: THREAD, name: "sleep", descriptor: "(J)V" });
    code.emit("getstatic", {
      owner: "java/lang/System",
      name: "out",
      descriptor: "Ljava/io/PrintStream;",
    });
    code.emit("getstatic", { owner: "Worker", name: "sum", descriptor: "I" });
    code.emit("invokevirtual", {
      owner: "java/io/PrintStream",
      name: "println",
      descriptor: "(I)V",
    });
    code.emit("return");
  });
  return cls;
}

const alone = (): void => undefined;
const joined = (code: CodeBuilder): void => {
  code.emit("aload_2").emit("invokevirtual", { owner: "Worker", name: "join", descriptor: "()V" });
};

function run(count: number, each: (code: CodeBuilder) => void): TestOutcome {
  const classes = [worker(), main(count, each)];
  return runToEnd(machineOf({ mainClass: "Many", classes, jdk: null, stackWords: 1 << 11 }));
}

const sumTo = (count: number): string => `${(count * (count + 1)) / 2}\n`;

describe("threads that are alive together", () => {
  test.each([15, 16, 17, 100, MAX_THREADS - 1])("%i beside the first", (count) => {
    expect(run(count, alone)).toMatchObject({
      result: "finished",
      exitCode: 0,
      stdout: sumTo(count),
    });
  });

  test("one too many is an OutOfMemoryError, as in Java, and the others go on", () => {
    const outcome = run(MAX_THREADS, alone);
    expect(outcome).toMatchObject({ result: "finished", exitCode: 1, stdout: "" });
    expect(outcome.stderr).toContain("java.lang.OutOfMemoryError: unable to create native thread");
  });
});

describe("threads one after the other", () => {
  test("100 of them", () => {
    expect(run(100, joined)).toMatchObject({ exitCode: 0, stdout: sumTo(100) });
  });

  // A record is kept for every thread that ever ran. Java has no such limit.
  test("more than can be alive together", () => {
    expect(run(MAX_THREADS + 1, joined)).toMatchObject({ exitCode: 0 });
  });
});
