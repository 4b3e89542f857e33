import { describe, expect, test } from "vitest";
import { describeOperation, programText } from "../../../../src/report/check/operation-text.ts";
import { rowTexts } from "../../../../src/report/check/row-texts.ts";
import { LEFT, SPURIOUS } from "../../../../src/search/trace/call-operations.ts";
import type { Operation, OperationKind } from "../../../../src/search/trace/trace.ts";
import { operation, place } from "./fixtures.ts";

const inside = (library: string) => place(5, { library });
const onAtomic = (method: string) => inside(`AtomicInteger#1.${method}`);

const textOf = (operations: readonly Operation[]): string =>
  rowTexts(
    operations.flatMap((each) => {
      const text = programText(each);
      return text === null ? [] : [{ operation: each, text }];
    }),
  ).join("; ");

const KINDS = {
  read: "reads X = v",
  write: "writes X = v",
  update: "X: v",
  enter: "locks X",
  leave: "unlocks X",
  block: "waits for the monitor of X",
  wait: "does not wait on X",
  wake: "continues after waiting on X",
  notify: "notifies all threads on X",
  start: "starts X",
  join: "joins X",
  sleep: "v",
  park: "v",
  unpark: "unparks X",
  interrupt: "interrupts X",
  choose: "chooses v",
  call: "X = v",
  end: "ends",
  throw: "X = v",
} as const satisfies Record<OperationKind, string>;

const isKind = (text: string): text is OperationKind => text in KINDS;

test.each(Object.keys(KINDS).filter(isKind))("an operation of kind %s has a text", (kind) => {
  expect(describeOperation(operation(kind, "X", "v"))).toBe(KINDS[kind]);
});

test.each([
  { given: operation("write", "X", "2", place(1), "1"), text: "X: 1 → 2" },
  { given: operation("write", "X", "1", place(1), "1"), text: "writes X = 1, as before" },
  { given: operation("wait", "X", "waits"), text: "waits on X" },
  { given: operation("join", "T", "waits"), text: "waits for the end of T" },
  { given: operation("notify", "X", null), text: "notifies one thread on X" },
  { given: operation("wake", "X", LEFT), text: "stops waiting for a notification on X" },
  { given: operation("wake", "X", SPURIOUS), text: "wakes up spuriously, waiting on X" },
  { given: operation("sleep", "", null), text: "sleep" },
])("$text", ({ given, text }) => {
  expect(describeOperation(given)).toBe(text);
});

describe("operations inside the library", () => {
  test("are shown as one call", () => {
    const at = inside("HashMap#1.put");
    expect(
      textOf([
        operation("read", "HashMap#1.table", "null", at),
        operation("write", "Node[16]#1[3]", "Node#1", at),
        operation("enter", "Node#1", null, at),
      ]),
    ).toBe("HashMap#1.put()");
  });

  test("show the values of atomics", () => {
    expect(
      textOf([
        operation("read", "AtomicInteger#1.value", "3", onAtomic("get")),
        operation("write", "AtomicInteger#1.value", "4", onAtomic("set")),
        operation("update", "AtomicInteger#1.value", "4 → 5", onAtomic("incrementAndGet")),
      ]),
    ).toBe(
      "AtomicInteger#1.get() = 3; AtomicInteger#1.set(4); AtomicInteger#1.incrementAndGet(): 4 → 5",
    );
  });

  test("show where a thread waits", () => {
    const at = inside("Semaphore#1.acquire");
    expect(textOf([operation("call", "Semaphore#1.acquire", "waits", at)])).toBe(
      "Semaphore#1.acquire() waits",
    );
  });

  test("and what a call does to threads is said with the call", () => {
    const at = inside("Pool#1.submit");
    expect(
      textOf([
        operation("read", "Pool#1.size", "0", at),
        operation("start", "worker-1", null, at),
        operation("start", "worker-2", null, at),
        operation("call", "Pool#1.submit", "waits", at),
      ]),
    ).toBe("Pool#1.submit() starts worker-1, worker-2; waits");
  });

  test("are not shown if the program did not call", () => {
    const nowhere = place(233, { isProgram: false, file: "Thread.java" });
    expect(textOf([operation("read", "x", "1", nowhere), operation("end", "T", null)])).toBe("");
  });

  test.each(["Thread.<init>", "ClassInit.run", "Linker.link", "Integer.valueOf", '"a b".split'])(
    "are not shown of %s",
    (library) => {
      expect(programText(operation("read", "A.x", "1", inside(library)))).toBeNull();
    },
  );

  test("nor what a class initialiser reads and writes", () => {
    const at = place(3, { method: "p.Color.<clinit>" });
    expect(programText(operation("write", "Color.RED", "Color.RED", at, "null"))).toBeNull();
    expect(programText(operation("enter", "Lock#1", null, at))).toBe("locks Lock#1");
  });
});

describe("what one line does", () => {
  const read = (value: string) => operation("read", "X", value);
  const write = (before: string, value: string) => operation("write", "X", value, place(1), before);

  test("a read belongs to the write after it", () => {
    expect(textOf([read("0"), write("0", "1")])).toBe("X: 0 → 1");
  });

  test("unless another thread has written in between", () => {
    expect(textOf([read("0"), write("5", "1")])).toBe("reads X = 0; X: 5 → 1");
  });

  test("several changes of a variable are one text", () => {
    expect(textOf([write("0", "1"), write("1", "2"), write("2", "3")])).toBe("X: 0 → 1 → 2 → 3");
    const many = Array.from({ length: 9 }, (_, i) => write(String(i), String(i + 1)));
    expect(textOf(many)).toBe("X: 0 → 1 → … → 9");
  });

  const lock = operation("enter", "A#1", null);
  const unlock = operation("leave", "A#1", null);

  test("what is locked on one line only is said in brackets", () => {
    expect(textOf([lock, read("1"), unlock])).toBe("reads X = 1 (locks A#1)");
    expect(textOf([lock, unlock])).toBe("locks A#1; unlocks A#1");
    expect(textOf([lock, read("1")])).toBe("locks A#1; reads X = 1");
  });

  test("a verb is not repeated", () => {
    expect(textOf([operation("start", "A", null), operation("start", "B", null), read("1")])).toBe(
      "starts A, B; reads X = 1",
    );
  });

  test("nor is a read that a loop does again", () => {
    expect(textOf([read("1"), operation("read", "Y", "2"), read("1")])).toBe("reads X = 1, Y = 2");
  });
});
