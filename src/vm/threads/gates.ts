/**
 * Gates, on which the models of java.util.concurrent rest. A gate is an object
 * of `deadwood.internal.Gate`: its monitor says who owns it, its `value` counts
 * whatever the model counts (permits, readers, a signal). A thread passes a
 * gate when the conditions it names hold, and passing begins a section that
 * runs as one step (gate-operations.ts), so that an operation of a lock is one step.
 *
 * In a checked run a thread in front of a closed gate is simply not enabled: to
 * wait costs no step and no state. In a plain run it waits as a parked thread
 * whose target is the gate, and so it does in a checked run of a program that
 * asks who waits: to come to a gate and to begin to wait there are two steps
 * then. A thread that waits inside a section (for a signal, or to get its lock
 * back) does so in both.
 *
 * Threads that wait at a gate stand in line: only the first may pass. Those that
 * come may pass by the line, unless they are fair. Where nobody can tell who has come
 * already, there is no line: whoever stands in front of a gate may have come first. Only those
 * that were signalled came in the order of the signals.
 */

import { resume, suspend } from "../code/suspension.ts";
import { throwInterrupted } from "../interpreter/exceptions.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import {
  F_INTERRUPTED,
  F_TIMED_OUT,
  T_FLAGS,
  T_QUEUE_POSITION,
  T_SP,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { isParked, ThreadStatus } from "../memory/thread-status.ts";
import { Outcome } from "../native-api/native-method.ts";
import { enterSection } from "../sharing/gate-operations.ts";
import { methodToCall } from "../sharing/pending-access.ts";
import { Assumption, assumptionBit } from "../sharing/thread-assumptions.ts";
import { timePasses } from "./abstract-time.ts";

/** Conditions of a passage, any number of them: the constants of Gate.java. To its owner a gate is open. */
const NOT_OWNED_BY_OTHERS = 1;
const AT_LEAST = 2;
const EQUAL = 4;
/** While the value is positive, a thread that cannot pass queues, and threads that yield to the queue see it there. */
const QUEUES = 8;
const YIELDS_TO_QUEUE = 16;
/** An interrupt is heeded only where the gate is closed. */
const PATIENT = 32;
/** Goes to the end of the queue. */
const FAIR = 128;
/** Some passages of the gate need more than others. */
const SIZED = 256;
/** The thread has looked for an interrupt just now: one since then is heeded only where it has to wait. */
const LOOKED = 512;

/** Words of the arguments of `pass(Gate, int conditions, int number, boolean interruptible, long nanos)`. */
const PASS_WORDS = 12;
/** The same for `await(Gate, Gate lock, boolean interruptible, long nanos)`. */
const AWAIT_WORDS = 10;

/** As nanoseconds: without a limit. */
const FOREVER = (1n << 63n) - 1n;

const GATE = "deadwood/internal/Gate";

const valueOf = (m: Machine, gate: number): number => m.H[gate + m.fieldOffset(GATE, "value")]!;

/** True when the thread may pass the gate whose passage has its arguments at `base`. */
function isOpen(m: Machine, thread: number, base: number): boolean {
  const { S } = m;
  const gate = S[base]!;
  const conditions = S[base + 2]!;
  const number = S[base + 4]!;
  if ((conditions & NOT_OWNED_BY_OTHERS) !== 0) {
    const owner = lockOwner(m, gate);
    if (owner === thread) return true;
    if (owner >= 0) return false;
  }
  if ((conditions & AT_LEAST) !== 0 && valueOf(m, gate) < number) return false;
  if ((conditions & EQUAL) !== 0 && valueOf(m, gate) !== number) return false;
  return !isHeldUp(m, gate, thread, conditions);
}

/** Of a passage with its arguments at `base`: the gate is open to its owner. */
export const passesOwner = (m: Machine, base: number): boolean =>
  (m.S[base + 2]! & NOT_OWNED_BY_OTHERS) !== 0;

/** True when the thread is one of those that share the gate already. */
function hasShare(m: Machine, gate: number, thread: number): boolean {
  const holds = m.H[gate + m.fieldOffset("deadwood/internal/SharedGate", "holds")]!;
  if (holds === 0 || thread >= m.H[holds + ARRAY_LENGTH]!) return false;
  return m.H[holds + ARRAY_DATA + thread] !== 0;
}

