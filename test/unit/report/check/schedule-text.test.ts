/** Schedules as tables: rows, columns, legend, the cut to a screen, and the explanation below. */
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../../src/report/check/schedule-rows.ts";
import { traceLines } from "../../../../src/report/check/schedule-text.ts";
import type { Place, TraceStep } from "../../../../src/search/trace/trace.ts";
import { operation, place, step, violation } from "./fixtures.ts";

const SOURCE = ["class Main {", "  int x;", "  void run() {", "    x++; // more", "  }", "}"];
const sources = [{ path: "p/Main.java", location: "src/p/Main.java", text: SOURCE.join("\n") }];

const read = (target: string, value: string, line: number) =>
  operation("read", target, value, place(line));
const write = (target: string, before: string, value: string, line: number) =>
  operation("write", target, value, place(line), before);
const traceOf = (steps: readonly TraceStep[], threads: readonly string[]) =>
  violation(steps, threads).trace;

const steps = [
  step(0, [operation("start", "T", null, place(3))]),
  step(2, [], { isPreemption: true }),
  step(2, [read("A#1.x", "0", 4)]),
  step(2, [write("A#1.x", "0", "1", 4), operation("leave", "A#1", null, place(5))]),
  step(0, [read("A#1.x", "1", 6)]),
];
const THREADS = ["main", "idle", "T"];

describe("rows", () => {
  test("are what a thread does on one line, numbered from 1", () => {
    const rows = rowsOf(traceOf(steps, THREADS));
    expect(rows.map(({ number, lane, texts }) => ({ number, lane, texts }))).toEqual([
      { number: 1, lane: 0, texts: ["starts T"] },
      { number: 2, lane: 2, texts: ["A#1.x: 0 → 1", "unlocks A#1"] },
      { number: 3, lane: 0, texts: ["reads A#1.x = 1"] },
    ]);
  });

  test("know their steps and operations", () => {
    const [, second] = rowsOf(traceOf(steps, THREADS));
    expect(second).toMatchObject({
      firstStep: 2,
      lastStep: 3,
      operations: [
        [2, 0],
        [3, 0],
        [3, 1],
      ],
    });
  });

  test("a step that shows nothing passes its preemption on", () => {
    const rows = rowsOf(traceOf(steps, THREADS));
    expect(rows.map(({ isPreemption }) => isPreemption)).toEqual([false, true, false]);
  });

  test("a switch to a thread that could not go on before is no preemption", () => {
    const rows = rowsOf(
      traceOf([step(0, [read("X", "1", 1)]), step(2, [read("X", "1", 1)])], THREADS),
    );
    expect(rows.map(({ isPreemption }) => isPreemption)).toEqual([false, false]);
  });

  test("unlocking is a row of its own where another thread came in between", () => {
    const leave = operation("leave", "A#1", null, place(5));
    const rows = rowsOf(
      traceOf(
        [step(0, [read("A#1.x", "0", 4)]), step(2, [read("A#1.x", "0", 4)]), step(0, [leave])],
        THREADS,
      ),
    );
    expect(rows.map(({ texts }) => texts)).toEqual([
      ["reads A#1.x = 0"],
      ["reads A#1.x = 0"],
      ["unlocks A#1"],
    ]);
  });

  test("references that nothing changes are not told", () => {
    const given = [
      read("A#1.lock", "Lock#1", 4),
      read("B#1.next", "Node#1", 4),
      write("B#1.next", "Node#1", "null", 4),
    ];
    expect(rowsOf(traceOf([step(0, given)], THREADS)).map(({ texts }) => texts)).toEqual([
      ["B#1.next: Node#1 → null"],
    ]);
    expect(rowsOf(traceOf([step(0, given)], THREADS), "verbose")[0]?.texts[0]).toBe(
      "reads A#1.lock = Lock#1",
    );
  });

  test("a static variable needs no class name in its own class", () => {
    const own = rowsOf(
      traceOf([step(0, [read("Main.count", "1", 4), read("Other.count", "2", 4)])], THREADS),
    );
    expect(own[0]?.texts).toEqual(["reads count = 1, Other.count = 2"]);
  });

  const called = (library: string): Place => place(5, { library });
  const inLibrary = [
    step(0, [
      operation(
        "read",
        "Thread-0.target",
        "null",
        place(262, { isProgram: false, file: "Thread.java" }),
      ),
    ]),
    step(0, [operation("read", "HashMap#1.table", "null", called("HashMap#1.put"))], {
      omitted: 7,
    }),
  ];

  test("the library is folded to the call that the program made", () => {
    expect(rowsOf(traceOf(inLibrary, THREADS)).map(({ texts }) => texts)).toEqual([
      ["HashMap#1.put()"],
    ]);
  });

  test("and unfolded on request", () => {
    const rows = rowsOf(traceOf(inLibrary, THREADS), "verbose");
    expect(rows.map(({ texts }) => texts)).toEqual([
      ["reads Thread-0.target = null"],
      ["reads HashMap#1.table = null (in HashMap#1.put)", "… 7 more"],
    ]);
    expect(rows.map(({ isProgram }) => isProgram)).toEqual([false, true]);
  });

  test("of a helper, the line that called it is shown with the chain of calls", () => {
    const transfer = { method: "p.Main.transfer", file: "Main.java", line: 4, isHelper: false };
    const at = place(20, {
      method: "p.Account.get",
      file: "Account.java",
      isHelper: true,
      callers: [transfer],
    });
    const [row] = rowsOf(
      traceOf([step(0, [operation("read", "Account#1.balance", "100", at)])], THREADS),
    );
    expect(row).toMatchObject({ frame: transfer, chain: "transfer → Account.get" });
    const found = violation(
      [step(0, [operation("read", "Account#1.balance", "100", at)])],
      THREADS,
    );
    expect(traceLines(found, { width: 120, sources }).join("\n")).toContain(
      "Main.java:4  x++; // more  transfer → Account.get: reads Account#1.balance = 100",
    );
  });

  test("a helper without a caller in the program is shown itself", () => {
    const at = place(4, { isHelper: true });
    expect(rowsOf(traceOf([step(0, [operation("read", "X", "1", at)])], THREADS))[0]).toMatchObject(
      {
        frame: { line: 4 },
        chain: null,
      },
    );
  });
});

