/**
 * Runs a program as a JVM would: one thread at a time, round robin by instruction count, with
 * virtual time that jumps ahead when all threads sleep. A search explores all schedules instead;
 * both ask `isEnabled`.
 */

import { wake } from "../code/suspension.ts";
import { interpret } from "../interpreter/dispatch.ts";
import { Stop } from "../interpreter/stop.ts";
import type { Machine } from "../machine.ts";
import {
  F_JOINED,
  F_TIMED_OUT,
  T_ATOMIC,
  T_DEADLINE,
  T_FLAGS,
  T_STATUS,
  threadRecord,
} from "../memory/memory.ts";
import { isTimed, ThreadStatus } from "../memory/thread-status.ts";
import { isInSection } from "../sharing/gate-operations.ts";
import { isEnabled } from "./enabled.ts";
import { endThread } from "./end-thread.ts";
import { hasLiveUserThread, shutDown } from "./shutdown.ts";

/** Instructions a thread may run before the next one gets its turn: one transition of a plain run. */
const TIME_SLICE = 50_000;

export type RunResult = "finished" | "halted" | "deadlock" | "limit" | "paused";

export interface RunLimits {
  /** Instructions after which the run is given up. */
  readonly instructions: number;
  /** Called between slices; true returns to the caller, which may call again to continue. */
  readonly pause: () => boolean;
  /** Instructions a slice may take. */
  readonly slice?: number;
  /** Called when a thread's registers are loaded and it is about to run. */
  readonly beforeSlice?: () => void;
}

/** Lets virtual time pass for those whose deadline has come; jumps to the next one when `jump`. */
function expire(m: Machine, jump: boolean): boolean {
  let earliest = Number.POSITIVE_INFINITY;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (!isTimed(m.H[record + T_STATUS]!)) continue;
    if ((m.H[record + T_FLAGS]! & F_TIMED_OUT) !== 0) continue;
    earliest = Math.min(earliest, m.HD[(record + T_DEADLINE) >> 1]!);
  }
  if (earliest === Number.POSITIVE_INFINITY) return false;
  if (jump && earliest > m.nanos) m.skippedNanos += earliest - m.nanos;
  let expired = false;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    if (!isTimed(m.H[record + T_STATUS]!) || m.HD[(record + T_DEADLINE) >> 1]! > m.nanos) continue;
    m.setWord(record + T_FLAGS, m.H[record + T_FLAGS]! | F_TIMED_OUT);
    expired = true;
  }
  return expired;
}

function nextEnabled(m: Machine): number {
  // The steps of a section belong together, whatever the time slices are.
  const { thread } = m;
  const staysOn = m.H[threadRecord(thread) + T_ATOMIC] !== 0 || isInSection(m, thread);
  if (staysOn && isEnabled(m, thread)) return thread;
  for (let step = 1; step <= m.threadCount; step++) {
    const next = (thread + step) % m.threadCount;
    if (isEnabled(m, next)) return next;
  }
  return -1;
}

/**
 * Decides whether the running thread has scheduling points, and whether its
 * accesses can be observed at all. A thread that has ended counts until some
 * thread has waited for its end: until then its accesses might have come
 * later.
 */
export function updateConcurrency(m: Machine): void {
  const { H, threadCount } = m;
  let live = 0;
  let isAnyUnjoined = false;
  // Two that live are enough to know.
  for (let thread = 0; thread < threadCount && live < 2; thread++) {
    const record = threadRecord(thread);
    if (H[record + T_STATUS] !== ThreadStatus.terminated) live++;
    else if ((H[record + T_FLAGS]! & F_JOINED) === 0) isAnyUnjoined = true;
  }
  m.stopsAtVisible = live > 1;
  m.watches = live > 1 || isAnyUnjoined;
}

export function runThreads(m: Machine, limits: RunLimits): RunResult {
  const slice = limits.slice ?? TIME_SLICE;
  while (hasLiveUserThread(m) || shutDown(m)) {
    if (m.instructions >= limits.instructions) return "limit";
    if (limits.pause()) return "paused";
    expire(m, false);
    let thread = nextEnabled(m);
    if (thread < 0) {
      if (!expire(m, true)) return "deadlock";
      thread = nextEnabled(m);
      if (thread < 0) return "deadlock";
    }
    m.loadRegisters(thread);
    if (m.options.undo) m.beginTransition(m.fp, m.sp);
    wake(m, thread);
    limits.beforeSlice?.();
    let stop = interpret(m, slice);
    // A machine made for searching asks which waiter to wake and the like; a plain run takes the first.
    while (stop === Stop.choice) {
      m.choice = 0;
      stop = interpret(m, slice);
    }
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    m.commit();
    if (stop === Stop.halted) return "halted";
  }
  return "finished";
}
