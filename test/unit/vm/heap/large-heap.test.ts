/**
 * The largest heap has byte addresses beyond 2^31, which must not turn
 * negative. Programs that copy arrays and build strings run there, in the
 * second half, above that border.
 */
import { describe, expect, test } from "vitest";
import { collectGarbage } from "../../../../src/vm/heap/garbage-collector.ts";
import { machineOf, runToEnd, type TestMachine } from "../../../support/machine.ts";
import { corpus, type NamedProgram } from "../../../support/programs/corpus.ts";

/** 1900 megabytes, the most that can be asked for. */
const LARGEST = (1900 << 20) / 4;
const BORDER = 2 ** 31 / 4;

const IDS = new Set([
  "arrays/Copying",
  "arrays/ElementTypes",
  "collections/ArrayLists",
  "invoke/VarHandles",
  "strings/Builders",
]);

/** Null where so much address space is not to be had. */
function largest(program: NamedProgram): TestMachine | null {
  try {
    return machineOf({ ...program, heapWords: LARGEST, undo: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

describe("beyond two gigabytes", () => {
  test.each(corpus((id) => IDS.has(id)))("$id", { timeout: 60_000 }, (program) => {
    const machine = largest(program);
    if (machine === null) {
      process.stdout.write("no 4 GB of address space: the largest heap is not tested\n");
      return;
    }
    collectGarbage(machine.m);
    expect(machine.m.heapTop).toBeLessThan(BORDER);
    machine.m.heapTop = BORDER + 1000;
    expect(runToEnd(machine)).toEqual(runToEnd(machineOf(program)));
  });
});
