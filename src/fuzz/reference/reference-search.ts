/**
 * The reference search. It may switch threads in front of every instruction that touches memory, a monitor or
 * a native method, whichever threads can reach the object. A blocked thread tries and waits, as it would on a
 * JVM. The search runs the interpreter one instruction at a time. It knows nothing of shared objects,
 * scheduling points, settled fields, guards or partial-order reduction, so that an error in any of these
 * shows as a difference between its outcomes and the checker's.
 */
import { describeUncaught } from "../../search/properties/uncaught-exception.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import { wake } from "../../vm/code/suspension.ts";
import { interpret } from "../../vm/interpreter/dispatch.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import type { Mark } from "../../vm/memory/undo-log.ts";
import { isInSection } from "../../vm/sharing/gate-operations.ts";
import { isEnabled } from "../../vm/threads/enabled.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
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

/** The maximum number of instructions between two places where threads can be switched. */
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
  // The library locks Threads only in programs that also do, such as this one.
  return new BruteForce(m, limit, texts, atState).run()!;
}

class BruteForce {
  readonly #m: Machine;
  readonly #limit: number;
  /** Is called in each state. */
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
    this.#locksThreads = m.sharing.threads.areMonitorsUsed;
    this.#found = new FoundOutcomes(texts);
    m.canCollect = false;
    m.commit();
    // Make no assumptions about the program.
    m.sharing.assume({ fields: false, threads: false });
    this.#key = new CanonicalKey(m);
    const tables = Object.values(m.options.natives);
    this.#natives = new Set(tables.flatMap((table) => Object.keys(table)));
  }

  /** Null, with everything undone, if the search must be repeated. */
  run(): Exploration | null {
    const m = this.#m;
    this.#arrive(Stop.limit, 0);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.mark !== null) m.undoTo(level.mark);
      level.mark = null;
      if (m.sharing.threads.areMonitorsUsed !== this.#locksThreads)
        level.next = level.options.length;
      if (level.next >= level.options.length) this.#levels.pop();
      else if (this.#visited.size < this.#limit) this.#step(level);
      else return this.#result(false);
    }
    return m.sharing.threads.areMonitorsUsed === this.#locksThreads ? this.#result(true) : null;
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
      // Starting a thread turns these on.
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
      const keepsProgramAlive = this.#live().some((t) => !m.threadAt(t).isDaemon);
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
      if (!m.threadAt(thread).hasEnded) live.push(thread);
    }
    return live;
  }

  /**
   * Every thread that is not waiting may try to continue, even if it will be blocked. Only the end of a
   * thread cannot be tried.
   */
  #enabled(): number[] {
    const m = this.#m;
    return this.#live().filter((thread) => {
      const { isRunnable } = m.threadAt(thread);
      return isRunnable ? !this.#isEndBlocked(thread) : isEnabled(m, thread);
    });
  }

  /** A thread's end takes the monitor of its Thread object, to notify waiting threads. */
  #isEndBlocked(thread: number): boolean {
    const m = this.#m;
    const { pc, object } = m.threadAt(thread);
    const code = m.space.codeAt(pc);
    if (code.method.name !== "$entry" || code.info.bytes[m.space.offsetAt(pc)] !== RETURN)
      return false;
    const owner = lockOwner(m, object);
    return owner >= 0 && owner !== thread;
  }

  #isSwitchPlace(): boolean {
    const m = this.#m;
    if (m.threadAt(m.thread).atomicDepth !== 0) return false;
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

/** Calls that affect no other thread. */
const HARMLESS = new Set([
  "currentThread()Ljava/lang/Thread;",
  "<init>()V",
  "getClass()Ljava/lang/Class;",
  // Constant during a search.
  "takesMonitors()Z",
]);

/** True where the bytecode touches memory, a monitor or a native method, or where the thread ends. */
function isSwitchPlace(
  code: TranslatedMethod,
  pc: number,
  offset: number,
  natives: ReadonlySet<string>,
): boolean {
  const { method, info } = code;
  // Exceptions under construction are private, and have many fields.
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
