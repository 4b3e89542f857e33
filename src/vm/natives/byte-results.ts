/** Natives that answer with bytes. */
import type { Machine } from "../machine.ts";
import { ARRAY_DATA } from "../memory/object-layout.ts";
import { Outcome } from "../native-api/native-method.ts";

/** Returns a new byte array with these bytes, or null for null. */
export function returnBytes(m: Machine, args: number, bytes: Uint8Array | null): Outcome {
  if (bytes === null) {
    m.S[args] = 0;
    return Outcome.done;
  }
  const array = m.newPrimitiveArray("B", bytes.length);
  if (array === 0) return m.throwOutOfMemory();
  m.HB.set(bytes, (array + ARRAY_DATA) * 4);
  m.S[args] = array;
  return Outcome.done;
}