/** The gate whose line a thread stands in: it waits to pass, or has had its signal and wants its lock back. 0: none. */
function lineOf(m: Machine, thread: number): number {
  const record = threadRecord(thread);
  if (!isParked(m.H[record + T_STATUS]!)) return 0;
  if (baseOf(m, thread, pass, PASS_WORDS) !== 0) return m.H[record + T_TARGET]!;
  const base = baseOf(m, thread, awaitSignal, AWAIT_WORDS);
  if (base === 0) return 0;
  m.accesses?.read(m.S[base]!, m.fieldOffset(GATE, "value"));
  return valueOf(m, m.S[base]!) !== 0 ? m.S[base + 2]! : 0;
}

/** True if a thread ahead in the queue keeps this one from passing. */
function isHeldUp(m: Machine, gate: number, thread: number, conditions: number): boolean {
  const isFair = (conditions & FAIR) !== 0;
  const yields = (conditions & YIELDS_TO_QUEUE) !== 0;
  const place = placeOf(m, thread);
  const isInLine = lineOf(m, thread) === gate;
  if (isInLine ? place === 0 : !isFair && !yields) return false;
  if (!isInLine && yields && hasShare(m, gate, thread)) return false;
  for (let other = 0; other < m.threadCount; other++) {
    if (other === thread || lineOf(m, other) !== gate) continue;
    const otherPlace = placeOf(m, other);
    const isInFront = otherPlace > 0 && otherPlace < place;
    if (isInLine ? isInFront : isFair || isYieldedTo(m, other)) return true;
  }
  return false;
}

/** True of the first in line, where it waits as those do that others yield to. */
const isYieldedTo = (m: Machine, thread: number): boolean =>
  placeOf(m, thread) <= 1 &&
  (wouldQueue(m, thread) || baseOf(m, thread, awaitSignal, AWAIT_WORDS) !== 0);

/** The position of a parked thread in its queue, from 1 on; 0 if the order does not matter. */
const placeOf = (m: Machine, thread: number): number =>
  m.H[threadRecord(thread) + T_QUEUE_POSITION]!;

/** The thread becomes the last in line. */
function takePlace(m: Machine, thread: number, gate: number): void {
  let last = 0;
  for (let other = 0; other < m.threadCount; other++) {
    if (other !== thread && lineOf(m, other) === gate) last = Math.max(last, placeOf(m, other));
  }
  m.setWord(threadRecord(thread) + T_QUEUE_POSITION, last + 1);
}

/** The running thread goes; those behind it move up, so that places say nothing but the order. */
function leavePlace(m: Machine, gate: number): void {
  const place = placeOf(m, m.thread);
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (lineOf(m, thread) !== gate || placeOf(m, thread) <= place) continue;
    m.setWord(threadRecord(thread) + T_QUEUE_POSITION, placeOf(m, thread) - 1);
  }
  m.setWord(threadRecord(m.thread) + T_QUEUE_POSITION, 0);
}

/** True when the thread is about to pass a gate, or waits to, as one of those that queue up. */
export function wouldQueue(m: Machine, thread: number): boolean {
  const base = baseOf(m, thread, pass, PASS_WORDS);
  return base !== 0 && (m.S[base + 2]! & QUEUES) !== 0;
}

/** Where the arguments are when the thread's next instruction calls the native; 0 when it does not. */
function baseOf(m: Machine, thread: number, native: unknown, words: number): number {
  const method = methodToCall(m, thread);
  if (method < 0 || m.space.natives[method] !== native) return 0;
  return m.H[threadRecord(thread) + T_SP]! - words;
}

/** Waiting is a separate step: others can tell, by asking, or by what is left for them where some need more. */
const showsQueues = (m: Machine, conditions: number): boolean =>
  !m.checking ||
  !m.sharing.threads.holds(Assumption.queues) ||
  !m.sharing.threads.holds(Assumption.states) ||
  ((conditions & SIZED) !== 0 && !m.sharing.threads.holds(Assumption.sizes));

/** What is assumed of passages and not true of the one whose arguments are at `base`, as a set of bits. */
export function refutedByPassage(m: Machine, base: number): number {
  const conditions = m.S[base + 2]!;
  const nanos = m.SL[(base + 8) >> 1]!;
  let refuted = nanos === FOREVER ? 0 : assumptionBit(Assumption.peeks);
  if (nanos !== 0n && (conditions & SIZED) !== 0 && m.S[base + 4] !== 1) {
    refuted |= assumptionBit(Assumption.sizes);
  }
  // A fair thread with a time limit can find an open gate that it must not pass.
  if (nanos !== FOREVER && (conditions & FAIR) !== 0) refuted |= assumptionBit(Assumption.queues);
  return refuted;
}

