/** Arrays of arrays, allocated all at once. */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA } from "../memory/object-layout.ts";

/** An array of `cls` with arrays of the further lengths in it; 0, and nothing allocated, when the heap is full. */
export function allocateMultiArray(
  m: Machine,
  cls: RuntimeClass,
  lengths: readonly number[],
): number {
  const top = m.heapTop;
  const ref = allocate(m, cls, lengths);
  if (ref !== 0) return ref;
  // All of them must fit at once: else it would be tried again for ever.
  m.room.wantedWords += m.heapTop - top;
  m.heapTop = top;
  return 0;
}

function allocate(m: Machine, cls: RuntimeClass, lengths: readonly number[]): number {
  const [length = 0, ...inner] = lengths;
  const ref = m.newArray(cls.id, length);
  if (ref === 0 || inner.length === 0) return ref;
  for (let i = 0; i < length; i++) {
    const element = allocate(m, cls.component!, inner);
    if (element === 0) return 0;
    m.H[ref + ARRAY_DATA + i] = element;
  }
  return ref;
}
