/**
 * DIMACS, the text form of formulas that every SAT tool reads: to look at a reduction's
 * model with other tools, and to read formulas of others.
 */
import { BadUsageError } from "../core/errors.ts";
import { at } from "../core/int-list.ts";
import { type Cnf, CnfBuilder } from "./cnf.ts";
import { isPositive, negative, positive, variableOf } from "./literal.ts";

export function writeDimacs(cnf: Cnf): string {
  const lines = [`p cnf ${cnf.variableCount} ${cnf.clauseCount}`];
  for (let clause = 0; clause < cnf.clauseCount; clause++) {
    let line = "";
    for (let place = at(cnf.starts, clause); place < at(cnf.starts, clause + 1); place++) {
      const literal = at(cnf.literals, place);
      line += `${isPositive(literal) ? "" : "-"}${variableOf(literal) + 1} `;
    }
    lines.push(`${line}0`);
  }
  return `${lines.join("\n")}\n`;
}

export function readDimacs(text: string): Cnf {
  let builder: CnfBuilder | null = null;
  let expected = 0;
  let clause: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "" || words[0]?.startsWith("c") === true) continue;
    if (words[0] === "%") break; // some collections end their files like this
    if (words[0] === "p") {
      if (builder !== null) throw malformed(index, "a second header");
      const [, format, variables, clauses] = words;
      if (format !== "cnf" || words.length !== 4) throw malformed(index, "not a header");
      builder = new CnfBuilder(wholeNumber(variables, index));
      expected = wholeNumber(clauses, index);
      continue;
    }
    if (builder === null) throw malformed(index, "a clause before the header");
    for (const word of words) {
      if (!/^-?\d+$/.test(word)) throw malformed(index, `not a literal: ${word}`);
      const number = Number(word);
      if (number === 0) {
        builder.addClause(clause);
        clause = [];
      } else {
        const variable = Math.abs(number) - 1;
        if (variable >= builder.variableCount) throw malformed(index, `no variable ${word}`);
        clause.push(number > 0 ? positive(variable) : negative(variable));
      }
    }
  }
  if (builder === null) throw new BadUsageError("the formula has no header", HINT);
  if (clause.length > 0) throw new BadUsageError("the last clause does not end in 0", HINT);
  if (builder.clauseCount !== expected) {
    const found = builder.clauseCount;
    throw new BadUsageError(`the header says ${expected} clauses, there are ${found}`, HINT);
  }
  return builder.build();
}

const HINT = { hint: 'DIMACS begins with "p cnf VARIABLES CLAUSES"; each clause ends in 0.' };

/** Variables are held in 31 bits, with one for the sign. */
const MOST = 2 ** 30;

function wholeNumber(word: string | undefined, line: number): number {
  if (word === undefined || !/^\d+$/.test(word) || Number(word) > MOST) {
    throw malformed(line, `not a number: ${word ?? ""}`);
  }
  return Number(word);
}

const malformed = (line: number, what: string): BadUsageError =>
  new BadUsageError(`line ${line + 1} of the formula: ${what}`, HINT);
