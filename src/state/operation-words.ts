/**
 * The sections that a thread is in, as words of a state: those of the library
 * (vm/sharing/atomic-operations.ts), then those of the models (vm/sharing/gate-operations.ts), each
 * list from the innermost outwards.
 */

import type { ThreadView } from "../vm/code/thread-view.ts";
import type { Machine } from "../vm/machine.ts";
import { outerSection } from "../vm/sharing/atomic-operations.ts";
import { outerOf } from "../vm/sharing/gate-operations.ts";

/** Between the two lists; no section is this number. */
const GATES_FOLLOW = -1;

/** HOT. True when the thread is in no section at all. */
export const hasNoSection = ({ section, gate }: ThreadView): boolean => (section | gate) === 0;

/** HOT. Ends with a 0, and is nothing but that for a thread in no section. */
export function putSections(
  m: Machine,
  thread: ThreadView,
  sink: { put: (word: number) => void },
): void {
  for (let at = thread.section; at !== 0; at = outerSection(m, at)) sink.put(at);
  let { gate } = thread;
  if (gate !== 0) {
    sink.put(GATES_FOLLOW);
    for (; gate !== 0; gate = outerOf(m, thread.record, gate)) sink.put(gate);
  }
  sink.put(0);
}
