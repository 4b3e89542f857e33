/**
 * Two searches over the same machine, and what each finds a program can end
 * in. One is the checker's. The other is the reference: threads may be
 * switched in front of every instruction that touches memory, a monitor or the
 * library, and states are equal when every word of them is. It knows nothing
 * of shared objects, visible steps or canonical vectors, so that an error in
 * any of these shows as a difference between the two sets of outcomes.
 */

import { Explorer } from "../../src/search/explorer.ts";
import { describeViolation } from "../../src/search/violation.ts";
import type { MethodCode } from "../../src/vm/code-space.ts";
import { interpret } from "../../src/vm/interpreter.ts";
import type { Machine } from "../../src/vm/machine.ts";
import {
  F_DAEMON,
  STATIC_BASE,
  T_ATOMIC,
  T_DEADLINE,
  T_FLAGS,
  T_SP,
  T_STATUS,
  THREAD_BASE,
  THREAD_WORDS,
  threadRecord,
} from "../../src/vm/memory.ts";
import { endThread, isEnabled, wake } from "../../src/vm/scheduler.ts";
import { Stop } from "../../src/vm/stop.ts";
import { ThreadStatus } from "../../src/vm/thread-status.ts";
import type { Mark } from "../../src/vm/undo-log.ts";
import { memoryText, placesText } from "./outcome-text.ts";

export interface Exploration {
  readonly outcomes: ReadonlySet<string>;
  readonly states: number;
  /** False when the limit was reached first. */
  readonly isComplete: boolean;
}

/** How a path ends that nothing went wrong on: what the program's memory is then. */
const endOf = (m: Machine): string => `end ${memoryText(m)}`;
/** A deadlock is told by where each thread is and by the memory. */
const deadlockOf = (m: Machine): string => `deadlock ${placesText(m)} ${memoryText(m)}`;
const uncaughtOf = (thread: number, message: string, details: readonly string[]): string =>
  `thread ${thread}: ${message} ${details.join(" ")}`;

/** The checker's own search, past every violation. `atEnd` looks at the machine at each path's end. */
export function explore(
  m: Machine,
  limit: number,
  describe: (m: Machine) => string = endOf,
): Exploration {
  const explorer = new Explorer(m, { states: limit, depth: 1_000_000 });
  const outcomes = new Set<string>();
  let ends = 0;
  let restarts = 0;
  for (;;) {
    // What was found before a new beginning is as true as before.
    if (explorer.counts.restarts > restarts) ends = 0;
    ({ restarts } = explorer.counts);
    const now = explorer.counts.ends;
    const { violation } = explorer;
    explorer.violation = null;
    if (now > ends) {
      ends = now;
      if (violation === null) outcomes.add(describe(m));
      else if (violation.kind === "deadlock") outcomes.add(deadlockOf(m));
      else outcomes.add(uncaughtOf(m.thread, violation.message, violation.details));
    }
    const result = explorer.explore(1);
    if (result === "done" || result === "limit") {
      return { outcomes, states: explorer.counts.states, isComplete: result === "done" };
    }
  }
}

interface Level {
  readonly options: readonly number[];
  readonly isChoice: boolean;
  next: number;
  mark: Mark | null;
}

/** Instructions that a thread may take between two places where it can be switched. */
const STEP_LIMIT = 100_000;

/** The reference search. */
export function exploreByForce(m: Machine, limit: number): Exploration {
  return new BruteForce(m, limit).run();
}

class BruteForce {
  readonly #m: Machine;
  readonly #limit: number;
  readonly #outcomes = new Set<string>();
  readonly #visited = new Set<string>();
  readonly #levels: Level[] = [];
  readonly #places: (boolean | undefined)[] = [];
  readonly #bootTop: number;
  /** First values of all words below `bootTop` that were ever written, by address. */
  readonly #first = new Map<number, number>();

  constructor(m: Machine, limit: number) {
    this.#m = m;
    this.#limit = limit;
    m.canCollect = false;
    m.commit();
    m.discipline.isOn = false;
    this.#bootTop = m.heapTop;
  }

  run(): Exploration {
    const m = this.#m;
    this.#arrive(Stop.limit, 0);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.mark !== null) m.undoTo(level.mark);
      level.mark = null;
      if (level.next >= level.options.length) this.#levels.pop();
      else if (this.#visited.size < this.#limit) this.#step(level);
      else return this.#result(false);
    }
    return this.#result(true);
  }

  #result(isComplete: boolean): Exploration {
    return { outcomes: this.#outcomes, states: this.#visited.size, isComplete };
  }

