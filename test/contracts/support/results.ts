/**
 * What contracts show with the JDK's own classes and on a real JVM. It takes
 * long to find out, so it is kept beside the contracts, a file for each class.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledContracts, Explored } from "./compiled.ts";
import type { ContractClass, ContractMethod } from "./sources.ts";

const FOLDER = join(import.meta.dirname, "../results");

export interface ContractResult {
  /** Of the source that this is the result of. */
  readonly hash: string;
  readonly real: RealResult;
  readonly jvm: { readonly runs: number; readonly outcomes: readonly string[] };
}

export interface RealResult extends Omit<Explored, "broken" | "approximations"> {
  /** Why it is not known whether these are all outcomes. */
  readonly incomplete: string | null;
}

export type ClassResults = Readonly<Record<string, ContractResult>>;

const fileOf = (owner: string): string => join(FOLDER, `${owner}.json`);

export const readResults = ({ name }: ContractClass): ClassResults =>
  existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), "utf8")) : {};

export function writeResults({ name, contracts }: ContractClass, results: ClassResults): void {
  mkdirSync(FOLDER, { recursive: true });
  const kept = Object.fromEntries(
    contracts.flatMap((each) => {
      const result = results[each.name];
      return result === undefined ? [] : [[each.name, result]];
    }),
  );
  const lines = Object.entries(kept).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  writeFileSync(fileOf(name), `{\n${lines.join(",\n")}\n}\n`);
}

/** Results of classes that are gone go too. */
export function dropResultsBut(classes: readonly ContractClass[]): void {
  const names = new Set(classes.map(({ name }) => `${name}.json`));
  for (const file of readdirSync(FOLDER)) {
    if (!names.has(file)) rmSync(join(FOLDER, file));
  }
}

export const isCurrent = (results: ClassResults, { name, hash }: ContractMethod): boolean =>
  results[name]?.hash === hash;

/** States of a search with the JDK's own classes, and random schedules where that was too few. */
const REAL_STATES = 30_000;
const REAL_SCHEDULES = 300;

/** Explores a contract with the JDK's own classes; throws when it is broken. */
export function exploreReal(
  compiled: CompiledContracts,
  name: string,
  states = REAL_STATES,
  runs = REAL_SCHEDULES,
): RealResult {
  const explored = compiled.explore(name, "real", states);
  const found = explored.isComplete ? explored : compiled.sample(name, "real", runs);
  requireUnbroken(name, "--library real", [...explored.broken, ...found.broken]);
  const { outcomes, isComplete, schedules, approximations } = found;
  const incomplete = isComplete ? (approximations[0] ?? null) : "not exhausted";
  return { outcomes, states: explored.states, isComplete, schedules, incomplete };
}

export function requireUnbroken(name: string, where: string, broken: readonly string[]): void {
  if (broken.length > 0) throw new Error(`${name} is broken with ${where}: ${broken.join("; ")}`);
}

export const isBroken = (outcome: string): boolean => outcome.startsWith("broken by ");
