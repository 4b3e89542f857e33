/** What other threads can observe, asked directly: each question is also an access that is remembered. */
import { beforeEach, describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_FINAL,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { STATIC_BASE } from "../../../../src/vm/memory/memory.ts";
import { tryLock } from "../../../../src/vm/memory/monitors.ts";
import { effects, Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { callObservability } from "../../../../src/vm/sharing/native-calls.ts";
import { share, shareEverything } from "../../../../src/vm/sharing/shared-objects.ts";
import { Assumption } from "../../../../src/vm/sharing/thread-assumptions.ts";
import { machineOf } from "../../../support/machine.ts";

const NAME = "Data";
const COPY = "copy(LData;LData;)V";

function assemble(): ClassAssembler {
  const cls = new ClassAssembler({ name: NAME });
  cls.field(ACC_PUBLIC, "a", "I").field(ACC_PUBLIC, "b", "I");
  cls.field(ACC_PUBLIC | ACC_FINAL, "f", "I").field(ACC_PUBLIC | ACC_STATIC, "s", "I");
  const methods = ["main([Ljava/lang/String;)V", COPY];
  for (const method of methods) {
    const at = method.indexOf("(");
    cls.method(ACC_PUBLIC | ACC_STATIC, method.slice(0, at), method.slice(at), (code) => {
      code.emit("return");
    });
  }
  return cls;
}

function booted(): Machine {
  const { m } = machineOf({
    mainClass: NAME,
    classes: [assemble()],
    jdk: null,
    undo: true,
    checking: true,
  });
  m.canCollect = false;
  m.commit();
  shareEverything(m);
  m.guards.prepare();
  m.watches = true;
  m.sharing.takeRefuted();
  return m;
}

let m: Machine;
let object: number;
let a: number;

const by = <T>(thread: number, ask: () => T): T => {
  m.thread = thread;
  return ask();
};
const reads = (thread: number, ref = object): boolean =>
  by(thread, () => m.sharing.field(ref, a, false));
const writes = (thread: number, ref = object): boolean =>
  by(thread, () => m.sharing.field(ref, a, true));
const newObject = (): number => m.newObject(m.requireClass(NAME));

beforeEach(() => {
  m = booted();
  a = m.fieldOffset(NAME, "a");
  object = newObject();
  share(m, object);
});

describe("a field", () => {
  test("of a private object is nobody's business", () => {
    const mine = newObject();
    expect([writes(0, mine), writes(1, mine), m.sharing.isRefuted]).toEqual([false, false, false]);
  });

  test("is not watched while there are no other threads", () => {
    m.watches = false;
    expect([writes(0), writes(1), m.sharing.isRefuted]).toEqual([false, false, false]);
  });

  test("that is only read is read unobserved", () => {
    expect([reads(0), reads(1), m.sharing.isRefuted]).toEqual([false, false, false]);
  });

  test("that one thread has to itself is accessed unobserved, until another comes", () => {
    expect([writes(0), reads(0), writes(0)]).toEqual([false, false, false]);
    expect(m.sharing.refuted).toEqual([["Data.a", 1]]);
    expect([reads(1), reads(0)]).toEqual([true, true]);
    expect(m.sharing.refuted).toEqual([["Data.a", 2]]);
  });

  test("of an object whose monitor all hold is accessed unobserved", () => {
    m.thread = 1;
    tryLock(m, object);
    expect([writes(1), reads(1)]).toEqual([false, false]);
    expect(reads(0)).toBe(true);
  });

  test("is guarded by what was settled when the thread would not have stopped, too", () => {
    m.stopsAtVisible = false;
    writes(0);
    m.stopsAtVisible = true;
    expect(writes(1)).toBe(true);
  });

  test("is observed by an invariant", () => {
    m.sharing.fields.isInvariantRunning = true;
    expect(reads(0)).toBe(true);
    m.sharing.fields.isInvariantRunning = false;
    expect(reads(1)).toBe(true);
  });
});

describe("other memory", () => {
  test("elements have one level for all arrays of a class", () => {
    const arrays = [m.newPrimitiveArray("I", 2), m.newPrimitiveArray("I", 2)] as const;
    for (const array of arrays) share(m, array);
    const access = (thread: number, array: number): boolean =>
      by(thread, () => m.sharing.elements(array, true));
    expect([access(0, arrays[0]), access(1, arrays[0]), access(0, arrays[1])]).toEqual([
      false,
      true,
      true,
    ]);
    expect(m.sharing.refuted).toEqual([["[I", 2]]);
  });

  test("a word is the field that it belongs to", () => {
    by(0, () => m.sharing.word(object, object + a, true));
    expect(m.sharing.refuted).toEqual([["Data.a", 1]]);
  });

  test("to write a final field by its address makes final fields like any other", () => {
    const f = m.fieldOffset(NAME, "f");
    by(0, () => m.sharing.word(object, object + f, false));
    expect(m.space.modes.readsFinals).toBe(true);
    by(0, () => m.sharing.word(object, object + f, true));
    expect(m.space.modes.readsFinals).toBe(false);
    expect(m.sharing.threads.isRefuted(Assumption.finals)).toBe(true);
  });

  test("whoever writes between static fields can do anything", () => {
    const behind = STATIC_BASE + m.program.statics.words + 2;
    expect(m.sharing.word(0, behind, true)).toBe(true);
    expect([m.sharing.fields.isAssumed, m.sharing.threads.areMade]).toEqual([false, false]);
    expect(reads(0)).toBe(true);
  });
});

test("a native call asks for all that it touches, even if the first answer is yes", () => {
  const other = newObject();
  share(m, other);
  const method = m.requireClass(NAME).methodsByKey.get(COPY)!;
  const native = effects(["0.a"], ["1.b"], () => Outcome.done);
  const call = callObservability(method, native);
  writes(0);
  writes(1);
  expect(m.sharing.refuted).toEqual([["Data.a", 2]]);
  const base = m.sp;
  m.S[base] = object;
  m.S[base + 2] = other;
  expect(m.sharing.nativeCall(call, base)).toBe(true);
  expect(m.sharing.refuted).toEqual([
    ["Data.a", 2],
    ["Data.b", 1],
  ]);
});

describe("monitors", () => {
  test("to enter one is observable where it is shared and not held", () => {
    m.thread = 0;
    expect([m.sharing.monitorEnter(newObject()), m.sharing.monitorEnter(object)]).toEqual([
      false,
      true,
    ]);
    tryLock(m, object);
    expect(m.sharing.monitorEnter(object)).toBe(false);
    expect(by(1, () => m.sharing.monitorEnter(object))).toBe(true);
  });

  test("to leave one is observable if threads are asked for their states", () => {
    tryLock(m, object);
    expect(m.sharing.monitorExit(object)).toBe(false);
    m.sharing.threads.noteStateQuery();
    expect(m.sharing.monitorExit(object)).toBe(true);
  });
});

describe("what was refuted", () => {
  test("is taken once", () => {
    writes(0);
    expect([m.sharing.isRefuted, m.sharing.takeRefuted(), m.sharing.takeRefuted()]).toEqual([
      true,
      true,
      false,
    ]);
    m.sharing.threads.refute(Assumption.interrupts);
    expect([m.sharing.takeRefuted(), m.sharing.isRefuted]).toEqual([true, false]);
    m.sharing.threads.refute(Assumption.interrupts);
    expect(m.sharing.isRefuted).toBe(false);
  });

  test("stays when the accesses are taken back", () => {
    const mark = m.beginTransition(0, 0);
    writes(0);
    m.undoTo(mark);
    expect([m.sharing.refuted, m.H[m.guards.wordOf(object)]]).toEqual([[["Data.a", 1]], 0]);
  });

  test("can be adopted by another machine, for classes that it does not know yet", () => {
    writes(0);
    m.sharing.threads.refute(Assumption.queries);
    m.sharing.assumeNothing();
    const { refuted } = m.sharing;
    expect(refuted.map(([name]) => name)).toEqual(["!accesses", "!queries", "!threads", "Data.a"]);
    const other = booted();
    other.sharing.adopt(refuted);
    expect([other.sharing.refuted, other.sharing.isRefuted]).toEqual([refuted, false]);
  });

  test("is forgotten where it is not to be learned, but for states and final fields", () => {
    m.sharing.threads.refute(Assumption.peeks);
    const before = m.sharing.refuted;
    m.sharing.withoutLearning(() => {
      writes(0);
      m.sharing.threads.refute(Assumption.queues);
      m.sharing.assumeNothing();
    });
    expect(m.sharing.refuted).toEqual(before);
    m.sharing.withoutLearning(() => {
      m.sharing.refuteFinalFields();
      m.sharing.threads.noteStateQuery();
    });
    expect(m.sharing.refuted.map(([name]) => name)).toEqual(["!finals", "!peeks", "!states"]);
  });
});
