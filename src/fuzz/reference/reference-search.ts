/**
 * The reference search. Threads may be switched in front of every instruction
 * that touches memory, a monitor or a native method, whoever can reach the
 * object; a thread in front of something it cannot have tries, and waits as it
 * would on a JVM. It uses the interpreter one instruction at a time and knows
 * nothing of shared objects, visible steps, settled fields, guards or threads
 * that need not be tried, so that an error in any of these shows as a
 * difference between its outcomes and the checker's.
 */
import { describeUncaught } from "../../search/properties/uncaught-exception.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import { interpret } from "../../vm/interpreter/dispatch.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { threadRecord } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import {
  F_DAEMON,
  T_ATOMIC,
  T_FLAGS,
  T_OBJECT,
  T_PC,
  T_STATUS,
} from "../../vm/memory/thread-record.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import type { Mark } from "../../vm/memory/undo-log.ts";
import { isInSection } from "../../vm/sharing/gate-operations.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
import { isEnabled, wake } from "../../vm/threads/round-robin.ts";
import {
  DEFAULT_TEXTS,
  type Exploration,
  FoundOutcomes,
  type OutcomeTexts,
} from "../outcomes/outcomes.ts";
import { CanonicalKey } from "./state-key.ts";

interface Level {
  readonly options: readonly number[];
  readonly isChoice: boolean;
  next: number;
  mark: Mark | null;
}

const RETURN = 177;

/** Instructions that a thread may take between two places where it can be switched. */
const STEP_LIMIT = 100_000;

export function exploreByForce(
  m: Machine,
  limit: number,
  texts: OutcomeTexts = DEFAULT_TEXTS,
  atState: (m: Machine) => void = () => {},
): Exploration {
  const first = new BruteForce(m, limit, texts, atState);
  const found = first.run();
  if (found !== null) return found;
  // The library locks Threads only in programs that do so too: this is one.
  return new BruteForce(m, limit, texts, atState).run()!;
}

class BruteForce {
  readonly #m: Machine;
  readonly #limit: number;
  /** Looks at the machine in each state. */
  readonly #atState: (m: Machine) => void;
  readonly #found: FoundOutcomes;
  readonly #visited = new Set<string>();
  readonly #levels: Level[] = [];
  readonly #places: (boolean | undefined)[] = [];
  readonly #natives: ReadonlySet<string>;
  readonly #key: CanonicalKey;
  readonly #locksThreads: boolean;

  constructor(m: Machine, limit: number, texts: OutcomeTexts, atState: (m: Machine) => void) {
    this.#atState = atState;
    this.#m = m;
    this.#limit = limit;
    this.#locksThreads = m.discipline.areMonitorsUsed;
    this.#found = new FoundOutcomes(texts);
    m.canCollect = false;
    m.commit();
    // Nothing is assumed about the program.
    m.discipline.isOn = false;
    m.discipline.trusts = false;
    this.#key = new CanonicalKey(m);
    const tables = Object.values(m.options.natives);
    this.#natives = new Set(tables.flatMap((table) => Object.keys(table)));
  }