  #step(level: Level): void {
    const m = this.#m;
    const option = level.next++;
    const thread = level.options[option]!;
    m.loadRegisters(thread);
    const since = m.logTop;
    level.mark = m.beginTransition(m.fp, m.sp);
    wake(m, thread);
    m.stopsAtVisible = false;
    m.watches = false;
    m.choice = level.isChoice ? option : -1;
    let stop: Stop = Stop.limit;
    for (let n = 0; n < STEP_LIMIT && stop === Stop.limit; n++) {
      stop = interpret(m, 1);
      m.choice = -1;
      if (stop === Stop.limit && this.#isSwitchPlace() && this.#live().length > 1) break;
    }
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    m.forEachLogged(since, (address, old) => {
      if (address < this.#bootTop && !this.#first.has(address)) this.#first.set(address, old);
    });
    this.#arrive(stop, thread);
  }

  #arrive(stop: Stop, thread: number): void {
    const m = this.#m;
    if (stop === Stop.ignored) return;
    if (stop === Stop.halted) {
      if (m.uncaught === 0) {
        this.#outcomes.add(endOf(m));
        return;
      }
      const { message, details } = describeViolation(m, "uncaught", []);
      this.#outcomes.add(uncaughtOf(thread, message, details));
      m.uncaught = 0;
      return;
    }
    const isChoice = stop === Stop.choice;
    const options = isChoice ? Array.from({ length: m.choices }, () => thread) : this.#enabled();
    if (options.length === 0) {
      const isStuck = this.#live().some((t) => (m.H[threadRecord(t) + T_FLAGS]! & F_DAEMON) === 0);
      this.#outcomes.add(isStuck ? deadlockOf(m) : endOf(m));
      return;
    }
    const key = this.#key(isChoice ? thread + 1 : 0);
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#levels.push({ options, isChoice, next: 0, mark: null });
  }

  #live(): number[] {
    const m = this.#m;
    return Array.from({ length: m.threadCount }, (_, thread) => thread).filter(
      (thread) => m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated,
    );
  }

  #enabled(): number[] {
    return this.#live().filter((thread) => isEnabled(this.#m, thread));
  }

  /** Every word that can make a difference; time does not pass in a checked run. */
  #key(pending: number): string {
    const m = this.#m;
    const words = [pending];
    for (const [address, first] of this.#first) {
      const value = m.H[address]!;
      if (value !== first && !isDeadline(address)) words.push(address, value);
    }
    words.push(-1);
    for (let at = this.#bootTop; at < m.heapTop; at++) words.push(m.H[at]!);
    for (const thread of this.#live()) {
      const sp = m.H[threadRecord(thread) + T_SP]!;
      words.push(-1, sp);
      for (let at = thread * m.stackWords; at < sp; at++) words.push(m.S[at]!);
    }
    return Buffer.from(Int32Array.from(words).buffer).toString("latin1");
  }

  #isSwitchPlace(): boolean {
    const m = this.#m;
    if (m.H[threadRecord(m.thread) + T_ATOMIC] !== 0) return false;
    const { pc } = m;
    return (this.#places[pc] ??= isSwitchPlace(m.space.codeAt(pc), pc, m.space.offsetAt(pc)));
  }
}

function isDeadline(address: number): boolean {
  if (address < THREAD_BASE || address >= STATIC_BASE) return false;
  const word = (address - THREAD_BASE) % THREAD_WORDS;
  return word === T_DEADLINE || word === T_DEADLINE + 1;
}

/** Where the byte code touches memory, a monitor or the library, or the thread ends. */
function isSwitchPlace(code: MethodCode, pc: number, offset: number): boolean {
  const { method, info } = code;
  // Exceptions under construction: nobody else has them, and they have many fields.
  if (/^java\/lang\/\w*(?:Exception|Error|Throwable)$/.test(method.owner.name)) return false;
  if (method.isSynchronized && pc === code.start) return true;
  const op = info.bytes[offset]!;
  if (op >= 172 && op <= 177) return method.isSynchronized || method.name === "$entry";
  if (op >= 182 && op <= 185) {
    const index = (info.bytes[offset + 1]! << 8) | info.bytes[offset + 2]!;
    const { owner, name } = method.owner.file!.constants.member(index);
    return /^(?:(?:java|deadwood)\/|Worker$)/.test(owner) && name !== "<init>";
  }
  return (
    (op >= 46 && op <= 53) || // loads from arrays
    (op >= 79 && op <= 86) || // stores
    op === 108 ||
    op === 112 || // divisions throw
    (op >= 178 && op <= 181) || // fields
    op === 191 || // athrow
    op === 194 ||
    op === 195 // monitors
  );
}
