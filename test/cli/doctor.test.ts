/** `deadwood doctor`: what it says about the machine, and about programs that need what there is not. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import type { DoctorReport } from "../../src/doctor/doctor-report.ts";
import { deadwood, directoryOf, emptyClass, mainClass, print, type Ran } from "./support.ts";

const NATIVE = 0x0100;
const STATIC = 0x0008;

async function reportOf(argv: readonly string[], env = {}): Promise<DoctorReport & { ran: Ran }> {
  const file = join(directoryOf({}), "report.json");
  const ran = await deadwood(["doctor", "--json", file, ...argv], { env });
  const report: DoctorReport = JSON.parse(readFileSync(file, "utf8"));
  return { ...report, ran };
}

/** A branch that is not taken without arguments: what follows is needed only with one. */
const call = (owner: string, name: string) =>
  mainClass((code) => {
    const end = code.label();
    code.emit("aload_0").emit("arraylength").emit("ifeq", end);
    code.emit("invokestatic", { owner, name, descriptor: "()V" });
    code.mark(end);
  });

describe("the machine", () => {
  test("is examined without a program", async () => {
    const { ran, machine, program, verdict, tool } = await reportOf([]);
    expect(ran.err).toBe("");
    expect(program).toBe(null);
    expect(tool).toMatch(/^deadwood \d/);
    const topics = machine.map(({ topic }) => topic);
    expect(topics).toEqual(
      expect.arrayContaining(["Node", "memory", "models", "files", "JDK", "terminal"]),
    );
    expect(machine.find(({ topic }) => topic === "Node")?.text).toContain(process.versions.node);
    expect(verdict).not.toBe("refused");
    expect(ran.exitCode).toBe(ExitCode.safe);
    for (const { text } of machine) expect(ran.out).toContain(text);
  });

  test("says which JDKs there are, and which is used", async () => {
    const root = directoryOf({
      "good/bin/java": "",
      "good/release": 'JAVA_VERSION="21.0.1"\n',
      "good/jmods/java.base.jmod": "not a jmod",
    });
    const { machine, verdict, ran } = await reportOf([], { JAVA_HOME: join(root, "good") });
    const used = machine.find(({ text }) => text.includes("(JAVA_HOME)"));
    expect(used).toMatchObject({ topic: "JDK", finding: "refused" });
    expect(used?.text).toContain("not usable");
    expect(verdict).toBe("refused");
    expect(ran.exitCode).toBe(ExitCode.badInput);
  });

  test("a JDK that is found in several ways is listed once", async () => {
    const root = directoryOf({ "jdk/bin/java": "", "jdk/lib/modules": "damaged" });
    mkdirSync(join(root, "bin"));
    symlinkSync(join(root, "jdk/bin/java"), join(root, "bin/java"));
    const env = { JAVA_HOME: join(root, "jdk"), PATH: join(root, "bin") };
    const { machine } = await reportOf([], env);
    const here = machine.filter(({ text }) => text.includes(root));
    expect(here.map(({ text }) => text).join("\n")).toContain("(JAVA_HOME, PATH)");
    expect(here).toHaveLength(1);
  });

  test("--jdk without a JDK is refused", async () => {
    const { machine, ran } = await reportOf(["--jdk", "/no/such"]);
    expect(ran.exitCode).toBe(ExitCode.badInput);
    expect(machine.find(({ finding }) => finding === "refused")?.text).toContain("/no/such");
  });

  test("--quiet prints the verdict alone", async () => {
    const { out } = await deadwood(["doctor", "--quiet"]);
    expect(out).toMatch(/^(?:fine|warnings): .*\n$/);
  });
});

