/** Threads in words, for deadlock messages. */

import { lineAt } from "../code/code-space.ts";
import { walkFrames } from "../code/frames.ts";
import type { Machine } from "../machine.ts";
import { T_FP, T_OBJECT, T_PC, T_SP, threadRecord } from "../memory/memory.ts";
import { isTimed } from "../memory/thread-status.ts";
import { WaitCause, waitOf } from "./enabled.ts";

/** What a thread does that waits without a time limit, and with one. */
const WORDS: Readonly<Record<WaitCause, readonly [string, string]>> = {
  [WaitCause.none]: always("can run"),
  [WaitCause.monitor]: always("waits to enter a monitor"),
  [WaitCause.notification]: ["is in Object.wait()", "is in a timed Object.wait()"],
  [WaitCause.end]: ["is in Thread.join()", "is in a timed Thread.join()"],
  [WaitCause.initialization]: always("waits for a class to be initialised"),
  [WaitCause.gate]: ["is parked", "is parked for a time"],
  [WaitCause.permit]: ["is parked", "is parked for a time"],
  [WaitCause.time]: always("is asleep"),
  [WaitCause.never]: always("has ended"),
};

function always(text: string): readonly [string, string] {
  return [text, text];
}

/** What a thread does, in words. */
export function describeActivity(m: Machine, thread: number): string {
  const [untimed, timed] = WORDS[waitOf(m, thread).cause];
  return isTimed(m.threadAt(thread).status) ? timed : untimed;
}

/** One line a live thread: its name, what it waits for, and where. */
export function describeThreads(m: Machine): string[] {
  const lines: string[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.threadAt(thread).hasEnded) continue;
    const record = threadRecord(thread);
    lines.push(`${nameOf(m, record)} ${describeActivity(m, thread)} ${placeOf(m, record)}`);
  }
  return lines;
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
