import { describe, expect, test } from "vitest";
import { describeOperation, traceLines } from "../../../../src/report/check/schedule-text.ts";
import type { OperationKind } from "../../../../src/search/trace/trace.ts";
import { operation, place, step, violation } from "./fixtures.ts";

const read = (target: string, value: string, line: number) =>
  operation("read", target, value, place(line));

describe("columns", () => {
  test("one for each thread that runs, one block for its consecutive steps", () => {
    const steps = [
      step(0, [operation("start", "T", null, place(3))]),
      step(2, [read("A#1.x", "0", 7)]),
      step(2, [
        operation("write", "A#1.x", "1", place(7)),
        operation("leave", "A#1", null, place(8)),
      ]),
      step(0, [], { isPreemption: true, place: place(4) }),
    ];
    expect(traceLines(violation(steps, ["main", "idle", "T"]), 88)).toEqual([
      "    | main                                    | T",
      "    | --------------------------------------- | ---------------------------------------",
      " 1  | Main.java:3 starts T                    |",
      " 2  |                                         | Main.java:7 reads A#1.x = 0; writes",
      "    |                                         |  A#1.x = 1",
      "    |                                         | Main.java:8 leaves A#1",
      " 4! | at Main.java:4                          |",
    ]);
  });

  test("words that are too long are broken without loss", () => {
    const name = "x".repeat(70);
    const lines = traceLines(violation([step(0, [read(name, "0", 1)])], ["main"]), 36);
    const text = lines
      .slice(2)
      .map((line) => line.slice(line.indexOf("|") + 1).trim())
      .join("");
    expect(text).toContain(name);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(36);
  });

  test("an exception ends the last column", () => {
    const found = violation([step(0, [])], ["main"], {
      kind: "uncaught",
      exception: { className: "java.lang.Error", message: "no" },
    });
    expect(traceLines(found, 80).at(-1)).toMatch(/\| throws java\.lang\.Error: no$/);
  });
});

const inside = (line: number, library: string) => place(line, { library });
const textOf = (operations: ReturnType<typeof operation>[]): string =>
  traceLines(violation([step(0, operations)], ["main"]), 120)
    .slice(2)
    .map((line) => line.slice(line.indexOf("|") + 2))
    .join("\n");

const onAtomic = (method: string) => inside(5, `AtomicInteger#1.${method}`);

describe("operations inside the library", () => {
  test("are shown as one call", () => {
    const at = inside(5, "HashMap#1.put");
    expect(
      textOf([
        operation("read", "HashMap#1.table", "null", at),
        operation("write", "Node[16]#1[3]", "Node#1", at),
        operation("enter", "Node#1", null, at),
      ]),
    ).toBe("Main.java:5 HashMap#1.put()");
  });

  test("shows the values of atomics", () => {
    expect(
      textOf([
        operation("read", "AtomicInteger#1.value", "3", onAtomic("get")),
        operation("write", "AtomicInteger#1.value", "4", onAtomic("set")),
        operation("update", "AtomicInteger#1.value", "4 → 5", onAtomic("incrementAndGet")),
      ]),
    ).toBe(
      "Main.java:5 AtomicInteger#1.get() = 3; AtomicInteger#1.set(4); AtomicInteger#1.incrementAndGet(): 4 → 5",
    );
  });

  test("shows where a thread waits", () => {
    const at = inside(5, "Semaphore#1.acquire");
    expect(textOf([operation("call", "Semaphore#1.acquire", "waits", at)])).toBe(
      "Main.java:5 Semaphore#1.acquire() waits",
    );
  });

  test("are hidden if the program did not call", () => {
    const nowhere = place(233, { isProgram: false, file: "Thread.java" });
    expect(
      textOf([operation("read", "x", "1", nowhere), operation("end", "T", null, nowhere)]),
    ).toBe("ends");
  });

  test("constructors and class initialisers are not shown", () => {
    const at = inside(5, "Thread.<init>");
    expect(textOf([operation("call", "main.getState()", "1", at), read("A.x", "1", 6)])).toBe(
      "Main.java:6 reads A.x = 1",
    );
  });
});

describe("lanes", () => {
  const threads = Array.from({ length: 8 }, (_, i) => `T${i}`);
  const steps = threads.map((_, i) => step(i, [operation("enter", "Lock#1", null, place(i))]));

  test("replace columns that would be too narrow", () => {
    const lines = traceLines(violation(steps, threads), 80);
    expect(lines[0]).toBe("    * · · · · · · · T0");
    expect(lines[8]).toBe(" 1  * · · · · · · · Main.java:0 enters Lock#1");
    expect(lines[15]).toBe(" 8  · · · · · · · * Main.java:7 enters Lock#1");
    expect(lines).toHaveLength(16);
  });

  test("the middle of a long schedule is left out", () => {
    const many = Array.from({ length: 900 }, (_, i) => step(i % 8, [read("A#1.x", String(i), 1)]));
    const lines = traceLines(violation(many, threads), 80);
    expect(lines).toHaveLength(301);
    expect(lines[100]).toBe("  … 608 lines not shown (use --trace FILE to keep them all) …");
    expect(lines.at(-1)).toContain("A#1.x = 899");
  });
});

const KINDS: readonly OperationKind[] = [
  "read",
  "write",
  "update",
  "enter",
  "leave",
  "block",
  "wait",
  "wake",
  "notify",
  "start",
  "join",
  "sleep",
  "park",
  "unpark",
  "interrupt",
  "choose",
  "call",
  "end",
  "throw",
];

test("every kind of operation has a text", () => {
  const kinds: Record<OperationKind, string> = {
    read: "reads X = v",
    write: "writes X = v",
    update: "updates X: v",
    enter: "enters X",
    leave: "leaves X",
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
  };
  for (const kind of KINDS) {
    expect(describeOperation(operation(kind, "X", "v"))).toBe(kinds[kind]);
  }
  expect(Object.keys(kinds).toSorted()).toEqual(KINDS.toSorted());
  expect(describeOperation(operation("wait", "X", "waits"))).toBe("waits on X");
  expect(describeOperation(operation("join", "X", "waits"))).toBe("waits for the end of X");
  expect(describeOperation(operation("notify", "X", null))).toBe("notifies one thread on X");
});
