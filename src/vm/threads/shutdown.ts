/** What happens when the last thread has ended that keeps the program alive: the shutdown hooks run. */
import type { Machine } from "../machine.ts";
import { INITIALIZED } from "../memory/class-status.ts";
import {
  F_DAEMON,
  GLOBAL_PROGRAM,
  SHUTTING_DOWN,
  T_FLAGS,
  T_STATUS,
  threadRecord,
} from "../memory/memory.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { hasRoomForThread, startThread, tooManyThreads } from "./start-thread.ts";

const RUNTIME = "java/lang/Runtime";

/** True while a thread that keeps the program alive has not ended, not counting one of them. */
export function hasLiveUserThread(m: Machine, except = -1): boolean {
  const { H, threadCount } = m;
  for (let thread = 0; thread < threadCount; thread++) {
    const record = threadRecord(thread);
    const isOver = thread === except || H[record + T_STATUS] === ThreadStatus.terminated;
    if (!isOver && (H[record + T_FLAGS]! & F_DAEMON) === 0) return true;
  }
  return false;
}

/** The shutdown hooks have been started. */
export const isShuttingDown = (m: Machine): boolean => (m.H[GLOBAL_PROGRAM]! & SHUTTING_DOWN) !== 0;

/** Starts the thread that runs the shutdown hooks; false when there are none, or they have been started. */
export function shutDown(m: Machine): boolean {
  if (isShuttingDown(m)) return false;
  const runtime = m.program.loaded(RUNTIME);
  const method = runtime?.methodsByKey.get("$shutdown()V");
  if (runtime === undefined || method === undefined) return false;
  if (m.status(runtime) !== INITIALIZED || !hasHooks(m)) return false;
  // In a plain run the record of an ended thread is taken over.
  if (m.checking && !hasRoomForThread(m)) throw tooManyThreads(m);
  m.setWord(GLOBAL_PROGRAM, m.H[GLOBAL_PROGRAM]! | SHUTTING_DOWN);
  startThread(m, method, []);
  return true;
}

function hasHooks(m: Machine): boolean {
  const at = m.fieldOffset(RUNTIME, "CURRENT");
  const hooks = m.fieldOffset(RUNTIME, "hooks");
  const current = m.H[at]!;
  m.accesses?.read(0, at);
  m.accesses?.read(current, hooks);
  return m.H[current + hooks] !== 0;
}
