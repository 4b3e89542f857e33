/** Whether a thread stops in front of an instruction that others can see. */
import type { Machine } from "./machine.ts";
import { T_ATOMIC, threadRecord } from "./memory.ts";

export const mustStop = (m: Machine): boolean =>
  m.stopsAtVisible && !m.isFirst && m.H[threadRecord(m.thread) + T_ATOMIC] === 0;
