/**
 * The story of the heap along a schedule: applying its changes gives what a fresh run of the schedule shows, its
 * liveness is that of `deadwood explain`, and its names are those of the trace.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { launchOptionsOfTrace, readTrace, type TraceFile } from "../../../src/check/trace-file.ts";
import type { BootWatch } from "../../../src/explain/boot-changes.ts";
import { Explainer } from "../../../src/explain/explainer.ts";
import { accessHistory } from "../../../src/explain/heap/access-history.ts";
import { indexOf, isStaticCell } from "../../../src/explain/heap/heap-cells.ts";
import type { CellChange, HeapStory } from "../../../src/explain/heap/heap-data.ts";
import { HeapLiveness } from "../../../src/explain/heap/heap-liveness.ts";
import type { CellFact, HeapRecorder } from "../../../src/explain/heap/heap-recorder.ts";
import { heapStory, recordHeap } from "../../../src/explain/heap/heap-story.ts";
import { chooseTold } from "../../../src/explain/heap/told-cells.ts";
import { followSteps } from "../../../src/explain/reach-state.ts";
import { findObjects } from "../../../src/explain/reachable-objects.ts";
import { LaunchableProgram } from "../../../src/launch/launchable-program.ts";
import { SILENT } from "../../../src/launch/presets.ts";
import { observe, type UsedLibrary } from "../../../src/liveness/code/used-library.ts";
import { ObjectNames } from "../../../src/search/trace/object-names.ts";
import { ALL_LIVE } from "../../../src/state/live-cells.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { sized } from "../../support/size.ts";

const ANCHOR_JAR = "benchmarks/programs/anchors.jar";
const ANCHORS = sized("DEADWOOD_STORY_ANCHORS", 6, 60);
/** States of a schedule that are compared. */
const COMPARED = 20;
/** Explaining a state analyses the whole library. */
const EXPLAINED = sized("DEADWOOD_STORY_EXPLAINED", 3, 9);

/** Programs with a violation: fields, statics, arrays, linked objects, collections, locks of the library. */
const PROGRAMS = [
  ["DiningPhilosophers", "naive"],
  ["LostUpdate", "racy"],
  ["BoundedBuffer", "if"],
  ["LinkedListRace", "racy", "2", "1"],
  ["LockFreeStack", "reuse"],
  ["NestedMonitor", "nested"],
  ["ConcurrentCache", "twice"],
  ["SortedList", "careless"],
  ["Timeout", "careless"],
];

/** Not simplified, so that the schedules are long. */
const CHECK = { minimize: false, limits: { states: 50_000 } };

async function traceOf([main = "", ...args]: readonly string[]): Promise<TraceFile> {
  const trace = await check({ main, args }, CHECK).trace();
  expect(trace, `${main} ${args.join(" ")} is violated`).not.toBeNull();
  return trace!;
}

interface Anchor {
  readonly name: string;
  readonly main: string;
  readonly args: readonly string[];
}

/** The anchor programs of the benchmarks that are wrong, a few of them spread over all. */
function wrongAnchors(count: number): Anchor[] {
  const rows = readFileSync("benchmarks/data/jpf.tsv", "utf8").split("\n");
  const wrong = rows.flatMap((row) => {
    const [name = "", main = "", args = "", truth = "safe"] = row.split("\t");
    if (row.startsWith("#") || name === "name" || truth === "safe") return [];
    return [{ name, main, args: args === "-" ? [] : args.split(" ") }];
  });
  expect(wrong.length).toBeGreaterThan(10);
  const stride = Math.max(1, Math.floor(wrong.length / count));
  return wrong.filter((_, i) => i % stride === 0);
}

const launch = (trace: TraceFile): LaunchableProgram =>
  new LaunchableProgram(launchOptionsOfTrace(readTrace(trace), undefined), {
    env: process.env,
    directory: process.cwd(),
  });

/** The values in every state, as the changes of the recorder and as a fresh run of the schedule show them. */
function compareValues(trace: TraceFile): { recorder: HeapRecorder; compared: number } {
  const program = launch(trace);
  const input = readTrace(trace);
  const { steps } = input;
  const history = accessHistory(program.start(SILENT, input.discipline).machine, steps, 0);
  const last = follow(program, trace, steps.length);
  const told = chooseTold(last, history, []);
  const plan = { steps, used: observe(last), history, told, from: 0 };
  const recorder = recordHeap(program, input, plan);
  const present = new Map<number, CellFact>(recorder.initial);
  let compared = 0;
  const stride = Math.ceil(steps.length / COMPARED);
  for (let taken = 0; taken <= steps.length; taken++) {
    if (taken > 0)
      for (const fact of recorder.changes[taken - 1]!) present.set(fact.cell.key, fact);
    // Each fresh run begins with a boot.
    if (taken % stride !== 0 && taken !== steps.length) continue;
    const m = follow(program, trace, taken);
    const names = new ObjectNames(m);
    for (const object of told.objects) {
      for (const cell of object.cells) {
        const fact = present.get(cell.key);
        expect(fact === undefined, `${cell.name} after ${taken}`).toBe(object.ref >= m.heapTop);
        if (fact === undefined) continue;
        const { key, field, descriptor } = cell;
        const at = isStaticCell(key) ? key : object.ref + indexOf(key);
        const value =
          field === null ? names.element(object.ref, indexOf(key)) : names.word(at, descriptor);
        const text = fact.text ?? names.object(fact.ref);
        expect(text, `${cell.name} after ${taken} steps`).toBe(value);
        compared++;
      }
    }
  }
  program.close();
  return { recorder, compared };
}

