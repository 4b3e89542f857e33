/** What counts as a read, and as a write before it, for each way in which a program can do either. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import type { Explained } from "../../../src/explain/explainer.ts";
import type { ExplainedCell } from "../../../src/explain/explanation.ts";
import { walkSteps } from "../../../src/explain/reach-state.ts";
import { runJavac } from "../../conformance/support/jdks.ts";
import { explained } from "../../support/explained.ts";
import { machineOf } from "../../support/machine.ts";

vi.setConfig({ testTimeout: 60_000 });

const SOURCE = join(import.meta.dirname, "Reads.java");
const LIBRARY = join(import.meta.dirname, "../../../models/library.jar");

const jdk = findJdk({});
let classes = "";

beforeAll(() => {
  if (jdk === null) return;
  classes = mkdtempSync(join(tmpdir(), "deadwood-reads-"));
  runJavac(jdk, ["-g", "-cp", LIBRARY, "-d", classes, SOURCE]);
});

afterAll(() => {
  if (classes !== "") rmSync(classes, { recursive: true });
});

/** The state in front of the choice, or in which it is open. */
function atChoice(way: string): Explained {
  const { m } = machineOf({
    mainClass: "Reads",
    args: [way],
    classPath: classes,
    heapWords: 1 << 20,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
  });
  const told = explained(m, walkSteps(m, 1, 1));
  expect(told.contradictions).toEqual([]);
  return told;
}

const live = (cells: readonly ExplainedCell[]): string[] =>
  cells.filter(({ status }) => status === "live").map(({ name }) => name);

const object = ({ objects }: Explained, name: string) =>
  objects.find((each) => each.name === name)!;

const liveIn = (told: Explained, name: string): string[] => live(object(told, name).cells);

describe.skipIf(jdk === null)("live is what is read before it is written", () => {
  test("fields and static fields, of one word and of two", () => {
    const told = atChoice("fields");
    expect(liveIn(told, "Cell#1")).toEqual(["read", "wideRead"]);
    const own = told.statics.filter(({ name }) => name.startsWith("Reads."));
    expect(live(own)).toEqual(["Reads.staticRead", "Reads.staticWide"]);
    const sink = own.find(({ name }) => name === "Reads.sink");
    // `sink += …` reads it, but after it was written.
    expect(sink).toMatchObject({ status: "dead", deadBy: "dynamic" });
  });

  test("elements, several of which share a word, or which take two", () => {
    expect(liveIn(atChoice("bytes"), "byte[4]#1")).toEqual(["[1]"]);
    expect(liveIn(atChoice("longs"), "long[3]#1")).toEqual(["[1]"]);
  });

  test("what a native copies", () => {
    const told = atChoice("copied");
    expect(liveIn(told, "char[4]#1")).toEqual(["[1]", "[2]"]);
    expect(liveIn(told, "int[3]#1")).toEqual(["[2]"]);
  });

  test("all fields of what is cloned, but for those written before", () => {
    const cells = ["read", "untouched", "wideRead", "wideWritten", "next"];
    expect(liveIn(atChoice("cloned"), "Cell#1").toSorted()).toEqual(cells.toSorted());
  });

  test("what handles update, not what they set", () => {
    expect(liveIn(atChoice("handled"), "Handled#1")).toEqual(["added", "swapped"]);
  });

  test("atomics that are updated, not those that are set", () => {
    const { objects } = atChoice("atomic");
    const atomics = objects.filter((each) => each.class.endsWith("AtomicInteger"));
    expect(atomics.map(({ cells }) => live(cells).length)).toEqual([0, 1]);
  });

  test("texts that are compared", () => {
    const { objects } = atChoice("strings");
    const byText = (text: string) => objects.find(({ name }) => name === `"${text}"`)!;
    expect(live(byText("us").cells)).toEqual(["value"]);
    expect(live(byText("no").cells)).toEqual([]);
    const arrays = objects.filter((each) => each.name.startsWith("char[2]"));
    expect(arrays.map(({ cells }) => live(cells).length)).toEqual([2, 0]);
  });

  test("what one alternative reads, though the other writes it", () => {
    expect(liveIn(atChoice("branches"), "Cell#1")).toEqual(["read", "written"]);
  });

  test("what the report of an uncaught exception shows", () => {
    const { objects } = atChoice("failing");
    const failures = objects.filter((each) => each.class.endsWith("IllegalStateException"));
    expect(failures.map(({ cells }) => live(cells).includes("detailMessage"))).toEqual([
      true,
      false,
    ]);
  });

  test("what another thread may read first", () => {
    const told = atChoice("threads");
    const cell = object(told, "Cell#1").cells.find(({ name }) => name === "read");
    expect(cell).toMatchObject({ status: "live", read: { thread: "reader" } });
    expect(liveIn(told, "Cell#1")).toEqual(["read"]);
  });
});

describe.skipIf(jdk === null)("by the code", () => {
  test("an object that only dead locals reach is dead as a whole", () => {
    const told = atChoice("locals");
    for (const cell of object(told, "Cell#1").cells) {
      expect(cell).toMatchObject({
        status: "dead",
        deadBy: "local",
        because: "only dead references lead to the object",
      });
    }
    const frame = told.threads[0]!.frames.find(({ place }) => place.startsWith("Reads.locals"))!;
    expect(frame.locals.map(({ name, status }) => [name, status])).toEqual([
      ["dropped", "dead"],
      ["kept", "live"],
    ]);
    expect(frame.locals[1]?.mayRead[0]?.path[0]).toMatch(/^Reads\.locals:\d+$/);
  });

  test("a value that is read without effect is dead, and the read is shown", () => {
    const told = atChoice("counted");
    const statics = new Map(told.statics.map((cell) => [cell.name, cell]));
    for (const name of ["Reads.hits", "Reads.log"]) {
      expect(statics.get(name)).toMatchObject({
        status: "dead",
        deadBy: "faint",
        because: "its value has no observable effect",
        mayRead: [{ thread: "main", path: [expect.stringMatching(/^Reads\.counted:\d+$/)] }],
        read: { thread: "main", path: [expect.stringMatching(/^Reads\.counted:\d+$/)] },
      });
    }
    const frame = told.threads[0]!.frames.find(({ place }) => place.startsWith("Reads.counted"))!;
    expect(frame.locals).toMatchObject([
      { name: "step", status: "dead", deadBy: "faint", mayRead: [{ thread: "main" }] },
    ]);
    // Of other entries the number is read; this one nobody gets at by a reference that counts.
    expect(object(told, "Entry#1").cells).toMatchObject([
      { name: "next", deadBy: "hybrid", because: null },
      {
        name: "number",
        status: "dead",
        deadBy: "faint",
        because: "only dead references lead to the object",
      },
    ]);
  });
});
