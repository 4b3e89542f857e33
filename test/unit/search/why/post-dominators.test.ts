/** Where the ways of a branch meet, on code written byte by byte. */
import { expect, test } from "vitest";
import { AT_END, meetingPoints } from "../../../../src/search/why/origins/post-dominators.ts";

const [ILOAD0, IFEQ, GOTO, NOP, RETURN, ATHROW, ICONST1, TABLESWITCH] = [
  0x1a, 0x99, 0xa7, 0x00, 0xb1, 0xbf, 0x04, 0xaa,
];
/** A branch by a distance, in two bytes. */
const jump = (op: number, by: number): number[] => [op, (by >> 8) & 255, by & 255];
const meetings = (...bytes: readonly number[]): Record<number, number> =>
  Object.fromEntries(meetingPoints(Uint8Array.from(bytes)));

test.each([
  // 0 iload_0, 1 ifeq 5, 4 nop, 5 return
  { what: "if", code: [ILOAD0, ...jump(IFEQ, 4), NOP, RETURN], found: { 1: 5 } },
  // 1 ifeq 8, 4 nop, 5 goto 9, 8 nop, 9 return
  {
    what: "if and else",
    code: [ILOAD0, ...jump(IFEQ, 7), NOP, ...jump(GOTO, 4), NOP, RETURN],
    found: { 1: 9 },
  },
  // 1 ifeq 5, 4 return, 5 nop, 6 return
  {
    what: "an early return",
    code: [ILOAD0, ...jump(IFEQ, 4), RETURN, NOP, RETURN],
    found: { 1: AT_END },
  },
  // 1 ifeq 6, 4 iconst_1, 5 athrow, 6 return
  {
    what: "a throw",
    code: [ILOAD0, ...jump(IFEQ, 5), ICONST1, ATHROW, RETURN],
    found: { 1: AT_END },
  },
  // 0 iload_0, 1 ifeq 7, 4 goto 0, 7 return
  {
    what: "a loop",
    code: [ILOAD0, ...jump(IFEQ, 6), ...jump(GOTO, -4), RETURN],
    found: { 1: 7 },
  },
  // 0 iload_0, 1 ifeq 7, 4 goto 4, 7 return: one way never ends, the other does
  {
    what: "an endless loop behind a branch",
    code: [ILOAD0, ...jump(IFEQ, 6), ...jump(GOTO, 0), RETURN],
    found: { 1: 7 },
  },
  { what: "no branch", code: [NOP, RETURN], found: {} },
])("$what", ({ code, found }) => {
  expect(meetings(...code)).toEqual(found);
});

test("a switch meets behind its cases", () => {
  const word = (value: number): number[] => [0, 0, 0, value];
  // 0 iload_0, 1 tableswitch (default 25, 0: 24), 24 nop, 25 return
  const code = [
    ILOAD0,
    TABLESWITCH,
    0,
    0,
    ...word(24),
    ...word(0),
    ...word(1),
    ...word(23),
    ...word(24),
  ];
  expect(meetings(...code, NOP, RETURN)).toEqual({ 1: 25 });
});

test("the ways of a generated method of great length meet at its end", () => {
  const code = [ILOAD0, ...jump(IFEQ, 4), ...Array.from({ length: 21_000 }, () => NOP), RETURN];
  expect(meetings(...code)).toEqual({});
});