function follow(program: LaunchableProgram, trace: TraceFile, steps: number): Machine {
  const { machine } = program.start(SILENT, trace.discipline);
  followSteps(machine, trace.trace.steps.slice(0, steps));
  return machine;
}

describe("anchor programs", () => {
  test.each(wrongAnchors(ANCHORS))("$name: the changes lead to the values", async (anchor) => {
    const { main, args } = anchor;
    const trace = await check({ main, args, classPath: ANCHOR_JAR }, CHECK).trace();
    // Some need more states than a test has time for.
    if (trace === null || trace.trace.steps.length > 400) return;
    const { recorder } = compareValues(trace);
    expect(recorder.changes).toHaveLength(trace.trace.steps.length);
  });
});

const sampled = PROGRAMS.slice(0, EXPLAINED).map((words) => words.join(" "));

describe.each(PROGRAMS.map((words) => [words.join(" "), words] as const))("%s", (title, words) => {
  test("the changes lead to the values of each state", async () => {
    const { compared } = compareValues(await traceOf(words));
    expect(compared).toBeGreaterThan(10);
  });

  const explains = sampled.includes(title) ? test : null;
  explains?.("what is live for explain is live in the story", async () => {
    const trace = await traceOf(words);
    const program = launch(trace);
    const input = readTrace(trace);
    const { steps } = input;
    const history = accessHistory(program.start(SILENT, input.discipline).machine, steps, 0);
    const last = follow(program, trace, steps.length);
    const told = chooseTold(last, history, []);
    let compared = 0;
    const compare = (m: Machine, boot: BootWatch, used: UsedLibrary, isLast: boolean): void => {
      const liveness = new HeapLiveness(m, boot, [], used);
      liveness.look();
      const explained = new Explainer(m, boot, false).explain(null, []);
      const refs = [...findObjects(m, boot, { liveness: ALL_LIVE, all: false })];
      for (const object of told.objects) {
        const index = refs.indexOf(object.ref);
        const same = explained.objects[index];
        for (const cell of object.cells) {
          const known =
            object.kind === "static"
              ? explained.statics.find(
                  ({ name }) => name === `${object.cls.externalName}.${cell.name}`,
                )
              : same?.cells.find(({ name }) => name === cell.name);
          if (known === undefined) continue;
          compared++;
          const isLive = liveness.isLive(object, cell);
          const where = `${object.cls.name} ${cell.name}`;
          // Explain knows less of the library in an earlier state, and may call more dead.
          if (known.status === "live") expect(isLive, where).toBe(true);
          else if (isLast && explained.isGuess) expect(isLive, where).toBe(false);
        }
      }
    };
    const plan = { steps, used: observe(last), history, told, from: 0 };
    recordHeap(program, input, plan, (m, boot, taken) => {
      if (taken !== Math.floor(steps.length / 2) && taken !== steps.length) return;
      compare(m, boot, taken === steps.length ? observe(m) : plan.used, taken === steps.length);
    });
    program.close();
    expect(compared).toBeGreaterThan(2);
  });

  test("the names are those of the trace, and the story is consistent", async () => {
    const trace = await traceOf(words);
    const story = await heapStory(trace);
    expect(story.from).toBe(0);
    expect(story.steps).toHaveLength(trace.trace.steps.length);
    const names = new Set(story.objects.map(({ name }) => name));
    expect(names.size).toBe(story.objects.length);
    // Each field that the trace shows a write to has a change in that step, with the same value.
    let compared = 0;
    trace.trace.steps.forEach(({ operations }, step) => {
      const last = new Map(
        operations.filter(({ kind }) => kind === "write").map((each) => [each.target, each]),
      );
      for (const { target, value } of last.values()) {
        const [object = "", cell = ""] = target.split(".");
        if (!names.has(object) || cell === "") continue;
        const found = valueAfter(story, step + 1, object, cell);
        if (found === undefined) continue;
        compared++;
        expect(found.value, `${target} after step ${step + 1}`).toBe(value);
      }
    });
    expect(compared).toBeGreaterThan(0);
  });
});

/** What the story says of a cell after so many steps. */
function valueAfter(
  { objects, initial, steps }: HeapStory,
  taken: number,
  object: string,
  cell: string,
): CellChange | undefined {
  const all = [...initial, ...steps.slice(0, taken).flatMap(({ changes }) => changes)];
  return all.findLast((change) => objects[change.object]?.name === object && change.cell === cell);
}
