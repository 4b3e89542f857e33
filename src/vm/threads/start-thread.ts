/** Gives a new thread its record and its first frame. */
import { LimitReachedError } from "../../core/errors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_UNLINKED } from "../code/code-space.ts";
import { LINKAGE_WORDS } from "../code/instructions.ts";
import { linkMethod } from "../interpreter/calls.ts";
import type { Machine } from "../machine.ts";
import {
  MAX_HELD,
  MAX_THREADS,
  T_ATOMIC,
  T_FLAGS,
  T_FP,
  T_GATE,
  T_HELD,
  T_HELD_COUNT,
  T_OBJECT,
  T_PC,
  T_SECTION,
  T_SP,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../memory/memory.ts";
import { ThreadStatus } from "../memory/thread-status.ts";

/** All stacks together: their words are numbered by ints. */
const MAX_STACK_WORDS = 2 ** 29;

/** Asked before a thread is started. */
export const hasRoomForThread = (m: Machine): boolean =>
  m.threadCount < MAX_THREADS && (m.threadCount + 1) * m.stackWords < MAX_STACK_WORDS;

export const tooManyThreads = (m: Machine): LimitReachedError =>
  new LimitReachedError(`a schedule starts ${m.threadCount} threads and more`, {
    hint: "Check the program with fewer threads; those that have ended count too.",
  });

/** Starts a thread in a method; `args` are references or ints. Returns its number. */
export function startThread(m: Machine, method: RuntimeMethod, args: readonly number[]): number {
  const thread = reusableRecord(m);
  if (thread === m.threadCount) m.setThreadCount(thread + 1);
  // At boot there is no thread yet whose registers could be saved.
  if (thread > 0) m.saveRegisters();
  m.ensureStacks(thread + 1);
  const record = threadRecord(thread);
  m.setWord(record + T_OBJECT, 0);
  m.setWord(record + T_TARGET, 0);
  m.setWord(record + T_FLAGS, 0);
  m.setWord(record + T_ATOMIC, 0);
  m.setWord(record + T_GATE, 0);
  m.setWord(record + T_HELD_COUNT, 0);
  for (let i = 0; i < MAX_HELD; i++) m.setWord(record + T_HELD + i, 0);
  m.setWord(record + T_SECTION, 0);
  pushFirstFrame(m, thread, method, args);
  return thread;
}

/** Records are taken over from threads that have ended once there are this many. */
const REUSE_FROM = 64;

/**
 * Not in a checked run: a thread is known by its number there even after its end, by the locks that it
 * has not let go, by what it alone has accessed, and by those who have not joined it.
 */
function reusableRecord(m: Machine): number {
  const { H, threadCount } = m;
  if (m.checking || threadCount < REUSE_FROM) return threadCount;
  for (let thread = 0; thread < threadCount; thread++) {
    const record = threadRecord(thread);
    if (H[record + T_STATUS] !== ThreadStatus.terminated) continue;
    const object = H[record + T_OBJECT]!;
    // From now on the Thread itself must know that it has ended.
    if (object !== 0) m.setWord(object + m.fieldOffset("java/lang/Thread", "ended"), 1);
    return thread;
  }
  return threadCount;
}

/** Makes `method` the only frame of a thread. */
export function pushFirstFrame(
  m: Machine,
  thread: number,
  method: RuntimeMethod,
  args: readonly number[],
): void {
  const { space } = m;
  if (space.entry[method.id] === ENTRY_UNLINKED) linkMethod(m, method.id);
  const base = thread * m.stackWords;
  const linkage = base + space.locals[method.id]!;
  args.forEach((value, i) => {
    m.S[base + i * 2] = value;
  });
  m.S[linkage] = 0;
  m.S[linkage + 1] = 0;
  const record = threadRecord(thread);
  m.setWord(record + T_PC, space.entry[method.id]!);
  m.setWord(record + T_FP, base);
  m.setWord(record + T_SP, linkage + LINKAGE_WORDS);
  m.setStatus(thread, ThreadStatus.runnable);
}
