/** The programs that `deadwood compare` is asked about: one, all bundled ones, or a set of them. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";

export interface RequestedProgram {
  /** For people. */
  readonly name: string;
  /** Main class (or what else `check` takes) and arguments. */
  readonly words: readonly string[];
  readonly label: string | null;
  readonly expected: "safe" | "violated" | null;
  /** Of a bundled program. */
  readonly linesOfCode: number | null;
}

interface Manifest {
  readonly programs: readonly {
    readonly name: string;
    readonly runs: readonly { readonly args: readonly string[]; readonly verdict: string }[];
  }[];
}

/** One entry of a table of programs: docs/compare.md describes it. */
interface SetEntry {
  readonly program: string;
  readonly args?: readonly string[];
  readonly label?: string;
  readonly expected?: "safe" | "violated";
}

const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../models/programs/${name}`, import.meta.url));

/** Every bundled program as a check without arguments has it. */
export function allBundled(): RequestedProgram[] {
  // Our own file, whose form models/build-programs.mjs looks after.
  const manifest: Manifest = JSON.parse(readFileSync(bundled("manifest.json"), "utf8"));
  return manifest.programs.map(({ name, runs }) => {
    const words = [name, ...(runs[0]?.args ?? [])];
    const expected = runs[0]?.verdict === "safe" ? "safe" : "violated";
    const linesOfCode = bundledLines(name);
    return { name: words.join(" "), words, label: null, expected, linesOfCode };
  });
}

/** `name`: of a set in models/programs/sets.json, or a file with one. */
export function programSet(name: string): RequestedProgram[] {
  if (name.endsWith(".json")) return entriesOf(readJson(name), name);
  const sets = readJson(bundled("sets.json"));
  if (!isRecord(sets) || !Object.hasOwn(sets, name)) {
    throw new BadUsageError(`--set: there is no set "${name}"`, {
      hint: `There is ${isRecord(sets) ? Object.keys(sets).join(", ") : "none"}; or name a .json file.`,
    });
  }
  return entriesOf(sets[name], name);
}

/** Lines of a bundled program's source that are neither empty nor comments; null when it is none. */
export function bundledLines(program: string): number | null {
  if (!/^\w+$/.test(program)) return null;
  const source = bundled(`${program}.java`);
  return existsSync(source) ? countLines(readFileSync(source, "utf8")) : null;
}

/** Comments are looked for outside of strings and characters. */
export function countLines(source: string): number {
  const literals = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const code = source.replace(literals, (found) =>
    found.startsWith("/") ? found.replaceAll(/[^\n]/g, "") : found,
  );
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function entriesOf(value: unknown, where: string): RequestedProgram[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new BadUsageError(`${where} is not a list of programs`);
  }
  return value.map((entry: unknown) => {
    if (!isEntry(entry)) {
      throw new BadUsageError(`${where}: ${JSON.stringify(entry)} is not a program`, {
        hint: 'An entry is {"program": "Main", "args": ["1"], "label": "…", "expected": "safe"}; all but the first may be left out.',
      });
    }
    const { program, args = [], label = null, expected = null } = entry;
    const words = [program, ...args];
    const linesOfCode = bundledLines(program);
    return { name: words.join(" "), words, label, expected, linesOfCode };
  });
}

/** What can stand in a command line. */
const isWord = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\u0000");

function isEntry(value: unknown): value is SetEntry {
  if (!isRecord(value)) return false;
  const { program, args = [], label = "", expected = "safe" } = value;
  return (
    isWord(program) &&
    program !== "" &&
    Array.isArray(args) &&
    args.every(isWord) &&
    typeof label === "string" &&
    (expected === "safe" || expected === "violated")
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputUnreadableError(`cannot read ${file}: ${why}`, { cause });
  }
}
