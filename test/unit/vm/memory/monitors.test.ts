/**
 * The lock word: 12 bits of owner and 20 bits of count in 32. What fits must
 * work to the last entry, what does not fit must be refused and not wrap round.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
} from "../../../../src/classfile/format/access-flags.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { MAX_THREADS } from "../../../../src/vm/memory/memory.ts";
import {
  lockCount,
  lockOwner,
  tryLock,
  unlock,
  unlockFully,
} from "../../../../src/vm/memory/monitors.ts";
import { callStatic, machineOf } from "../../../support/machine.ts";

vi.setConfig({ testTimeout: 60_000 });

const NAME = "Monitors";
const STATIC = ACC_PUBLIC | ACC_STATIC;
const MAX_ENTRIES = 2 ** 20 - 1;

/** enter(Object, n) and leave(Object, n), and a synchronized method that calls itself for ever. */
function assemble(): ClassAssembler {
  const cls = new ClassAssembler({ name: NAME });
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => void code.emit("return"));
  for (const [name, op] of [
    ["enter", "monitorenter"],
    ["leave", "monitorexit"],
  ] as const) {
    cls.method(STATIC, name, "(Ljava/lang/Object;I)V", (code) => {
      const loop = code.mark();
      const end = code.label();
      code.emit("iload_1").emit("ifle", end).emit("aload_0").emit(op);
      code.emit("iinc", 1, -1).emit("goto", loop);
      code.mark(end);
      code.emit("return");
    });
  }
  cls.method(STATIC | ACC_SYNCHRONIZED, "recurse", "(I)I", (code) => {
    code.emit("iload_0").emit("iconst_1").emit("iadd");
    code.emit("invokestatic", { owner: NAME, name: "recurse", descriptor: "(I)I" });
    code.emit("ireturn");
  });
  return cls;
}

let m: Machine;
let object: number;
const call = (name: string, times: number) =>
  callStatic(m, NAME, `${name}(Ljava/lang/Object;I)V`, [object, times]);

beforeEach(() => {
  m = machineOf({ mainClass: NAME, classes: [assemble()], jdk: null }).m;
  object = m.newObject(m.requireClass("java/lang/Object"));
});

describe("a monitor entered by one thread", () => {
  test("counts its entries and is free after as many exits", () => {
    expect(lockOwner(m, object)).toBe(-1);
    call("enter", 1000);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([0, 1000]);
    call("leave", 999);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([0, 1]);
    call("leave", 1);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([-1, 0]);
  });

  test("leaving once too often is an error", () => {
    call("enter", 3);
    expect(call("leave", 4)).toEqual({ threw: "java/lang/IllegalMonitorStateException" });
    expect(lockOwner(m, object)).toBe(-1);
  });

  test("can be entered 2^20 - 1 times, and left as often", () => {
    call("enter", MAX_ENTRIES);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([0, MAX_ENTRIES]);
    call("leave", MAX_ENTRIES - 1);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([0, 1]);
    call("leave", 1);
    expect(lockOwner(m, object)).toBe(-1);
  });

  test("entering once more is refused by name", () => {
    call("enter", MAX_ENTRIES);
    expect(() => call("enter", 1)).toThrow("monitor");
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([0, MAX_ENTRIES]);
  });
});

describe("the owner", () => {
  test.each([0, 1, 15, 16, 2046, MAX_THREADS - 1])("may be thread %i", (thread) => {
    m.thread = thread;
    expect(tryLock(m, object, MAX_ENTRIES)).toBe(true);
    expect([lockOwner(m, object), lockCount(m, object)]).toEqual([thread, MAX_ENTRIES]);
    m.thread = thread ^ 1;
    expect(tryLock(m, object)).toBe(false);
    expect(unlock(m, object)).toBe(false);
    m.thread = thread;
    expect(unlockFully(m, object)).toBe(MAX_ENTRIES);
    expect(lockOwner(m, object)).toBe(-1);
  });
});

test("a stack overflow leaves every synchronized method it passes", () => {
  const result = callStatic(m, NAME, "recurse(I)I", [0]);
  expect(result).toEqual({ threw: "java/lang/StackOverflowError" });
  const mirror = m.mirror(m.requireClass(NAME));
  expect([lockOwner(m, mirror), lockCount(m, mirror)]).toEqual([-1, 0]);
});
