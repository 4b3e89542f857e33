/**
 * One step of a schedule, in one place: the search takes it and takes it back,
 * a replay takes it for good, and both must mean the same by it.
 */

import { wake } from "../vm/code/suspension.ts";
import { interpret } from "../vm/interpreter/dispatch.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { shareEverything } from "../vm/sharing/shared-objects.ts";
import { isEnabled } from "../vm/threads/enabled.ts";
import { endThread } from "../vm/threads/end-thread.ts";
import { updateConcurrency } from "../vm/threads/round-robin.ts";
import { hasLiveUserThread } from "../vm/threads/shutdown.ts";
import { nextFreshOrJoining } from "../vm/threads/waiting.ts";

/** Instructions after which a thread that shows nothing is stopped all the same, so that endless loops repeat a state. */
const TRANSITION_LIMIT = 200_000;

/** One step of a schedule: the thread that runs, and what it chose (-1: nothing). */
export interface Step {
  readonly thread: number;
  readonly choice: number;
}

/** Makes a booted machine ready for steps. */
export function prepareForSteps(m: Machine): void {
  m.canCollect = false;
  m.commit();
  shareEverything(m);
  m.guards.prepare();
}

/** The machine is in its first state again, for a search that begins again; `known` are the approximations it had then. */
export function resetForRestart(m: Machine, known: readonly string[]): void {
  m.uncaught = 0;
  m.room.forget();
  m.sharing.takeRefuted();
  m.counters.clear();
  m.approximations.clear();
  for (const reason of known) m.approximations.add(reason);
}

/** What comes before a thread's instructions: it is awake, and no longer new. */
export function beginStep(m: Machine, thread: number, choice: number): void {
  wake(m, thread);
  m.threadAt(thread).noteRun();
  // Random walks may give it as a number with a fraction of 0, for V8: the machine would have another shape, and all
  // code that was compiled for the usual one be thrown away.
  m.choice = choice | 0;
  m.shown = 0;
}

/** Lets a thread run to the next point where others may take over. The machine stands at a mark of the caller's. */
export function runStep(m: Machine, thread: number, choice: number): Stop {
  m.room.beginStep();
  beginStep(m, thread, choice);
  updateConcurrency(m);
  const stop = interpret(m, TRANSITION_LIMIT);
  m.choice = -1;
  if (stop === Stop.ended) endThread(m);
  else m.saveRegisters();
  m.room.endStep();
  return stop;
}

/** The parts of a state that are not in the machine's words: which thread has to choose, and the exit code. */
export const choiceAndExitWord = (m: Machine, stop: Stop): number =>
  (stop === Stop.choice ? m.thread + 1 : 0) ^ (m.exitCode << 16);

export function liveThreads(m: Machine): number {
  let live = 0;
  const { threadCount } = m;
  for (let t = 0; t < threadCount; t++) if (!m.threadAt(t).hasEnded) live++;
  return live;
}

export function enabledThreads(m: Machine): number[] {
  const enabled: number[] = [];
  for (let t = 0; t < m.threadCount; t++) if (isEnabled(m, t)) enabled.push(t);
  return enabled;
}

/**
 * An enabled thread whose next step no other thread can observe or prevent; -1 if there is none. Such
 * a thread has just been started and will stop at its first scheduling point, or it joins a thread that
 * has ended. It is enough to explore that thread.
 */
export function unobservableThread(m: Machine): number {
  if (!m.sharing.threads.areMade) return -1;
  let thread = nextFreshOrJoining(m, 0);
  while (thread >= 0 && !isEnabled(m, thread)) thread = nextFreshOrJoining(m, thread + 1);
  return thread;
}

/** True if the thread could continue: letting another one run instead is a preemption. */
export const couldGoOn = (m: Machine, thread: number): boolean =>
  m.threadAt(thread).isRunnable && isEnabled(m, thread);

/** True if a non-daemon thread is left. If no thread can move either, the program is stuck. */
export const keepsProgramAlive = (m: Machine): boolean => hasLiveUserThread(m);
