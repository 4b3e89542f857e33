/** Who has interrupted himself, or was interrupted before he was started, does not sleep. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { explore } from "../../../../src/fuzz/outcomes/collect.ts";
import { machineOf } from "../../../support/machine.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const THREAD = "java/lang/Thread";

const ofThread = (code: CodeBuilder, name: string): CodeBuilder =>
  code.emit("invokevirtual", { owner: THREAD, name, descriptor: "()V" });

function sleep(code: CodeBuilder): void {
  code.emit("lconst_1");
  code.emit("invokestatic", { owner: THREAD, name: "sleep", descriptor: "(J)V" }).emit("return");
}

/** While there is one thread nobody watches what it does; it counts all the same. */
test.each([
  [
    "itself",
    (code: CodeBuilder) => {
      const current = { owner: THREAD, name: "currentThread", descriptor: `()L${THREAD};` };
      ofThread(code.emit("invokestatic", current), "interrupt");
      sleep(code);
    },
  ],
  [
    "another before its start",
    (code: CodeBuilder) => {
      const init = { owner: "Main", name: "<init>", descriptor: "()V" };
      code.emit("new", "Main").emit("dup").emit("invokespecial", init).emit("dup");
      ofThread(ofThread(code, "interrupt"), "start");
      code.emit("return");
    },
  ],
])("main interrupts %s", (_, emit) => {
  const cls = new ClassAssembler({ name: "Main", superName: THREAD });
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    const init = { owner: THREAD, name: "<init>", descriptor: "()V" };
    code.emit("aload_0").emit("invokespecial", init).emit("return");
  });
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", emit);
  cls.method(ACC_PUBLIC, "run", "()V", sleep);
  const { m } = machineOf({
    mainClass: "Main",
    classes: [cls],
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
  });
  const { outcomes } = explore(m, 1000);
  expect([...outcomes]).toEqual([expect.stringMatching(/InterruptedException: sleep interrupted/)]);
});