describe("a program", () => {
  test("that needs nothing special is fine", async () => {
    const directory = directoryOf({ "Main.class": mainClass(print("hello")) });
    const { program, ran } = await reportOf(["-cp", directory, "Main", "1"]);
    expect(program?.needs).toMatchObject({
      mainClass: "Main",
      programClasses: 1,
      missing: [],
      refused: [],
      reflection: [],
    });
    expect(program?.trial).toMatchObject({ outcome: "ended", threads: 1, error: null });
    expect(program?.name).toBe("Main 1");
    // What the program prints is not the doctor's to print.
    expect(ran.out).not.toContain("hello");
  });

  const withNative = () =>
    directoryOf({
      "Main.class": call("Other", "first"),
      "Other.class": emptyClass({ name: "Other", sourceFile: "Other.java" })
        .method(STATIC, "first", "()V", (code) => {
          code.line(3).emit("invokestatic", { owner: "Other", name: "jni", descriptor: "()V" });
          code.emit("return");
        })
        .method(STATIC | NATIVE, "jni", "()V", null),
    });

  test("may reach a native method that is refused: the chain of calls is shown", async () => {
    const { program, ran, verdict } = await reportOf(["-cp", withNative(), "Main"]);
    expect(verdict).toBe("warnings");
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(program?.needs?.refused).toEqual([
      {
        name: "Other.jni()V",
        reason: null,
        chain: [
          { method: "Main.main", at: "Main.java:7", origin: "application" },
          { method: "Other.first", at: "Other.java:3", origin: "application" },
        ],
      },
    ]);
    expect(ran.out).toContain(
      "      Other.jni()V\n        Main.main (Main.java:7)\n        Other.first (Other.java:3)\n",
    );
  });

  test("that reaches it in a run under one schedule is refused for sure", async () => {
    const { program, ran, verdict } = await reportOf(["-cp", withNative(), "Main", "now"]);
    expect(verdict).toBe("refused");
    expect(ran.exitCode).toBe(ExitCode.badInput);
    expect(program?.trial?.outcome).toBe("refused");
    expect(program?.trial?.error).toContain("native method Other.jni()V is not supported");
    const checked = await deadwood(["check", "-cp", withNative(), "Main", "now"]);
    expect(checked.exitCode).toBe(ExitCode.badInput);
  });

  test("names classes that are missing or damaged", async () => {
    const directory = directoryOf({
      "Main.class": call("Damaged", "go"),
      "Damaged.class": Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 0, 0),
    });
    const damaged = await reportOf(["-cp", directory, "Main"]);
    expect(damaged.program?.needs?.missing).toMatchObject([{ name: "Damaged" }]);
    expect(damaged.program?.needs?.missing[0]?.reason).toMatch(/Damaged\.class/);
    const gone = await reportOf([
      "-cp",
      directoryOf({ "Main.class": call("p/Gone", "go") }),
      "Main",
    ]);
    expect(gone.program?.needs?.missing).toMatchObject([
      { name: "p.Gone", reason: null, chain: [{ method: "Main.main", at: "Main.java:7" }] },
    ]);
    expect(gone.ran.exitCode).toBe(ExitCode.safe);
    expect(gone.verdict).toBe("warnings");
  });

  test("follows overriding methods of objects that the program makes, and no others", async () => {
    const runner = (name: string, native: string) =>
      emptyClass({ name, interfaces: ["java/lang/Runnable"] })
        .method(1, "<init>", "()V", (code) => {
          code.emit("aload_0").emit("invokespecial", {
            owner: "java/lang/Object",
            name: "<init>",
            descriptor: "()V",
          });
          code.emit("return");
        })
        .method(1, "run", "()V", (code) => {
          code.emit("invokestatic", { owner: name, name: native, descriptor: "()V" });
          code.emit("return");
        })
        .method(STATIC | NATIVE, native, "()V", null);
    const directory = directoryOf({
      "Main.class": mainClass((code) => {
        code.emit("new", "Made").emit("invokespecial", {
          owner: "Made",
          name: "<init>",
          descriptor: "()V",
        });
      }),
      "Made.class": runner("Made", "reached"),
      "Unused.class": runner("Unused", "unreached"),
    });
    const { program } = await reportOf(["-cp", directory, "Main"]);
    expect(program?.needs?.refused.map(({ name }) => name)).toEqual(["Made.reached()V"]);
  });

  test("says where code is found by name", async () => {
    const directory = directoryOf({
      "Main.class": mainClass((code) => {
        code.pushString("Main").emit("invokestatic", {
          owner: "java/lang/Class",
          name: "forName",
          descriptor: "(Ljava/lang/String;)Ljava/lang/Class;",
        });
        code.emit("pop");
      }),
    });
    const { program } = await reportOf(["-cp", directory, "Main"]);
    expect(program?.needs?.reflection).toMatchObject([{ method: "Main.main", at: "Main.java:7" }]);
  });

  test("a deadlock and an endless loop are no obstacles", async () => {
    const dining = await reportOf(["DiningPhilosophers", "naive"]);
    expect(dining.program?.trial?.outcome).toMatch(/ended|deadlock/);
    expect(dining.ran.exitCode).toBe(ExitCode.safe);
  });

  test("that is not there is explained", async () => {
    const { exitCode, out, err } = await deadwood(["doctor", "DiningPhilosopher"]);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain("Did you mean DiningPhilosophers?");
  });

  test("a report that cannot be written is refused first", async () => {
    const { exitCode, out } = await deadwood(["doctor", "--json", "/no/such/x.json"]);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    const file = join(directoryOf({}), "folder");
    mkdirSync(file);
    writeFileSync(join(file, "x"), "");
    expect((await deadwood(["doctor", "--json", file])).exitCode).toBe(ExitCode.badInput);
  });
});
