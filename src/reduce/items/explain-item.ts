/** What an item needs, and what needs it, as text. */
import { BadUsageError } from "../../core/errors.ts";
import type { Clause } from "./clauses.ts";
import type { ReducibleProgram } from "./reducible-program.ts";

const MAX_LINES = 200;

/** Lines that say what an item needs, and what needs it. */
export function explainItem(program: ReducibleProgram, name: string): string[] {
  const { items, clauses } = program;
  const item = itemOf(program, name);
  const text = (index: number): string => `${items.nameOf(index)} (${items.kindOf(index)})`;
  const all = (list: readonly number[], word: string): string => list.map(text).join(` ${word} `);
  const others = (list: readonly number[]): number[] => list.filter((each) => each !== item);
  const needs = ({ ifAll, thenOne }: Clause): string => {
    const when = others(ifAll);
    return `  ${all(thenOne, "or")}${when.length === 0 ? "" : `, if there is ${all(when, "and")}`}`;
  };
  const needed = ({ ifAll, thenOne }: Clause): string => {
    const instead = others(thenOne);
    return `  ${ifAll.length === 0 ? "the program" : all(ifAll, "with")}${instead.length === 0 ? "" : `, or else ${all(instead, "or")}`}`;
  };
  return [
    text(item),
    "needs",
    ...limited(clauses.filter(({ ifAll }) => ifAll.includes(item)).map(needs)),
    "is needed by",
    ...limited(clauses.filter(({ thenOne }) => thenOne.includes(item)).map(needed)),
  ];
}

function limited(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return ["  nothing"];
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `  … ${lines.length - MAX_LINES} more`];
}

function itemOf({ items }: ReducibleProgram, name: string): number {
  const similar: string[] = [];
  for (let item = 0; item < items.count; item++) {
    const known = items.nameOf(item);
    if (known === name) return item;
    if (known.includes(name) && similar.length < 5) similar.push(known);
  }
  throw new BadUsageError(`there is no item ${name}`, {
    hint:
      similar.length === 0
        ? "Names look like p.A, p.A extends p.B, p.A.m(I)V, p.A.m(I)V!code, p.A.f."
        : `Perhaps ${similar.join(", or ")}?`,
  });
}
