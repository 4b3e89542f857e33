import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import { readTree } from "../../../../src/classfile/editing/tree.ts";
import { writeTree } from "../../../../src/classfile/editing/tree-writer.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { plainClass, richClass } from "../../../unit/classfile/samples.ts";
import { byteDamages } from "../byte-damage.ts";

const SEEDS = [plainClass().toBytes(), richClass().toBytes()];

/** Succeeds or throws BadClassFileError; anything else is passed on. */
function survives(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    return false;
  }
}

test("damaged class files are read or refused, quickly and never otherwise", () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...SEEDS), byteDamages, (seed, damages) => {
      const bytes = damages.reduce((current, apply) => apply(current), seed);
      const start = performance.now();
      const isRead = survives(() => {
        const file = readClass(bytes, "damaged");
        for (const { code, name } of file.methods) {
          if (code !== null) survives(() => decodeCode(code, file.constants, name));
        }
      });
      const isTree = survives(() => {
        expect(writeTree(readTree(bytes, "damaged"))).toEqual(bytes);
      });
      expect(isTree).toBe(isRead);
      expect(performance.now() - start).toBeLessThan(1000);
      if (isRead) accepted++;
      else refused++;
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
}, 30_000);

test("random code is decoded or refused", () => {
  const { constants } = richClass().toClassFile();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      survives(() => decodeCode({ bytes, maxLocals: 10, handlers: [] }, constants, "m"));
    }),
    { numRuns: 3000 },
  );
});
