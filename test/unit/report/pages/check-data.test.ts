/** The data of the page: rows and numbers of the terminal, explanations that point at rows, commands as a shell reads them. */
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../../src/report/check/schedule-rows.ts";
import { checkPageData, commandText } from "../../../../src/report/pages/check-data.ts";
import { NO_EXTRAS, violationData } from "../../../../src/report/pages/make-finding.ts";
import { reportOf } from "../../../support/page-data.ts";
import { operation, place, step, violation } from "../check/fixtures.ts";

describe("a deadlock", () => {
  test("has the rows of the terminal, its waits, and an end for each waiting thread", async () => {
    const report = await reportOf("DiningPhilosophers naive 3 1");
    const { trace } = report.violations[0]!;
    const [finding] = checkPageData(report, { words: [] }).findings;
    const rows = rowsOf(trace);
    expect(finding!.rows.map(({ number, lane, texts }) => ({ number, lane, texts }))).toEqual(
      rows.map(({ number, lane, texts }) => ({ number, lane, texts })),
    );
    expect(finding!.waits.map(({ reason }) => reason)).toEqual(
      trace.waits.map(({ reason }) => reason),
    );
    expect(finding!.endings.map(({ kind, lane }) => [kind, lane])).toEqual(
      trace.waits.map(({ thread }) => ["wait", thread]),
    );
    expect(finding!.cycle).toEqual(trace.cycle);
  });

  test("explains itself by rows that show what the facts say", async () => {
    const report = await reportOf("DiningPhilosophers naive 3 1");
    const [finding] = checkPageData(report, { words: [] }).findings;
    const taken = finding!.why!.facts.filter(({ text }) => text.includes(" took "));
    expect(taken).toHaveLength(3);
    for (const { text, row, lane } of taken) {
      expect(finding!.rows[row]!.lane).toBe(lane);
      expect(finding!.rows[row]!.texts.join()).toContain(`locks ${text.split(" took ")[1]}`);
    }
  });

  test("keeps each frame and each set of locks once", async () => {
    const report = await reportOf("DiningPhilosophers naive 3 1");
    const [finding] = checkPageData(report, { words: [] }).findings;
    const frames = finding!.frames.map((frame) => JSON.stringify(frame));
    expect(new Set(frames).size).toBe(frames.length);
    const sets = finding!.lockSets.map((locks) => JSON.stringify(locks));
    expect(new Set(sets).size).toBe(sets.length);
    const held = finding!.rows.map(({ holds }) => finding!.lockSets[holds]!.map((l) => l.target));
    expect(held.map((locks) => locks.length)).toEqual([0, 1, 1, 1]);
    expect(new Set(held.flat())).toEqual(new Set(["Fork#1", "Fork#2", "Fork#3"]));
  });
});

test("a warning ends with the two accesses", async () => {
  const report = await reportOf("LostUpdate racy 2 1");
  const { findings } = checkPageData(report, { words: [] });
  expect(findings.map(({ role, kind }) => [role, kind])).toEqual([
    ["violation", "uncaught"],
    ["warning", "race"],
  ]);
  const [, race] = findings;
  expect(race!.accesses.map(({ kind, target }) => [kind, target])).toEqual(
    report.races[0]!.accesses.map(({ kind, target }) => [kind, target]),
  );
  expect(race!.endings.map(({ kind }) => kind)).toEqual(["access", "access"]);
});

test("an exception ends with what was thrown, in its thread", async () => {
  const report = await reportOf("LostUpdate racy 2 1");
  const [finding] = checkPageData(report, { words: [] }).findings;
  const [ending, ...others] = finding!.endings;
  expect(others).toEqual([]);
  expect(ending!.text).toBe("throws java.lang.AssertionError: 1, not 2");
  expect(finding!.threads[ending!.lane]).toBe("main");
});

test("values are those of the program's own accesses, with what was there before", () => {
  const inLibrary = place(3, { library: "ArrayList.add" });
  const finding = violationData(
    violation(
      [
        step(0, [
          operation("write", "A#1.x", "2", place(3), "1"),
          operation("write", "ArrayList#1.size", "1", inLibrary, "0"),
          operation("read", "A#1.y", "7", place(3)),
        ]),
      ],
      ["main"],
    ),
    NO_EXTRAS,
  );
  expect(finding.rows[0]!.values).toEqual([
    { kind: "write", target: "A#1.x", before: "1", value: "2" },
    { kind: "read", target: "A#1.y", before: null, value: "7" },
  ]);
});

test("a fact about what no row shows points at the row before it, and one without a step at the end", () => {
  const inLibrary = { ...place(9), isProgram: false };
  const steps = [
    step(0, [operation("write", "A#1.x", "1", place(7))]),
    step(1, [operation("write", "F#1.outcome", "true", inLibrary)]),
    step(0, [operation("read", "A#1.x", "1", place(8))]),
  ];
  const fact = { text: "wrote F#1.outcome", lane: 1, operation: 0, place: null };
  const why = {
    heading: "h",
    facts: [
      { ...fact, step: 1 },
      { ...fact, step: -1 },
    ],
  };
  const trace = { threads: ["main", "T"], steps, waits: [], cycle: [], pending: [], why };
  const data = violationData(violation(steps, ["main", "T"], { trace }), NO_EXTRAS);
  expect(data.rows).toHaveLength(2);
  expect(data.why?.facts.map(({ row }) => row)).toEqual([0, -1]);
});

test("a livelock's last rows are marked, and its threads end by beginning again", async () => {
  const report = await reportOf("DekkerLock stubborn 2");
  const [finding] = checkPageData(report, { words: [] }).findings;
  const repeated = finding!.rows.filter(({ isRepeated }) => isRepeated);
  expect(repeated.length).toBeGreaterThan(0);
  expect(finding!.rows.slice(-repeated.length)).toEqual(repeated);
  expect(new Set(finding!.endings.map(({ lane }) => lane))).toEqual(
    new Set(repeated.map(({ lane }) => lane)),
  );
});

test("commands are quoted for a shell", () => {
  expect(commandText(["check", "A", "it's", "$HOME", ""])).toBe(
    String.raw`deadwood check A 'it'\''s' '$HOME' ''`,
  );
});