/** A thread that cannot pass joins a queue that others yield to. */
const mustQueue = (m: Machine, base: number): boolean =>
  (m.S[base + 2]! & QUEUES) !== 0 && valueOf(m, m.S[base]!) > 0;

/** The gate that a runnable thread of a checked run stands in front of and cannot pass; 0 when there is none. */
export function awaitedGate(m: Machine, thread: number): number {
  const base = baseOf(m, thread, pass, PASS_WORDS);
  if (base === 0 || m.S[base] === 0 || isOpen(m, thread, base)) return 0;
  if (m.SL[(base + 8) >> 1] !== FOREVER || showsQueues(m, m.S[base + 2]!)) return 0;
  if (mustQueue(m, base)) return 0;
  return isInterruptedAt(m, thread, base + 6) ? 0 : m.S[base]!;
}

/** True when the thread is interrupted and the call, whose flag is at `at`, heeds that. */
const isInterruptedAt = (m: Machine, thread: number, at: number): boolean =>
  m.S[at] !== 0 && (m.H[threadRecord(thread) + T_FLAGS]! & F_INTERRUPTED) !== 0;

/** True if a thread that is parked at a gate can continue. */
export function canLeaveGate(m: Machine, thread: number): boolean {
  const record = threadRecord(thread);
  const status = m.H[record + T_STATUS]!;
  const isOver =
    (m.H[record + T_FLAGS]! & F_TIMED_OUT) !== 0 ||
    (m.checking && status === ThreadStatus.timedParked);
  const passing = baseOf(m, thread, pass, PASS_WORDS);
  if (passing !== 0) {
    return isOver || isOpen(m, thread, passing) || isInterruptedAt(m, thread, passing + 6);
  }
  const base = baseOf(m, thread, awaitSignal, AWAIT_WORDS);
  if (valueOf(m, m.S[base]!) === 0) return isOver || isInterruptedAt(m, thread, base + 4);
  const lock = m.S[base + 2]!;
  return lock === 0 || (isFree(m, lock) && !isHeldUp(m, lock, thread, 0));
}

/** True for a lock that no thread holds, not even to read. */
const isFree = (m: Machine, lock: number): boolean =>
  lockOwner(m, lock) < 0 && valueOf(m, lock) === 0;

/** The gate that a thread stands in front of, or waits at; 0 when there is none. */
export function gateOf(m: Machine, thread: number): number {
  const base = baseOf(m, thread, pass, PASS_WORDS) || baseOf(m, thread, awaitSignal, AWAIT_WORDS);
  return base === 0 ? 0 : m.S[base]!;
}

/** True when the thread waits for a signal, or for its lock after one. */
export const isAwaiting = (m: Machine, thread: number): boolean =>
  baseOf(m, thread, awaitSignal, AWAIT_WORDS) !== 0;

/** Notes what decides whether a thread can pass the gate that it stands in front of, or waits at. */
export function noteGates(m: Machine, thread: number, log: AccessLog): void {
  const passing = baseOf(m, thread, pass, PASS_WORDS);
  if (passing !== 0) noteGate(m, m.S[passing]!, log);
  const base = baseOf(m, thread, awaitSignal, AWAIT_WORDS);
  if (base === 0) return;
  noteGate(m, m.S[base]!, log);
  if (m.S[base + 2] !== 0) noteGate(m, m.S[base + 2]!, log);
}

function noteGate(m: Machine, gate: number, log: AccessLog): void {
  log.read(gate, m.fieldOffset(GATE, "value"));
  log.readType(gate);
  const shared = m.requireClass("deadwood/internal/SharedGate");
  if (!m.isInstance(gate, shared)) return;
  const field = m.fieldOffset(shared.name, "holds");
  const holds = m.H[gate + field]!;
  log.read(gate, field);
  if (holds !== 0) log.readElements(m, holds);
}

/** True if the thread waits for the signal of a condition whose lock is free. */
export function isAwaitingWithFreeLock(m: Machine, thread: number): boolean {
  const base = baseOf(m, thread, awaitSignal, AWAIT_WORDS);
  return base !== 0 && m.S[base + 2] !== 0 && isFree(m, m.S[base + 2]!);
}

