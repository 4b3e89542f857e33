/** Livelocks and their replay: two threads that spin on a flag that no thread sets. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../../src/cli/main.ts";
import { describeEndless, ENDLESS_MESSAGE } from "../../../../src/search/properties/livelock.ts";
import { replayCriteria } from "../../../../src/search/properties/table.ts";
import { type Replayed, replay } from "../../../../src/search/replay/replay.ts";
import {
  enabledThreads,
  prepareForSteps,
  runStep,
  type Step,
} from "../../../../src/search/step.ts";
import { preemptionsOf } from "../../../../src/search/trace/trace.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { RefutedAssumption } from "../../../../src/vm/sharing/observability.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { machineOf } from "../../../support/machine.ts";
import { simplified } from "../../../support/simplified.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "../../../cli/programs/PropertyCases.java");
const step = (thread: number): Step => ({ thread, choice: -1 });

const ALL_VISIBLE: readonly RefutedAssumption[] = [
  ["!accesses", 2],
  ["!threads", 2],
];

describe.skipIf(installedJdk === null)("a livelock", () => {
  let compiled = { folder: "", remove: () => {} };
  /** Main starts both and waits; then they take turns until both stand in their loops. */
  let lead: Step[] = [];
  /** A reads the flag and yields, then B does. */
  let round: Step[] = [];

  const machine = (): Machine => {
    const { m } = machineOf({
      mainClass: "Spinning",
      classPath: compiled.folder,
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 12,
      undo: true,
      checking: true,
    });
    // Nothing is left out, so that each read of the flag is a step.
    m.sharing.adopt(ALL_VISIBLE);
    return m;
  };

  const run = (steps: readonly Step[], cycle: number): Replayed => {
    const m = machine();
    const recorded = { kind: "endless", message: ENDLESS_MESSAGE, cycle };
    const settings = { invariants: [], exitCodes: null };
    const criteria = replayCriteria(m, settings, recorded, { isMuffled: false });
    return replay(m, steps, null, criteria);
  };

  beforeAll(() => {
    compiled = compileJava([SOURCE]);
    const m = machine();
    prepareForSteps(m);
    lead = [];
    const take = (thread: number): void => {
      lead.push(step(thread));
      m.loadRegisters(thread);
      m.beginTransition(m.fp, m.sp);
      runStep(m, thread, -1);
    };
    while (enabledThreads(m).includes(0)) take(0);
    for (let i = 0; i < 4; i++) [1, 2].forEach(take);
    round = [step(1), step(1), step(2), step(2)];
  }, MINUTE);

  afterAll(() => compiled.remove());

  test("is described by its last steps", () => {
    const { violation, taken } = run([...lead, ...round], round.length);
    expect(taken).toBe(lead.length + round.length);
    expect(violation).toMatchObject({ kind: "endless", message: ENDLESS_MESSAGE, cycle: 4 });
    expect(violation!.details).toEqual([
      expect.stringMatching(/^A repeats PropertyCases\.java:\d+$/),
      expect.stringMatching(/^B repeats PropertyCases\.java:\d+$/),
      expect.stringMatching(/^main waits for the end of A, at PropertyCases\.java:\d+$/),
    ]);
  });

  test("is not recognised if the last steps do not lead back", () => {
    // The first of these is the one in which main starts to wait.
    const steps = [...lead, ...round];
    const cycle = steps.length - lead.findLastIndex(({ thread }) => thread === 0);
    expect(run(steps, cycle).violation).toBeNull();
  });

  test("is described by the search in the same way", () => {
    const m = machine();
    replay(m, [...lead, ...round]);
    const violation = describeEndless(m, [...lead, ...round], 4);
    expect(violation.details).toEqual(run([...lead, ...round], 4).violation!.details);
  });

  test("has a shortest path into the cycle", () => {
    const steps = [...lead, ...round];
    const known = run(steps, 4);
    const m = machine();
    const goal = {
      kind: "endless" as const,
      message: ENDLESS_MESSAGE,
      steps,
      criteria: { properties: [], cycle: 4 },
    };
    const most = preemptionsOf(known.trace);
    const found = simplified(m, goal, 20_000).steps;
    const again = run(found, 4);
    expect(again.violation?.kind).toBe("endless");
    expect(preemptionsOf(again.trace)).toBeLessThan(most);
  });

  test("is reproduced from a file", { timeout: MINUTE }, async () => {
    const { violation, trace } = run([...lead, ...round], 4);
    const file = join(compiled.folder, "trace.json");
    const { kind, message, details, cycle } = violation!;
    const program = {
      classPath: compiled.folder,
      jar: null,
      words: ["Spinning"],
      main: "Spinning",
      assertions: true,
      heap: 1 << 22,
      stack: 1 << 16,
      properties: [],
      classes: {},
    };
    const write = (violated: object): void =>
      writeFileSync(
        file,
        JSON.stringify({
          format: "deadwood-trace",
          version: 1,
          program,
          violation: violated,
          discipline: ALL_VISIBLE,
          trace,
        }),
      );
    write({ kind, message, details, cycle });
    expect(await deadwood(["replay", file])).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(
        /^violated: livelock: the program repeats a cycle that no schedule leads out of\n\nschedule: .*; the last \d repeat forever\n/,
      ),
      err: "",
    });
    write({ kind, message, details, cycle: trace.steps.length });
    expect(await deadwood(["replay", file])).toMatchObject({ exitCode: 3 });
    write({ kind, message, details, cycle: 1000 });
    expect((await deadwood(["replay", file])).err).toMatch(/its cycle is longer than its steps/);
  });
});

async function deadwood(argv: readonly string[]) {
  const written: Record<number, string> = { 1: "", 2: "" };
  const exitCode = await main(argv, {
    streams: {
      write(fd, bytes) {
        written[fd] += Buffer.from(bytes).toString();
      },
      read: () => -1,
      flush() {},
    },
    env: {},
    directory: "/",
    onInterrupt: () => () => {},
  });
  return { exitCode, out: written[1]!, err: written[2]! };
}
