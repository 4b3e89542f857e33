/** Lets code run where no typed array of words can be had, as when memory is used up. */
import { vi } from "vitest";

export function withoutMemory(run: () => void): void {
  vi.stubGlobal(
    "Int32Array",
    new Proxy(Int32Array, {
      construct() {
        throw new RangeError("Array buffer allocation failed");
      },
    }),
  );
  try {
    run();
  } finally {
    vi.unstubAllGlobals();
  }
}
