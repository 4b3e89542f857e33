/**
 * Locks, permits and stamps that are never given back (docs/check-report.md says what counts). The machine counts
 * what is taken (vm/threads/holdings.ts), and the counts are part of the state, so no reduction can hide a leak: a
 * search enters a first state in which a thread has ended with a lock by the step in which that thread ends.
 *
 * Where things were taken is no part of a state. A replay, which follows one schedule, notes it.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { lockCount, lockOwner } from "../../vm/memory/monitors.ts";
import { holdsOf, lendingSemaphores, permitsOut, stampsOut } from "../../vm/threads/holdings.ts";
import type { Step } from "../step.ts";
import { calledMethod } from "../trace/call-operations.ts";
import { nameOfThread, type ObjectNames } from "../trace/object-names.ts";
import { placeOf } from "../trace/source-place.ts";
import { describePlace, type Place } from "../trace/trace.ts";
import { whyEvidence } from "../why/last-writes.ts";
import { lockOfGate } from "./held-locks.ts";
import type { Property, ReplayWatch, StateProperty } from "./property.ts";
import { threadRole } from "./thread-role.ts";
import type { Violation } from "./violation.ts";

const PERMITS = "unreleased: the program has ended, and permits of a semaphore were not given back";
const STAMPS = "unreleased: the program has ended, and a stamp of a StampedLock was not given back";

/** The thread that ran last has ended, if only by an exception that ends the program. */
const isOver = (m: Machine): boolean => m.threadAt(m.thread).hasEnded || m.uncaught !== 0;

const areAllOver = (m: Machine): boolean => {
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.threadAt(thread).isAlive) return false;
  }
  return true;
};

class Unreleased implements StateProperty {
  inspect(m: Machine, trace: () => readonly Step[]): Violation | null {
    const { thread } = m;
    if (!isOver(m) || holdsOf(m, thread) === 0) return null;
    const message = `unreleased: ${nameOfThread(m, thread)} has ended, and still holds a lock`;
    return { kind: "unreleased", message, details: [], trace: trace(), thread };
  }

  atEnd(m: Machine, stage: "daemons" | "over", trace: () => readonly Step[]): Violation | null {
    if (stage !== "over") return null;
    const held = this.inspect(m, trace);
    // A thread that is stopped by the program's end may have been about to give back what it has.
    if (held !== null || !areAllOver(m)) return held;
    if (lendingSemaphores(m) === 0 && stampsOut(m) === 0) return null;
    const message = lendingSemaphores(m) > 0 ? PERMITS : STAMPS;
    return { kind: "unreleased", message, details: [], trace: trace() };
  }

  atWrongEnd(m: Machine, trace: () => readonly Step[]): Violation | null {
    return this.inspect(m, trace);
  }
}

/** Something that was taken: a lock, a permit or a stamp. */
interface Taken {
  /** "the read lock of ReentrantReadWriteLock#1". */
  readonly name: string;
  readonly kind: "lock" | "permit" | "stamp";
  readonly thread: number;
  readonly place: Place;
}

const GATE = "deadwood/internal/Gate";
/** A thread that waits for a condition has its lock back afterwards, as if it had never let go. */
const WAIT_SET = "deadwood/internal/WaitSet";

/** Follows a replay, and knows what has not been given back and where it was taken. */
class TakenSoFar implements ReplayWatch {
  readonly #m: Machine;
  readonly #names: ObjectNames;
  #taken: Taken[] = [];

  constructor(m: Machine, names: ObjectNames) {
    this.#m = m;
    this.#names = names;
  }

  get left(): readonly Taken[] {
    return this.#taken;
  }

  before(): (() => void) | null {
    const m = this.#m;
    const id = calledMethod(m, m.space.code[m.pc]!, m.pc, m.sp);
    const method = id < 0 ? undefined : m.program.methods[id];
    if (method?.owner.name !== GATE) return null;
    if (m.space.codeAt(m.pc).method.owner.name === WAIT_SET) return null;
    const base = m.sp - m.space.args[id]!;
    return this.#change(method, m.S[base]!, m.S[base + 2]!);
  }

  /** What a call of one of the gates' methods takes or gives back. */
  #change({ name }: RuntimeMethod, gate: number, number: number): (() => void) | null {
    const m = this.#m;
    const place = (): Place => placeOf(m, m, this.#names);
    switch (name) {
      case "own":
        return this.#moves(gate, "lock", number, place(), "write lock");
      case "disown":
        return lockOwner(m, gate) === m.thread && lockCount(m, gate) > 0
          ? this.#moves(gate, "lock", -1, place(), "write lock")
          : null;
      case "hold":
        return this.#moves(gate, "lock", number, place(), "read lock");
      case "lend": {
        const isSemaphore = m.classOf(gate).name === "deadwood/internal/LendingGate";
        const change = this.#moves(gate, isSemaphore ? "permit" : "stamp", number, place());
        return isSemaphore ? () => this.#lend(gate, change) : change;
      }
      default:
        return null;
    }
  }

