import { expect, test } from "vitest";
import { omissionText } from "../../../../src/check/assemble-report.ts";
import { totalLines } from "../../../../src/report/check/text.ts";
import { report } from "./fixtures.ts";

const bitstate = (expectedCoverage: number) => ({
  kind: "bitstate" as const,
  tableBits: 8192,
  bitsPerState: 3,
  bitsSet: 4700,
  expectedCoverage,
});

test.each([
  { share: 1, text: "over 99.9999%" },
  { share: 0.99999895, text: "99.9998%" },
  { share: 0.9912345, text: "99.1234%" },
  { share: 0.9799, text: "97.9%" },
  { share: 0.00012, text: "0.0%" },
])("an expected coverage of $share is $text, never rounded up", ({ share, text }) => {
  expect(omissionText(bitstate(share))).toContain(`(expected coverage ${text})`);
});

test.each([
  { store: { kind: "exact" as const, nodes: 5 }, text: "store exact, 13.3 bytes a state, " },
  { store: bitstate(0.9), text: "store bitstate, 3 bits a state, 4,700 of 8,192 set, " },
])("the totals name the store: $text", ({ store, text }) => {
  expect(totalLines(report({ store })).join("\n")).toContain(text);
});