/** Threads that wait to pass a gate. */
export function threadsAt(m: Machine, gate: number): number[] {
  const found: number[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (lineOf(m, thread) === gate) found.push(thread);
  }
  return found;
}

/** Waits, parked at a gate. */
function park(m: Machine, gate: number, nanos: bigint): Outcome {
  m.setWord(threadRecord(m.thread) + T_QUEUE_POSITION, 0);
  if (nanos === FOREVER) return suspend(m, ThreadStatus.parked, gate);
  return suspend(m, ThreadStatus.timedParked, gate, m.nanos + Math.max(1, Number(nanos)));
}

/** Back to running; true when the thread had been parked at this gate. `line`: the gate in whose line it stood. */
function unpark(m: Machine, gate: number, line: number): boolean {
  const record = threadRecord(m.thread);
  if (!isParked(m.H[record + T_STATUS]!) || m.H[record + T_TARGET] !== gate) return false;
  if (placeOf(m, m.thread) !== 0) leavePlace(m, line);
  resume(m, m.thread);
  return true;
}

/** Gate.pass: 1, with a section begun, if the gate was open; 0 if the time was over first. */
export function pass(m: Machine, args: number): Outcome {
  const gate = m.S[args]!;
  const nanos = m.SL[(args + 8) >> 1]!;
  // Where it stands in the queue counts for that.
  const canPass = isOpen(m, m.thread, args);
  const wasParked = unpark(m, gate, gate);
  const conditions = m.S[args + 2]!;
  const isShown = showsQueues(m, conditions);
  const isPatient = canPass && (conditions & (wasParked ? PATIENT : PATIENT | LOOKED)) !== 0;
  if (!isPatient && isInterruptedAt(m, m.thread, args + 6)) return throwInterrupted(m);
  if (canPass) {
    enterSection(m);
    m.S[args] = 1;
    return Outcome.done;
  }
  // Time is abstract in a search: a thread that runs before the gate opens has run out of time. But others
  // may have to yield to it until then.
  const isSeen = isShown || mustQueue(m, args);
  if (nanos !== FOREVER && (wasParked || !isSeen || nanos <= 0n)) {
    if (nanos > 0n) timePasses(m);
    m.S[args] = 0;
    return Outcome.done;
  }
  park(m, gate, nanos);
  if (isShown) takePlace(m, m.thread, gate);
  return Outcome.blocked;
}

/** Gate.signal: the thread that waits for the signal has it, and stands in line to have its lock back. */
export function signal(m: Machine, args: number): Outcome {
  const gate = m.S[args]!;
  m.setWord(gate + m.fieldOffset(GATE, "value"), 1);
  for (let thread = 0; thread < m.threadCount; thread++) {
    const isWaiting = lineOf(m, thread) === m.S[args + 2];
    if (isWaiting && m.H[threadRecord(thread) + T_TARGET] === gate) {
      takePlace(m, thread, m.S[args + 2]!);
    }
  }
  return Outcome.done;
}

/**
 * Gate.await: 1 after a signal (and the lock is free then), 0 when the time is
 * over, -1 when interrupted, 2 when the thread woke up by itself.
 */
export function awaitSignal(m: Machine, args: number): Outcome {
  const gate = m.S[args]!;
  const nanos = m.SL[(args + 6) >> 1]!;
  if (m.choice < 0 && canEndInTwoWays(m, args)) {
    m.choices = 2;
    return Outcome.choice;
  }
  if (!unpark(m, gate, m.S[args + 2]!)) return park(m, gate, nanos);
  if (nanos !== FOREVER) timePasses(m);
  if (valueOf(m, gate) !== 0) m.S[args] = 1;
  else if (isInterruptedAt(m, m.thread, args + 4)) m.S[args] = -1;
  else m.S[args] = nanos === FOREVER || m.choice === 1 ? 2 : 0;
  m.choice = -1;
  return Outcome.done;
}

/** True when a wait for a condition ends without a signal, and not only because its time may be over. */
const canEndInTwoWays = (m: Machine, args: number): boolean =>
  m.options.spuriousWakeups === true &&
  m.H[threadRecord(m.thread) + T_STATUS] === ThreadStatus.timedParked &&
  m.S[args + 2] !== 0 &&
  valueOf(m, m.S[args]!) === 0 &&
  !isInterruptedAt(m, m.thread, args + 4);