  #moves(
    gate: number,
    kind: Taken["kind"],
    by: number,
    place: Place,
    side: string | null = null,
  ): () => void {
    const { thread } = this.#m;
    const name = this.#nameOf(gate, kind, side);
    return () => {
      for (let i = 0; i < by; i++) this.#taken.push({ name, kind, thread, place });
      for (let i = 0; i > by; i--) this.#giveBack(name, thread);
    };
  }

  /** A semaphore may be given more than was taken of it: later permits are taken from that. */
  #lend(gate: number, change: () => void): void {
    const name = this.#nameOf(gate, "permit", null);
    change();
    const out = permitsOut(this.#m, gate);
    const own = this.#taken.filter((each) => each.name === name);
    const forgotten = new Set(own.slice(0, own.length - out));
    this.#taken = this.#taken.filter((each) => !forgotten.has(each));
  }

  /** What the thread took last, or else what was taken first by another one. */
  #giveBack(name: string, thread: number): void {
    const own = this.#taken.findLastIndex((each) => each.name === name && each.thread === thread);
    const at = own >= 0 ? own : this.#taken.findIndex((each) => each.name === name);
    if (at >= 0) this.#taken.splice(at, 1);
  }

  #nameOf(gate: number, kind: Taken["kind"], side: string | null): string {
    const m = this.#m;
    const lock = lockOfGate(m, gate);
    const name = this.#names.object(lock);
    if (kind !== "lock") return `a ${kind} of ${name}`;
    const isReadWrite = m.classOf(gate).name === "deadwood/internal/SharedGate";
    return isReadWrite ? `the ${side} of ${name}` : name;
  }
}

/** Permits that a thread took together, or a lock that it took several times at one place, are reported once. */
function withoutRepeats(taken: readonly Taken[]): readonly Taken[] {
  const byText = new Map(
    taken.map((each) => [`${each.thread} ${each.name} ${describePlace(each.place)}`, each]),
  );
  return [...byText.values()];
}

export const UNRELEASED: Property<"unreleased", { readonly unreleased: boolean }, "unreleased"> = {
  kind: "unreleased",
  title: "unreleased lock, permit or stamp",
  rule: "A thread or the program ends while it still holds a lock, a permit or a stamp.",
  help: [
    "Whoever asks for it later waits forever.",
    "Often an exception skips the release.",
    "Release in a `finally` block that begins directly after the acquisition.",
  ].join(" "),
  foundAt: "state",
  defaults: { unreleased: false },
  options: [],
  isOn: ({ unreleased }) => unreleased,
  parse: () => ({}),
  about: "locks, permits and stamps that are never released",
  machine: ({ unreleased }) => ({ tracksHoldings: unreleased }),
  needsModels: true,
  make: (_, { unreleased }) => (unreleased ? new Unreleased() : null),
  record: ({ unreleased }) => (unreleased ? { unreleased } : {}),
  recall: ({ unreleased }) => {
    // Older traces do not say it.
    if (unreleased === undefined) return {};
    return typeof unreleased === "boolean" ? { unreleased } : null;
  },
  criteria: () => ({ properties: [new Unreleased()], cycle: 0 }),
  watch: (m, names) => new TakenSoFar(m, names),
  refine: (_, violation, { watched, nameOf, laneOf }) => {
    const { thread } = violation;
    const all = watched instanceof TakenSoFar ? withoutRepeats(watched.left) : [];
    const left = all.filter((each) =>
      thread === undefined ? each.kind !== "lock" : each.kind === "lock" && each.thread === thread,
    );
    const evidence = left.map((each) => ({
      thread: laneOf(each.thread),
      text: `takes ${each.name}`,
      place: each.place,
    }));
    const details = left.map(({ name, thread: taker, place }) => {
      const where = `${describePlace(place)} (${place.method})`;
      return `${nameOf(laneOf(taker))} took ${name} at ${where}, and it was not given back`;
    });
    return { ...violation, details, evidence };
  },
  why: (_m, { evidence = [] }, { trace }) => whyEvidence(evidence, trace),
  isKnownByMessage: true,
  isReplaceable: false,
  signatures: (_, { message, thread }) => [
    thread === undefined ? message : `unreleased lock of ${threadRole(thread)}`,
  ],
  reducible: {
    names: [{ name: "unreleased", accepts: () => true }],
    settings: { unreleased: true },
    countsPreemptions: true,
  },
};
