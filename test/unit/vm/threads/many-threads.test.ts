/** More threads than there was room for at first: the stacks move while one of them runs. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { explore } from "../../../../src/fuzz/outcomes/collect.ts";
import { machineOf } from "../../../support/machine.ts";

const THREADS = 40;
const STATIC = ACC_PUBLIC | ACC_STATIC;

/** for (int i = 0, n = 0; i < THREADS; i++) { t = new Main(); t.start(); n += 3; t.join(); } exit(n), without a local for t */
function main(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Main", superName: "java/lang/Thread" });
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    const init = { owner: "java/lang/Thread", name: "<init>", descriptor: "()V" };
    code.emit("aload_0").emit("invokespecial", init).emit("return");
  });
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    const [loop, end] = [code.label(), code.label()];
    const init = { owner: "Main", name: "<init>", descriptor: "()V" };
    code.emit("iconst_0").emit("istore_1").emit("iconst_0").emit("istore_2");
    code.mark(loop);
    code.emit("iload_1").pushInt(THREADS).emit("if_icmpge", end);
    code.emit("new", "Main").emit("dup").emit("invokespecial", init).emit("dup");
    code.emit("invokevirtual", { owner: "Main", name: "start", descriptor: "()V" });
    // What is done here must not be forgotten.
    code.emit("iinc", 2, 3);
    code.emit("invokevirtual", { owner: "Main", name: "join", descriptor: "()V" });
    code.emit("iinc", 1, 1).emit("goto", loop).mark(end);
    const exit = { owner: "java/lang/System", name: "exit", descriptor: "(I)V" };
    code.emit("iload_2").emit("invokestatic", exit).emit("return");
  });
  return cls.method(ACC_PUBLIC, "run", "()V", (code) => {
    code.emit("return");
  });
}

test.each([[[]], [["private", "final", "discipline", "threads", "sleep"] as const]])(
  "a checked thread goes on in its own frame after it has started another, with %j",
  (reductions) => {
    const { m } = machineOf({
      mainClass: "Main",
      classes: [main()],
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 12,
      undo: true,
      checking: true,
      reductions: new Set(reductions),
    });
    const { outcomes, isComplete } = explore(m, 50_000);
    expect({ outcomes: [...outcomes], isComplete }).toEqual({
      outcomes: [`exit ${3 * THREADS}`],
      isComplete: true,
    });
  },
);
