/** Whether a thread stops in front of an observable access. */

import type { Machine } from "../machine.ts";
import { T_ATOMIC, T_GATE, T_SECTION, threadRecord } from "../memory/memory.ts";
import { isTransparent, mustStopInSection } from "./atomic-operations.ts";
import { rearm, stopsInSection } from "./gate-operations.ts";

/** Called only if the access is observable (observability.ts): a section notes that there was one. */
export function stopsHere(m: Machine): boolean {
  const stops = isStop(m);
  if (!stops && !m.isFirst) m.shown++;
  return stops;
}

function isStop(m: Machine): boolean {
  const record = threadRecord(m.thread);
  if (m.H[record + T_ATOMIC] !== 0) return false;
  const isInGate = m.H[record + T_GATE] !== 0;
  if (isInGate) {
    const stops = stopsInSection(m, record);
    if (stops !== null) return stops;
  }
  const stops = isStopOutside(m, record);
  if (isInGate && !stops) rearm(m, record);
  return stops;
}

/** The same for a thread that is in no section of a model, or whose section is suspended. */
function isStopOutside(m: Machine, record: number): boolean {
  const section = m.H[record + T_SECTION]!;
  const isPlain = section === 0 || isTransparent(section);
  return isPlain ? m.stopsAtVisible && !m.isFirst : mustStopInSection(m, section);
}
