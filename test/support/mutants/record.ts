/** By which programs the searches that are wrong on purpose were found, and that as a table. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Task, USUAL_NAMES } from "../../../src/fuzz/families/all-families.ts";
import { MUTANTS } from "./all.ts";

const RECORD = fileURLToPath(new URL("caught.json", import.meta.url));

export type CaughtBy = Record<string, Task>;

export function readRecord(): CaughtBy {
  const read: unknown = JSON.parse(readFileSync(RECORD, "utf8"));
  if (typeof read !== "object" || read === null) throw new Error(`${RECORD} is no record`);
  const all: CaughtBy = {};
  for (const name of Object.keys(read)) {
    const one: unknown = Reflect.get(read, name);
    if (typeof one !== "object" || one === null) throw new Error(`${RECORD}: what is ${name}?`);
    const kind = USUAL_NAMES.find((each) => each === Reflect.get(one, "kind"));
    if (kind === undefined) throw new Error(`${RECORD}: ${name} has no kind`);
    all[name] = { kind, seed: Number(Reflect.get(one, "seed")) };
  }
  return all;
}

export function writeRecord(record: CaughtBy): void {
  const sorted = MUTANTS.flatMap(({ name }) =>
    record[name] === undefined ? [] : [[name, record[name]] as const],
  );
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** As `deadwood fuzz` counts: all kinds take turns, from the first seed on. */
export const programsUpTo = ({ kind, seed }: Task): number =>
  seed * USUAL_NAMES.length + USUAL_NAMES.findIndex((each) => each === kind) + 1;

const HEAD = "| pitfall | what is wrong, and the program that shows it |\n| ---: | --- |\n";
const TRAPS = 16;

export function mutantTable(record: CaughtBy): string {
  const rows = Array.from({ length: TRAPS }, (_, i) => {
    const all = MUTANTS.filter(({ traps }) => traps.includes(i + 1)).map(({ name }) => {
      const task = record[name];
      return `${name} (${task === undefined ? "not found" : programsUpTo(task)})`;
    });
    return `| ${i + 1} | ${all.join("; ")} |\n`;
  });
  return `${HEAD}${rows.join("")}`;
}

/** The table as a document has it; throws when there is none. */
export function tableIn(text: string): string {
  const start = text.indexOf(HEAD);
  if (start < 0) throw new Error("there is no table of mutants");
  const end = text.indexOf("\n\n", start);
  return text.slice(start, end + 1);
}
