/** What one thread does and another notices, although nothing seemed to tell it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ClassAssembler } from "../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../src/classfile/assembling/code-builder.ts";
import { ACC_FINAL, ACC_PUBLIC, ACC_STATIC } from "../../src/classfile/format/access-flags.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";
import { isLong } from "../support/size.ts";
import { FEW_WAYS, smallChecks, WAYS } from "../support/small-checks.ts";

const MINUTES = 60_000;
const SOURCES = ["Assembled", "Exceptions", "Library", "Memory", "Names", "Threads"];
const compiled = compiledForTests(
  ...SOURCES.map((name) => join(import.meta.dirname, "unnoticed", `${name}.java`)),
);
const { check } = smallChecks(compiled);

/** All end with "bad" on some schedule. */
const BAD = [
  "Blocked",
  "BlockedByNothing",
  "Halted",
  "HookTooLate",
  "HandlerCleared",
  "AtomicSleeps",
  "AtomicWaits",
  "EndsByError",
  "HandleArguments",
  "UpperHalf",
  "FinalUpperHalf",
  "StaticUpperHalf",
  "WrittenTogether",
  "ReadTogether",
  "NoHandler",
  "Suppressed",
  "OwnInterrupted",
  "OwnMessage",
  "OwnBacktrace",
  "SharedBacktrace",
  "WrittenByAnother",
  "WrittenByUnknown",
  "SameName",
  "Neighbours",
  "StillWaiting",
  "LockedBetween",
  "WaitersLeave",
  "TimedWriter",
  "Tidying",
  "Drained",
  "Gathered",
  "CountedByEntry",
  "Overlooked",
  "RemovedByValue",
  "AfterTake",
  "Compared",
  "CountedByKey",
];

/** What goes wrong there is not found, and that something may be is told. */
const LEFT_OUT = ["SetOut", "ReadEarly", "WrittenLate"];

/** Nothing goes wrong. */
const FINE = ["FailTwice", "GroupOfStarting", "ExitTwice", "TidiedUp"];

function constructed(code: CodeBuilder): CodeBuilder {
  const descriptor = "()V";
  code.emit("aload_0");
  return code.emit("invokespecial", { owner: "java/lang/Object", name: "<init>", descriptor });
}

function reaching(): ClassAssembler {
  const value = { owner: "Reaching", name: "value", descriptor: "I" };
  const cls = new ClassAssembler({ name: "Reaching", majorVersion: 61 });
  cls.field(ACC_FINAL, "value", "I");
  cls.method(0, "<init>", "()V", (code) => {
    constructed(code).emit("return");
  });
  cls.method(0, "<init>", "(LReaching;)V", (code) => {
    constructed(code).emit("aload_1").emit("iconst_5").emit("putfield", value).emit("return");
  });
  return cls;
}

function losing(): ClassAssembler {
  const value = { owner: "Losing", name: "value", descriptor: "I" };
  const published = { owner: "WrittenByUnknown", name: "published", descriptor: "LLosing;" };
  const cls = new ClassAssembler({ name: "Losing", majorVersion: 61 });
  cls.field(ACC_FINAL, "value", "I");
  cls.method(0, "<init>", "()V", (code) => {
    constructed(code).emit("aload_0").emit("astore_1").emit("aconst_null").emit("astore_0");
    code.emit("aload_1").emit("putstatic", published);
    code.emit("aload_1").emit("iconst_5").emit("putfield", value).emit("return");
  });
  return cls;
}

function twins(): ClassAssembler {
  const number = { owner: "Twins", name: "value", descriptor: "I" };
  const flag = { owner: "Twins", name: "value", descriptor: "Z" };
  const cls = new ClassAssembler({ name: "Twins", majorVersion: 61 });
  cls.field(0, "value", "I").field(0, "value", "Z");
  cls.method(0, "<init>", "()V", (code) => {
    constructed(code).emit("return");
  });
  cls.method(0, "write", "()V", (code) => {
    code.emit("aload_0").emit("iconst_1").emit("putfield", flag);
    code.emit("aload_0").emit("iconst_1").emit("putfield", number).emit("return");
  });
  cls.method(0, "number", "()I", (code) => {
    code.emit("aload_0").emit("getfield", number).emit("ireturn");
  });
  cls.method(0, "flag", "()Z", (code) => {
    code.emit("aload_0").emit("getfield", flag).emit("ireturn");
  });
  return cls;
}

