/**
 * Makes a schedule simpler by small changes, each tried by running it: leave out a block of steps
 * of one thread, run two blocks of one thread together, let a block run until its thread must
 * wait. A change is kept if the violation is still reached at a lower cost. What the change leaves
 * open, the walk decides: a thread that cannot run is passed over, and behind the last block every
 * thread runs as long as it can.
 *
 * This finds no optimum, but each attempt costs one run of the schedule, however large the state
 * space is. (Jalbert and Sen, "A trace simplification technique for effective debugging of
 * concurrent programs", 2010; Choi and Zeller, "Isolating failure-inducing thread schedules", 2002.)
 */
import type { Step } from "../step.ts";
import { isCheaper, type ScheduleCost } from "./schedule-cost.ts";
import type { PathState, ScheduleWalk } from "./schedule-walk.ts";

/** Steps of one thread in a row. */
interface Block {
  readonly thread: number;
  /** How many at most; the block ends earlier where the thread cannot go on. */
  readonly steps: number;
}

/** A schedule that is longer by more than this factor is no simpler, however few preemptions it has. */
export const LENGTH_FACTOR = 2;

/** As long as the thread can run. */
const UNTIL_BLOCKED = Number.POSITIVE_INFINITY;

/** The schedule itself if nothing simpler was found before the effort ended. Yields after each attempt. */
export const simplifyGreedily = (
  walk: ScheduleWalk,
  schedule: readonly Step[],
  isSpent: () => boolean,
): Generator<void, Step[]> => new Simplifier(walk, schedule, isSpent).run();

class Simplifier {
  readonly #walk: ScheduleWalk;
  readonly #isSpent: () => boolean;
  #steps: Step[];
  #cost: ScheduleCost;
  readonly #mostSteps: number;

  constructor(walk: ScheduleWalk, schedule: readonly Step[], isSpent: () => boolean) {
    this.#walk = walk;
    this.#isSpent = isSpent;
    this.#steps = [...schedule];
    this.#mostSteps = LENGTH_FACTOR * schedule.length;
    walk.goBackTo(0);
    for (const step of schedule) walk.take(step);
    this.#cost = walk.state;
  }

  *run(): Generator<void, Step[]> {
    while (!this.#isSpent() && (yield* this.#improveOnce()));
    return this.#steps;
  }

  /** Goes through all changes once, the last blocks first: what happens near the violation is most to the point. */
  *#improveOnce(): Generator<void, boolean> {
    let isBetter = false;
    for (let i = blocksOf(this.#steps).length - 1; i >= 0 && !this.#isSpent(); i--) {
      const blocks = blocksOf(this.#steps);
      for (const change of i < blocks.length ? this.#changesAt(blocks, i) : []) {
        yield;
        if (!this.#try(change)) continue;
        isBetter = true;
        break;
      }
    }
    return isBetter;
  }

  #changesAt(blocks: readonly Block[], i: number): Block[][] {
    const { thread, steps } = blocks[i]!;
    const before = blocks.slice(0, i);
    const after = blocks.slice(i + 1);
    const changes = [[...before, ...after]];
    const later = after.findIndex((block) => block.thread === thread);
    if (later >= 0) {
      const joined = { thread, steps: steps + after[later]!.steps };
      changes.push(
        [...before, joined, ...after.filter((_, at) => at !== later)],
        [...before, ...after.map((block, at) => (at === later ? joined : block))],
      );
    }
    changes.push([...before, { thread, steps: UNTIL_BLOCKED }, ...after]);
    for (let fewer = steps >> 1; fewer > 0; fewer >>= 1) {
      changes.push([...before, { thread, steps: steps - fewer }, ...after]);
    }
    return changes;
  }

  #try(blocks: readonly Block[]): boolean {
    if (this.#isSpent()) return false;
    const walk = this.#walk;
    this.#goToCommonPrefix(blocks);
    const choices = this.#choicesFrom(walk.depth);
    const state = this.#runBlocks(this.#remaining(blocks, walk.depth), choices);
    if (state.reached !== "wanted" || !isCheaper(state, this.#cost)) return false;
    this.#steps = walk.steps;
    this.#cost = state;
    return true;
  }

  /** The walk stands on the last candidate; it has the first steps of this one and of the best in common. */
  #goToCommonPrefix(blocks: readonly Block[]): void {
    const walk = this.#walk;
    const taken = walk.steps;
    let depth = 0;
    for (const { thread, steps } of blocks) {
      const end = depth + steps;
      while (depth < end && this.#isCommon(taken, depth, thread)) depth++;
      if (depth < end) break;
    }
    walk.goBackTo(depth);
  }

  #isCommon(taken: readonly Step[], at: number, thread: number): boolean {
    const own = this.#steps[at];
    const other = taken[at];
    return (
      own !== undefined &&
      other !== undefined &&
      own.thread === thread &&
      own.thread === other.thread &&
      own.choice === other.choice
    );
  }

  /** The blocks without their first `depth` steps. */
  #remaining(blocks: readonly Block[], depth: number): Block[] {
    let left = depth;
    return blocks.flatMap(({ thread, steps }) => {
      const passed = Math.min(left, steps);
      left -= passed;
      return steps > passed ? [{ thread, steps: steps - passed }] : [];
    });
  }

  /** By thread: what it chooses from the step of this number on, in the best schedule. */
  #choicesFrom(depth: number): Map<number, number[]> {
    const choices = new Map<number, number[]>();
    for (const { thread, choice } of this.#steps.slice(depth)) {
      if (choice < 0) continue;
      choices.set(thread, [...(choices.get(thread) ?? []), choice]);
    }
    return choices;
  }

  #runBlocks(blocks: readonly Block[], choices: Map<number, number[]>): PathState {
    const walk = this.#walk;
    for (const { thread, steps } of blocks) {
      for (let i = 0; i < steps && this.#mayGoOn(); i++) {
        const step = chosen(walk.state, chooserOf(walk.state) ?? thread, choices);
        if (step === null) break;
        walk.take(step);
      }
    }
    while (this.#mayGoOn()) {
      const { options, step } = walk.state;
      const next = step === null ? null : chosen(walk.state, step.thread, choices);
      walk.take(next ?? chosen(walk.state, options[0]!.thread, choices)!);
    }
    return walk.state;
  }

  /** False also where the candidate can no longer be better than the best. */
  #mayGoOn(): boolean {
    const { reached, preemptions, switches, steps } = this.#walk.state;
    if (reached !== "open" || steps >= this.#mostSteps) return false;
    const best = this.#cost;
    return isCheaper({ preemptions, switches, steps }, best);
  }
}

/** The thread whose choice the state waits for: no other can run. */
function chooserOf({ options }: PathState): number | null {
  const [first] = options;
  return first !== undefined && first.choice >= 0 ? first.thread : null;
}

/** The thread's next step in this state; null if it has none. A choice is as in the schedule that is changed, as far as that goes. */
function chosen(state: PathState, thread: number, choices: Map<number, number[]>): Step | null {
  const own = state.options.filter((option) => option.thread === thread);
  const [first] = own;
  if (first === undefined) return null;
  if (first.choice < 0) return first;
  const wanted = choices.get(thread)?.shift() ?? 0;
  return own[wanted] ?? first;
}

function blocksOf(steps: readonly Step[]): Block[] {
  const blocks: { thread: number; steps: number }[] = [];
  for (const { thread } of steps) {
    const last = blocks.at(-1);
    if (last?.thread === thread) last.steps++;
    else blocks.push({ thread, steps: 1 });
  }
  return blocks;
}
