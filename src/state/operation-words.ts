/**
 * The sections that a thread is in, as words of a state: those of the library
 * (vm/sharing/atomic-operations.ts), then those of the models (vm/sharing/gate-operations.ts), each
 * list from the innermost outwards.
 */

import type { Machine } from "../vm/machine.ts";
import { T_GATE, T_SECTION } from "../vm/memory/memory.ts";
import { outerSection } from "../vm/sharing/atomic-operations.ts";
import { outerOf } from "../vm/sharing/gate-operations.ts";

/** Between the two lists; no section is this number. */
const GATES_FOLLOW = -1;

/** HOT. True when the thread is in no section at all. */
export const hasNoSection = (m: Machine, record: number): boolean =>
  (m.H[record + T_SECTION]! | m.H[record + T_GATE]!) === 0;

/** HOT. Ends with a 0, and is nothing but that for a thread in no section. */
export function putSections(
  m: Machine,
  record: number,
  sink: { put: (word: number) => void },
): void {
  for (let at = m.H[record + T_SECTION]!; at !== 0; at = outerSection(m, at)) sink.put(at);
  let gate = m.H[record + T_GATE]!;
  if (gate !== 0) {
    sink.put(GATES_FOLLOW);
    for (; gate !== 0; gate = outerOf(m, record, gate)) sink.put(gate);
  }
  sink.put(0);
}
