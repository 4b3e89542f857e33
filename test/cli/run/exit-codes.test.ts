import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import {
  constructor,
  directoryOf,
  emptyClass,
  mainClass,
  print,
  run,
  type SpawnOptions,
} from "../support.ts";

const LOOP = (code: CodeBuilder): void => {
  const start = code.mark();
  code.emit("nop").emit("goto", start);
  // Never reached; the next instruction must not be fallen into.
  code.mark();
};

const running = async (
  body: (code: CodeBuilder) => void,
  options: readonly string[] = [],
  surroundings?: SpawnOptions,
) =>
  await run(
    [...options, "-cp", directoryOf({ "Main.class": mainClass(body) }), "Main"],
    surroundings,
  );

describe("exit codes", () => {
  test.each([0, 1, 42, 255])("System.exit(%i)", async (status) => {
    const ran = await running((code) => {
      print("bye")(code);
      code
        .pushInt(status)
        .emit("invokestatic", { owner: "java/lang/System", name: "exit", descriptor: "(I)V" });
      print("not reached")(code);
    });
    expect(ran).toEqual({ exitCode: status, out: "bye\n", err: "" });
  });

  test("an uncaught exception", async () => {
    const ran = await running((code) => {
      print("first")(code);
      code.emit("aconst_null").emit("arraylength").emit("pop");
    });
    expect(ran).toMatchObject({ exitCode: 1, out: "first\n" });
    expect(ran.err).toMatch(/^Exception in thread "main" java.lang.NullPointerException/);
    expect(ran.err).toContain("\tat Main.main(Main.java:7)\n");
  });

  test("recursion without end is a StackOverflowError", async () => {
    const ran = await running((code) =>
      code.emit("aload_0").emit("invokestatic", {
        owner: "Main",
        name: "main",
        descriptor: "([Ljava/lang/String;)V",
      }),
    );
    expect(ran).toMatchObject({ exitCode: 1, out: "" });
    expect(ran.err).toMatch(
      /^Exception in thread "main" java.lang.StackOverflowError\n\tat Main.main\(Main.java:7\)\n/,
    );
  });

  test.each([
    { what: "many objects", element: "java/lang/Object", length: 100_000 },
    { what: "an object that could never fit", element: "java/lang/Object", length: 2_000_000_000 },
  ])("$what are an OutOfMemoryError", async ({ element, length }) => {
    const root = directoryOf({
      "Main.class": emptyClass({ sourceFile: "Main.java" }).method(
        ACC_PUBLIC | ACC_STATIC,
        "main",
        "([Ljava/lang/String;)V",
        (code) => {
          // Each array holds the one before it.
          code.emit("aconst_null").emit("astore_1");
          const start = code.mark();
          code.line(9).pushInt(length).emit("anewarray", element).emit("astore_2");
          code.emit("aload_2").pushInt(0).emit("aload_1").emit("aastore");
          code.emit("aload_2").emit("astore_1").emit("goto", start);
        },
      ),
    });
    const ran = await run(["-cp", root, "Main"]);
    expect(ran).toMatchObject({ exitCode: 1, out: "" });
    expect(ran.err).toMatch(
      /^Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n/,
    );
  });
});

describe("runs that do not end", () => {
  test("a limit of instructions", async () => {
    const ran = await running(LOOP, ["--max-instructions", "1000"]);
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(ran.err).toMatch(
      /^error\[E402_LIMIT_REACHED\]: the run was stopped after \d+ instructions\n {2}hint: /,
    );
  });

  test("Ctrl-C", async () => {
    const ran = await running(
      (code) => {
        print("started")(code);
        LOOP(code);
      },
      [],
      { interruptAtFlush: 1 },
    );
    expect(ran).toEqual({ exitCode: 130, out: "started\n", err: "" });
  });

  test("a deadlock shows which thread waits where", async () => {
    const ran = await running((code) => {
      code.line(20).pushString("lock").emit("astore_1").emit("aload_1").emit("monitorenter");
      code.line(21).emit("aload_1");
      code.emit("invokevirtual", { owner: "java/lang/Object", name: "wait", descriptor: "()V" });
      code.emit("aload_1").emit("monitorexit");
    });
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, out: "" });
    expect(ran.err).toMatch(
      /^deadlock: no thread can continue\n {2}thread "main" .*at Main\.main\(Main\.java:21\)\n$/,
    );
  });

  test("too many threads", async () => {
    const root = directoryOf({
      "Main.class": mainClass(
        (code) => {
          const start = code.mark();
          code.emit("new", "Main").emit("dup");
          code.emit("invokespecial", { owner: "Main", name: "<init>", descriptor: "()V" });
          code.emit("invokevirtual", { owner: "Main", name: "start", descriptor: "()V" });
          code.emit("goto", start);
          code.mark();
        },
        { superName: "java/lang/Thread" },
      )
        .method(ACC_PUBLIC, "<init>", "()V", constructor("java/lang/Thread"))
        .method(ACC_PUBLIC, "run", "()V", (code) => {
          code.pushLong(1_000_000n);
          code.emit("invokestatic", {
            owner: "java/lang/Thread",
            name: "sleep",
            descriptor: "(J)V",
          });
          code.emit("return");
        }),
    });
    const ran = await run(["-cp", root, "Main"]);
    expect(ran.err).toContain("java.lang.OutOfMemoryError: unable to create native thread");
    expect(ran.err).not.toContain("internal error");
    expect(ran.exitCode).toBe(1);
  }, 60_000);
});

describe("files that are written", () => {
  test("--stats and --opcodes", async () => {
    const root = directoryOf({ "Main.class": mainClass(print("x")) });
    const ran = await run([
      "--stats",
      `${root}/s.json`,
      "--opcodes",
      `${root}/o.json`,
      "-cp",
      root,
      "Main",
    ]);
    expect(ran).toEqual({ exitCode: 0, out: "x\n", err: "" });
    const stats: unknown = JSON.parse(readFileSync(`${root}/s.json`, "utf8"));
    expect(stats).toMatchObject({ instructions: expect.any(Number), collections: 0 });
    expect(JSON.parse(readFileSync(`${root}/o.json`, "utf8"))).toContain(0xb1);
  });
});
