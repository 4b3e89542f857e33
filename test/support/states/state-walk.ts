/**
 * Goes through the states of a program one by one, each kept whole: for tests
 * of the vectors themselves, where a set of hashes would hide what differs.
 */
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import { shareEverything } from "../../../src/vm/sharing/shared-objects.ts";
import { isEnabled } from "../../../src/vm/threads/enabled.ts";
import { Transitions } from "./transitions.ts";

const TRANSITION_LIMIT = 200_000;

/** What a machine can do next: threads to run, or alternatives of one thread. */
export interface Options {
  readonly threads: readonly number[];
  readonly isChoice: boolean;
}

/** A machine under exploration and the vector of where it stands. */
export class StateWalk {
  readonly m: Machine;
  readonly #transitions: Transitions;
  readonly #canonicalizer: Canonicalizer;

  constructor(m: Machine) {
    this.m = m;
    this.#transitions = new Transitions(m);
    m.commit();
    shareEverything(m);
    m.guards.prepare();
    this.#canonicalizer = new Canonicalizer(m);
  }

  first(): Options {
    return this.#options(Stop.visible, 0);
  }

  /** Takes one of the options; null where the path is cut. */
  take(options: Options, index: number): Options | null {
    const { m } = this;
    const thread = options.threads[index]!;
    const since = m.logTop;
    this.#transitions.begin(thread);
    m.choice = options.isChoice ? index : -1;
    m.stopsAtVisible = this.#live() > 1;
    m.watches = m.stopsAtVisible;
    const stop = this.#transitions.run(TRANSITION_LIMIT);
    m.choice = -1;
    this.#canonicalizer.noteWrites(since);
    if (stop === Stop.ignored || stop === Stop.halted) return null;
    return this.#options(stop, thread);
  }

  back(): void {
    this.#transitions.undo();
  }

  vector(options: Options): Int32Array {
    this.#canonicalizer.write(options.isChoice ? options.threads[0]! + 1 : 0);
    return this.#canonicalizer.vector.slice(0, this.#canonicalizer.length);
  }

  #options(stop: Stop, thread: number): Options {
    const { m } = this;
    if (stop === Stop.choice) {
      return { threads: Array.from({ length: m.choices }, () => thread), isChoice: true };
    }
    const threads = Array.from({ length: m.threadCount }, (_, t) => t);
    return { threads: threads.filter((t) => isEnabled(m, t)), isChoice: false };
  }

  #live(): number {
    const { m } = this;
    let live = 0;
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated) live++;
    }
    return live;
  }
}

/** Visits every state that has a next step, once by its whole vector; false when there are more than `limit`. */
export function forEachState(
  m: Machine,
  limit: number,
  visit: (walk: StateWalk, vector: Int32Array, isNew: boolean) => void,
): boolean {
  const walk = new StateWalk(m);
  const seen = new Set<string>();
  const go = (options: Options | null): boolean => {
    if (options === null || options.threads.length === 0) return true;
    const vector = walk.vector(options);
    const key = Buffer.from(vector.buffer).toString("latin1");
    const isNew = !seen.has(key);
    visit(walk, vector, isNew);
    if (!isNew) return true;
    seen.add(key);
    if (seen.size > limit) return false;
    return options.threads.every((_, i) => {
      const isWithin = go(walk.take(options, i));
      walk.back();
      return isWithin;
    });
  };
  return go(walk.first());
}
