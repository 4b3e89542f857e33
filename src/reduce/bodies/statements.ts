/** Divides a body into runs of instructions that begin and end with nothing on the operand stack. */
import type { CodeTypes } from "../../program/types/inference.ts";

export interface StatementRange {
  /** Positions in the list of instructions; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** `offsets` are those of the instructions, by position. */
export function statementsOf(
  types: CodeTypes,
  offsets: ArrayLike<number>,
  count: number,
): StatementRange[] {
  const statements: StatementRange[] = [];
  let start = 0;
  for (let i = 1; i <= count; i++) {
    const isBoundary = i === count || depthAt(types, offsets[i]!) === 0;
    if (!isBoundary) continue;
    statements.push({ start, end: i });
    start = i;
  }
  return statements;
}

/** Operands before the instruction at an offset; 0 for one that is never come to. */
const depthAt = (types: CodeTypes, offset: number): number =>
  types.typesAt(offset)?.stack.length ?? 0;