  /** Null, with everything taken back, when it turns out that the search must be made again. */
  run(): Exploration | null {
    const m = this.#m;
    this.#arrive(Stop.limit, 0);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.mark !== null) m.undoTo(level.mark);
      level.mark = null;
      if (m.discipline.areMonitorsUsed !== this.#locksThreads) level.next = level.options.length;
      if (level.next >= level.options.length) this.#levels.pop();
      else if (this.#visited.size < this.#limit) this.#step(level);
      else return this.#result(false);
    }
    return m.discipline.areMonitorsUsed === this.#locksThreads ? this.#result(true) : null;
  }

  #result(isComplete: boolean): Exploration {
    const { outcomes, observed } = this.#found;
    return { outcomes, observed, states: this.#visited.size, isComplete };
  }

  #step(level: Level): void {
    const m = this.#m;
    const option = level.next++;
    const thread = level.options[option]!;
    m.loadRegisters(thread);
    const since = m.logTop;
    level.mark = m.beginTransition(m.fp, m.sp);
    wake(m, thread);
    m.choice = level.isChoice ? option : -1;
    let stop: Stop = Stop.limit;
    for (let n = 0; n < STEP_LIMIT && stop === Stop.limit; n++) {
      // The start of a thread turns these on.
      m.stopsAtVisible = false;
      m.watches = false;
      stop = interpret(m, 1);
      m.choice = -1;
      if (stop === Stop.limit && this.#isSwitchPlace() && this.#live().length > 1) break;
    }
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    this.#key.noteWrites(since);
    this.#arrive(stop, thread);
  }

  #arrive(stop: Stop, thread: number): void {
    const m = this.#m;
    if (stop === Stop.ignored) return;
    if (stop === Stop.halted) {
      if (m.uncaught === 0) {
        this.#found.addExit(m);
        return;
      }
      this.#found.addUncaught(describeUncaught(m, []));
      m.uncaught = 0;
      return;
    }
    const isChoice = stop === Stop.choice;
    const options = isChoice ? Array.from({ length: m.choices }, () => thread) : this.#enabled();
    if (options.length === 0) {
      const keepsProgramAlive = this.#live().some(
        (t) => (m.H[threadRecord(t) + T_FLAGS]! & F_DAEMON) === 0,
      );
      if (keepsProgramAlive) this.#found.addDeadlock(m);
      else this.#found.addEnd(m);
      return;
    }
    const key = this.#key.of(isChoice ? thread + 1 : 0);
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#atState(m);
    this.#levels.push({ options, isChoice, next: 0, mark: null });
  }

  #live(): number[] {
    const m = this.#m;
    const live: number[] = [];
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (m.H[threadRecord(thread) + T_STATUS] !== ThreadStatus.terminated) live.push(thread);
    }
    return live;
  }

  /** Whoever waits for nothing may try, however vain that is. Only the end of a thread cannot be tried. */
  #enabled(): number[] {
    const m = this.#m;
    return this.#live().filter((thread) => {
      const isRunnable = m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.runnable;
      return isRunnable ? !this.#isEndBlocked(thread) : isEnabled(m, thread);
    });
  }

  /** A thread's end takes the monitor of its Thread, to notify those who wait on it. */
  #isEndBlocked(thread: number): boolean {
    const m = this.#m;
    const record = threadRecord(thread);
    const pc = m.H[record + T_PC]!;
    const code = m.space.codeAt(pc);
    if (code.method.name !== "$entry" || code.info.bytes[m.space.offsetAt(pc)] !== RETURN)
      return false;
    const owner = lockOwner(m, m.H[record + T_OBJECT]!);
    return owner >= 0 && owner !== thread;
  }

  #isSwitchPlace(): boolean {
    const m = this.#m;
    if (m.H[threadRecord(m.thread) + T_ATOMIC] !== 0) return false;
    if (isInSection(m, m.thread, true)) return false;
    const { pc } = m;
    return (this.#places[pc] ??= isSwitchPlace(
      m.space.codeAt(pc),
      pc,
      m.space.offsetAt(pc),
      this.#natives,
    ));
  }
}

/** Calls without effect on anybody. */
const HARMLESS = new Set([
  "currentThread()Ljava/lang/Thread;",
  "<init>()V",
  "getClass()Ljava/lang/Class;",
  // The same in every state of a search.
  "takesMonitors()Z",
]);

/** Where the byte code touches memory, a monitor or a native method, or the thread ends. */
function isSwitchPlace(
  code: TranslatedMethod,
  pc: number,
  offset: number,
  natives: ReadonlySet<string>,
): boolean {
  const { method, info } = code;
  // Exceptions under construction: nobody else has them, and they have many fields.
  if (/^java\/lang\/\w*(?:Exception|Error|Throwable)$/.test(method.owner.name)) return false;
  if (method.isSynchronized && pc === code.start) return true;
  const op = info.bytes[offset]!;
  if (op >= 172 && op <= 177) return method.isSynchronized || method.name === "$entry";
  if (op >= 182 && op <= 185) {
    const index = (info.bytes[offset + 1]! << 8) | info.bytes[offset + 2]!;
    const { name, descriptor } = method.owner.file!.constants.member(index);
    const key = name + descriptor;
    return !HARMLESS.has(key) && natives.has(key);
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