describe("a table", () => {
  test("has the number, thread, place, source and operations of each row", () => {
    expect(traceLines(violation(steps, THREADS), { width: 90, sources })).toEqual([
      "schedule: 3 steps, 2 switches, 1 preemption (the simplest there is)",
      "  1  main  Main.java:3  void run() {  starts T",
      " !2  T     Main.java:4  x++; // more  A#1.x: 0 → 1; unlocks A#1",
      "  3  main  Main.java:6  }             reads A#1.x = 1",
      "  ! preemption: the thread before could have continued",
    ]);
  });

  test("puts the operations below the source where it is narrow", () => {
    expect(traceLines(violation(steps, THREADS), { width: 60, sources }).slice(1, 5)).toEqual([
      "  1  main  Main.java:3  void run() {    starts T",
      " !2  T     Main.java:4  x++; // more",
      "                        A#1.x: 0 → 1; unlocks A#1",
      "  3  main  Main.java:6  }    reads A#1.x = 1",
    ]);
  });

  test("does without sources, and says once what to do", () => {
    const lines = traceLines(violation(steps, THREADS), { width: 90, sources: [] });
    expect(lines[1]).toBe("  1  main  Main.java:3  starts T");
    expect(lines.filter((line) => line.includes("--source"))).toEqual([
      "  no source found for Main.java: name its folder or jar with --source PATH",
    ]);
  });

  test.each([36, 60, 80, 100, 120])("is never wider than %i", (width) => {
    const long = "x".repeat(70);
    const found = violation(
      [step(0, [read(long, "0", 4)]), step(1, [write(long, "0", "1", 4)], { isPreemption: true })],
      [`${"n".repeat(60)}1`, `${"n".repeat(60)}2`],
    );
    const lines = traceLines(found, { width, sources: [] });
    const table = lines.slice(1);
    expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(width);
    // Words that are too long are broken without loss.
    const text = table
      .map((line) => line.trimStart())
      .join("")
      .replaceAll(/\s/g, "");
    expect(text.split(long)).toHaveLength(3);
  });

  test.each([
    {
      threads: ["ForkJoinPool-1-worker-1", "ForkJoinPool-1-worker-2"],
      shown: ["ForkJoinP…1-worker-1", "ForkJoinP…1-worker-2"],
    },
    {
      threads: [1, 2].map((i) => `${"a".repeat(30)}${i}${"b".repeat(30)}`),
      shown: ["aaaaaaa…bbbbbbbb [0]", "aaaaaaa…bbbbbbbb [1]"],
    },
  ])("names that are cut stay different: $shown", ({ threads, shown }) => {
    const given = threads.map((_, i) => step(i, [read("X", String(i), 4)]));
    const lines = traceLines(violation(given, threads), { width: 120, sources });
    shown.forEach((name, i) => {
      expect(lines[i + 1]).toContain(` ${i + 1}  ${name}  Main.java:4`);
    });
  });

  test("says what a thread holds while others run, and what it waits for", () => {
    const holds = [{ target: "A#1", place: place(1) }];
    const found = violation(
      [
        step(0, [operation("enter", "A#1", null, place(3))], { holds }),
        step(0, [read("X", "1", 4)], {
          holds,
          awaits: "waits for the monitor of B#1, held by T since Main.java:3",
        }),
        step(2, [read("X", "1", 4)]),
      ],
      THREADS,
    );
    const text = traceLines(found, { width: 140, sources }).join("\n");
    expect(text).toContain("reads X = 1; then waits for the monitor of B#1, held by T (holds A#1)");
    expect(text).toMatch(/locks A#1$/m);
  });

  test("says what it does where nothing of the program shows", () => {
    expect(traceLines(violation([step(0, [])], THREADS), { width: 80, sources })[1]).toBe(
      "  no step of this schedule shows in the program",
    );
  });
});

describe("the end", () => {
  const thrown = { method: "p.Main.run", file: "Main.java", line: 6, isHelper: false };
  const exception = {
    className: "java.lang.Error",
    message: "no",
    thrownAt: thrown,
    frames: [thrown],
    thrownIn: null,
  };
  const failed = (line: number, more: object = {}) =>
    traceLines(
      violation([step(0, [read("X", "1", line)])], THREADS, {
        kind: "uncaught",
        exception: { ...exception, ...more },
      }),
      { width: 100, sources },
    );

  test("an exception is told with the last row, if that is its line", () => {
    expect(failed(6)[1]).toBe(" 1  main  Main.java:6  }  reads X = 1; throws java.lang.Error: no");
  });

  test("or below it", () => {
    expect(failed(4).slice(1)).toEqual([
      " 1  main  Main.java:4  x++; // more  reads X = 1",
      "          Main.java:6  }             throws java.lang.Error: no",
    ]);
  });

  test("with the library's method that threw it", () => {
    expect(failed(6, { thrownIn: "ArrayList.get" })[1]).toContain(
      "ArrayList.get() throws java.lang.Error: no",
    );
  });
});

test("a long schedule is cut to a screen by what its rows say", () => {
  const many = Array.from({ length: 300 }, (_, i) =>
    step(0, [read(`Local#1.f${i}`, "1", i % 2 === 0 ? 3 : 4)]),
  );
  const shared = [
    step(0, [read("Shared#1.x", "1", 6)]),
    step(2, [write("Shared#1.x", "1", "2", 6)]),
  ];
  const found = violation(
    [...many.slice(0, 150), shared[0]!, ...many.slice(150), shared[1]!],
    THREADS,
  );
  const lines = traceLines(found, { width: 120, sources });
  expect(lines.length).toBeLessThanOrEqual(40);
  const text = lines.join("\n");
  expect(text).toContain(" 151  main");
  expect(text).toContain(" 302  T");
  expect(text).toMatch(/… \d+ steps not shown/);
  expect(text).toContain("… steps that say less are left out (--verbose shows all)");
  const all = traceLines(found, { width: 120, sources, detail: "verbose" });
  expect(all.filter((line) => /^ +!?\d+ {2}/.test(line))).toHaveLength(302);
});

describe("the explanation", () => {
  const fact = { lane: 2, place: place(4) };
  const why = (
    facts: readonly { text: string; step: number; operation: number }[],
    width = 120,
  ) => {
    const found = violation(steps, THREADS);
    const all = facts.map((each) => ({ ...fact, ...each }));
    const trace = { ...found.trace, why: { heading: "because", facts: all } };
    const lines = traceLines({ ...found, trace }, { width, sources });
    return lines.slice(lines.indexOf("why: because") - 1);
  };

  test("names thread, step, place and source", () => {
    expect(why([{ text: "wrote A#1.x: 0 → 1", step: 3, operation: 0 }])).toEqual([
      "",
      "why: because",
      "  T wrote A#1.x: 0 → 1 (step 2), at Main.java:4    x++; // more",
    ]);
  });

  test("has no number for a step that no row shows", () => {
    expect(why([{ text: "did something", step: 1, operation: -1 }]).at(-1)).toBe(
      "  T did something, at Main.java:4    x++; // more",
    );
  });

  test("puts the source below where it is narrow", () => {
    expect(why([{ text: "wrote A#1.x: 0 → 1", step: 3, operation: 0 }], 60).slice(2)).toEqual([
      "  T wrote A#1.x: 0 → 1 (step 2), at Main.java:4",
      "      x++; // more",
    ]);
  });

  test("a fact without thread and place is a sentence", () => {
    const found = violation(steps, THREADS);
    const facts = [
      { text: "No thread notifies X", lane: -1, step: -1, operation: -1, place: null },
    ];
    const trace = { ...found.trace, why: { heading: "because", facts } };
    expect(traceLines({ ...found, trace }, { width: 80, sources }).at(-1)).toBe(
      "  No thread notifies X",
    );
  });
});
