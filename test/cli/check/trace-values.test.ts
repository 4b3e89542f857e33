/** What a trace says about values, monitors, threads and choices, on programs of a few instructions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { constructor, deadwood, directoryOf, mainClass } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

type Body = (code: CodeBuilder) => void;

const THREAD = "java/lang/Thread";
const FIELDS: readonly [string, string][] = [
  ["z", "Z"],
  ["b", "B"],
  ["c", "C"],
  ["s", "S"],
  ["i", "I"],
  ["j", "J"],
  ["f", "F"],
  ["d", "D"],
  ["text", "Ljava/lang/String;"],
  ["ints", "[I"],
  ["longs", "[J"],
  ["flags", "[Z"],
  ["lock", "Ljava/lang/Object;"],
];
const member = (name: string) => {
  const descriptor = FIELDS.find(([known]) => known === name)?.[1] ?? "";
  return { owner: "Main", name, descriptor };
};
const fail: Body = (code) => {
  code.pushInt(1).pushInt(0).emit("idiv").emit("pop");
};
const invoke = (code: CodeBuilder, owner: string, name: string, descriptor = "()V"): void => {
  code.emit("invokevirtual", { owner, name, descriptor });
};

/** Main is a Thread; `main` starts one that runs `run`, and goes on with `body`. */
async function operationsOf(body: Body, run: Body = () => {}): Promise<string[]> {
  const cls = mainClass(
    (code) => {
      code.emit("new", "java/lang/Object").emit("dup");
      code.emit("invokespecial", {
        owner: "java/lang/Object",
        name: "<init>",
        descriptor: "()V",
      });
      code.emit("putstatic", member("lock"));
      code.emit("new", "Main").emit("dup");
      code.emit("invokespecial", { owner: "Main", name: "<init>", descriptor: "()V" });
      code.emit("dup").emit("astore_1");
      invoke(code, "Main", "start");
      code.line(20);
      body(code);
    },
    { superName: THREAD },
  )
    .method(ACC_PUBLIC, "<init>", "()V", constructor(THREAD))
    .method(ACC_PUBLIC, "run", "()V", (code) => {
      code.line(40);
      run(code);
      code.emit("return");
    });
  for (const [name, descriptor] of FIELDS) cls.field(ACC_STATIC, name, descriptor);
  const root = directoryOf({ "Main.class": cls });
  const file = join(root, "r.json");
  const options = ["--heap", "4m", "--stack", "64k", "--json", file, "-cp", root];
  const ran = await deadwood(["check", ...options, "Main"]);
  expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
  const report: CheckReport = JSON.parse(readFileSync(file, "utf8"));
  const [violation] = report.violations;
  return (violation?.trace.steps ?? []).flatMap((step) =>
    step.operations
      .filter(({ place }) => place.isProgram && place.library === null)
      .map(({ kind, target, value }) => `${kind} ${target}${value === null ? "" : ` ${value}`}`),
  );
}

describe("values", () => {
  test("of every type, as their fields keep them", async () => {
    const found = await operationsOf((code) => {
      code.pushInt(3).emit("putstatic", member("z"));
      code.pushInt(300).emit("putstatic", member("b"));
      code.pushInt(65).emit("putstatic", member("c"));
      code.pushInt(70_000).emit("putstatic", member("s"));
      code.pushInt(-7).emit("putstatic", member("i"));
      code.pushLong(-(2n ** 62n)).emit("putstatic", member("j"));
      code.pushFloat(1.5).emit("putstatic", member("f"));
      code.pushDouble(-0.25).emit("putstatic", member("d"));
      code.pushString('say "hi"').emit("putstatic", member("text"));
      code.emit("getstatic", member("j")).emit("pop2");
      code.emit("getstatic", member("text")).emit("pop");
      fail(code);
    });
    expect(found).toEqual([
      "write Main.z true",
      "write Main.b 44",
      "write Main.c 'A'",
      "write Main.s 4464",
      "write Main.i -7",
      "write Main.j -4611686018427387904",
      "write Main.f 1.5",
      "write Main.d -0.25",
      'write Main.text "say \\"hi\\""',
      "read Main.j -4611686018427387904",
      'read Main.text "say \\"hi\\""',
    ]);
  });

  test("of array elements", async () => {
    const found = await operationsOf((code) => {
      code.pushInt(2).emit("newarray", 10).emit("dup").emit("putstatic", member("ints"));
      code.pushInt(1).pushInt(9).emit("iastore");
      code.pushInt(3).emit("newarray", 11).emit("dup").emit("putstatic", member("longs"));
      code.pushInt(2).pushLong(5n).emit("lastore");
      code
        .pushInt(9)
        .emit("newarray", 4)
        .emit("dup")
        .emit("dup")
        .emit("putstatic", member("flags"));
      code.pushInt(8).pushInt(1).emit("bastore").pushInt(8).emit("baload").emit("pop");
      fail(code);
    });
    expect(found).toEqual([
      "write Main.ints int[2]#1",
      "write int[2]#1[1] 9",
      "write Main.longs long[3]#1",
      "write long[3]#1[2] 5",
      "write Main.flags boolean[9]#1",
      "write boolean[9]#1[8] true",
      "read boolean[9]#1[8] true",
    ]);
  });

  test("an access that throws is not shown", async () => {
    const found = await operationsOf((code) => {
      code.emit("getstatic", member("ints")).pushInt(0).emit("iaload").emit("pop");
    });
    expect(found).toEqual(["read Main.ints null"]);
  });
});

describe("monitors", () => {
  test("entering again is not shown, only the last leave", async () => {
    const found = await operationsOf((code) => {
      code.emit("getstatic", member("lock")).emit("astore_2");
      for (const enter of [true, true, false, false]) {
        code.emit("aload_2").emit(enter ? "monitorenter" : "monitorexit");
      }
      fail(code);
    });
    expect(found).toEqual(["read Main.lock Object#1", "enter Object#1", "leave Object#1"]);
  });

  test("waiting and notifying", async () => {
    const found = await operationsOf(
      (code) => {
        code.emit("getstatic", member("lock")).emit("dup").emit("monitorenter");
        invoke(code, "java/lang/Object", "wait");
        fail(code);
      },
      (code) => {
        code.emit("getstatic", member("lock")).emit("dup").emit("dup").emit("monitorenter");
        invoke(code, "java/lang/Object", "notifyAll");
        code.emit("monitorexit");
      },
    );
    const about = found.filter((text) => !text.startsWith("read"));
    expect(about).toContain("enter Object#1");
    expect(about).toContain("notify Object#1 all");
  });
});

describe("choices", () => {
  test("are shown with the chosen value", async () => {
    const found = await operationsOf((code) => {
      code.pushInt(5).pushInt(7);
      code.emit("invokestatic", { owner: "deadwood/Verify", name: "getInt", descriptor: "(II)I" });
      // 1 / (7 - choice) fails for the last one only.
      code.emit("istore_2").pushInt(1).pushInt(7).emit("iload_2").emit("isub").emit("idiv");
      code.emit("pop");
    });
    expect(found).toContain("choose int 7");
  });
});