function old(): ClassAssembler {
  const value = { owner: "Old", name: "value", descriptor: "I" };
  const cls = new ClassAssembler({ name: "Old", majorVersion: 52 });
  cls.field(ACC_STATIC | ACC_FINAL, "value", "I");
  cls.method(ACC_STATIC, "set", "(I)V", (code) => {
    code.emit("iload_0").emit("putstatic", value).emit("return");
  });
  return cls;
}

/** An int is read by Unsafe as the upper half of a long. */
function neighbours(): ClassAssembler {
  const name = "Neighbours";
  const unsafe = "jdk/internal/misc/Unsafe";
  const choice = { owner: "deadwood/Verify", name: "getBoolean", descriptor: "()Z" };
  const get = { owner: unsafe, name: "getUnsafe", descriptor: `()L${unsafe};` };
  const offset = {
    owner: unsafe,
    name: "objectFieldOffset",
    descriptor: "(Ljava/lang/Class;Ljava/lang/String;)J",
  };
  const getLong = { owner: unsafe, name: "getLong", descriptor: "(Ljava/lang/Object;J)J" };
  const thrown = {
    owner: "java/lang/AssertionError",
    name: "<init>",
    descriptor: "(Ljava/lang/Object;)V",
  };
  const cls = new ClassAssembler({ name });
  cls.field(0, "lower", "I").field(0, "upper", "I");
  cls.method(0, "<init>", "()V", (code) => {
    constructed(code).emit("return");
  });
  return cls.method(ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    const end = code.label();
    code.emit("new", name).emit("dup");
    code.emit("invokespecial", { owner: name, name: "<init>", descriptor: "()V" }).emit("astore_1");
    code.emit("aload_1").emit("invokestatic", choice);
    code.emit("putfield", { owner: name, name: "upper", descriptor: "I" });
    code.emit("invokestatic", choice).emit("pop");
    code.emit("invokestatic", get).emit("aload_1");
    code
      .emit("invokestatic", get)
      .pushClass(name)
      .pushString("lower")
      .emit("invokevirtual", offset);
    code.emit("invokevirtual", getLong).pushInt(32).emit("lushr").emit("l2i").emit("ifeq", end);
    code.emit("new", thrown.owner).emit("dup").pushString("bad");
    code.emit("invokespecial", thrown).emit("athrow").mark(end);
    code.emit("return");
  });
}

describe.skipIf(installedJdk === null)("unnoticed", () => {
  beforeAll(() => {
    for (const each of [reaching(), losing(), twins(), old(), neighbours()]) {
      writeFileSync(join(compiled.folder, `${each.toClassFile().name}.class`), each.toBytes());
    }
  });

  describe.each(isLong ? WAYS : FEW_WAYS)("%j", (way) => {
    test.each(BAD)("%s", { timeout: MINUTES }, (program) => {
      expect(check(program, [], way).end).toContain("bad");
    });

    test("CountedByEntry, copied", { timeout: MINUTES }, () => {
      expect(check("CountedByEntry", ["copied"], way).end).toContain("bad");
    });

    test.each(["OwnDaemon", "ExitInHook", "DaemonTooLate"])(
      "%s",
      { timeout: MINUTES },
      (program) => {
        expect(check(program, [], way).end).toContain("deadlock");
      },
    );

    test.each(LEFT_OUT)("%s", { timeout: MINUTES }, (program) => {
      const { end, approximations } = check(program, [], way);
      expect(end).toBe("done");
      expect(approximations).not.toEqual([]);
    });

    test("DaemonExits", { timeout: MINUTES }, () => {
      expect(check("DaemonExits", [], way).exitCodes).toContain(3);
    });

    test.each(FINE)("%s", { timeout: MINUTES }, (program) => {
      expect(check(program, [], way)).toMatchObject({ end: "done", approximations: [] });
    });
  });

  test("what only one thread can reach needs no interleaving", { timeout: MINUTES }, () => {
    expect(check("LeavesOwn", [])).toMatchObject({ end: "done", approximations: [] });
  });
});
