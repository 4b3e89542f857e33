/** Threads in words, for deadlock messages. */

import { lineAt } from "../code/code-space.ts";
import { walkFrames } from "../code/frames.ts";
import type { Machine } from "../machine.ts";
import { T_FP, T_OBJECT, T_PC, T_SP, T_STATUS, threadRecord } from "../memory/memory.ts";
import { describeStatus, ThreadStatus } from "../memory/thread-status.ts";
import { awaitedEnd, awaitedMonitor, awaitedThread } from "./waiting.ts";

/** One line a live thread: its name, what it waits for, and where. */
export function describeThreads(m: Machine): string[] {
  const lines: string[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    const status = m.H[record + T_STATUS]!;
    if (status === ThreadStatus.terminated) continue;
    lines.push(`${nameOf(m, record)} ${describeStatus(statusOf(m, thread))} ${placeOf(m, record)}`);
  }
  return lines;
}

/** The status that says why the thread cannot continue, even if its record has none for it. */
function statusOf(m: Machine, thread: number): ThreadStatus {
  const value = m.H[threadRecord(thread) + T_STATUS]!;
  if (value === ThreadStatus.runnable) {
    if (awaitedMonitor(m, thread) !== 0) return ThreadStatus.blocked;
    if (awaitedThread(m, thread) !== 0) return ThreadStatus.joining;
  }
  if (value === ThreadStatus.waiting && awaitedEnd(m, thread) !== 0) return ThreadStatus.joining;
  return Object.values(ThreadStatus).find((status) => status === value) ?? ThreadStatus.free;
}

function nameOf(m: Machine, record: number): string {
  const object = m.H[record + T_OBJECT]!;
  if (object === 0) return "a thread";
  const name = m.H[object + m.fieldOffset("java/lang/Thread", "name")]!;
  return name === 0 ? "a thread" : `thread "${m.text(name)}"`;
}

/** The innermost frame of the program's own code. */
function placeOf(m: Machine, record: number): string {
  let place = "";
  const top = { pc: m.H[record + T_PC]!, fp: m.H[record + T_FP]!, sp: m.H[record + T_SP]! };
  walkFrames(m, top, ({ code, pc }) => {
    const { method } = code;
    if (method.owner.origin !== "application") return true;
    const line = lineAt(method, m.space.offsetAt(pc));
    const file = method.owner.file?.sourceFile ?? "unknown source";
    place = `at ${method.owner.externalName}.${method.name}(${file}${line < 0 ? "" : `:${line}`})`;
    return false;
  });
  return place;
}
