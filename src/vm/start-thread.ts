/** Gives a new thread its record and its first frame. */
import type { RuntimeMethod } from "../program/runtime-class.ts";
import { ENTRY_UNLINKED } from "./code-space.ts";
import { LINKAGE_WORDS } from "./instructions.ts";
import { linkMethod } from "./invoke.ts";
import type { Machine } from "./machine.ts";
import { T_FLAGS, T_FP, T_OBJECT, T_PC, T_SP, T_TARGET, threadRecord } from "./memory.ts";
import { ThreadStatus } from "./thread-status.ts";

/** Starts a thread in a method; `args` are references or ints. Returns its number. */
export function startThread(m: Machine, method: RuntimeMethod, args: readonly number[]): number {
  const thread = m.threadCount;
  m.setThreadCount(thread + 1);
  m.ensureStacks(thread + 1);
  const record = threadRecord(thread);
  m.setWord(record + T_OBJECT, 0);
  m.setWord(record + T_TARGET, 0);
  m.setWord(record + T_FLAGS, 0);
  pushFirstFrame(m, thread, method, args);
  return thread;
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
