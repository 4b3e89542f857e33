/** The programs of a comparison: a single one, all bundled programs, or a set. */

import { existsSync, readFileSync } from "node:fs";
import { basename, delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { fromDisk } from "../core/disk.ts";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";
import { array, literal, matching, object, optional, record, string } from "../core/json-shape.ts";
import type { ProgramLike } from "../launch/java-program.ts";

export interface ProgramToCompare {
  /** The name in reports. */
  readonly name: string;
  /** What `deadwood check` takes: a main class, a file or options, and the program's arguments. */
  readonly words: readonly string[];
  readonly label: string | null;
  readonly expected: "safe" | "violated" | null;
  /** Null if it is not a bundled program. */
  readonly linesOfCode: number | null;
  /** How to compile the first word if it is a source file. */
  readonly compileWith?: {
    readonly jdk?: string | undefined;
    readonly classPath?: string | undefined;
  };
}

interface Manifest {
  readonly programs: readonly {
    readonly name: string;
    readonly runs: readonly { readonly args: readonly string[]; readonly verdict: string }[];
  }[];
}

export function programToCompare(program: ProgramLike | ProgramToCompare): ProgramToCompare {
  if (typeof program === "object" && "words" in program) return program;
  const given = typeof program === "string" ? { main: program } : program;
  const { main, jar, args = [], classPath, jdk, heapBytes, stackBytes } = given;
  const path = typeof classPath === "object" ? classPath.join(delimiter) : classPath;
  const named = { "--class-path": path, "--jdk": jdk, "--library": given.library };
  const sizes = { "--heap": heapBytes, "--stack": stackBytes };
  const options = Object.entries({ ...named, ...sizes }).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
  const properties = Object.entries(given.systemProperties ?? {}).flatMap(([key, value]) => [
    "--define",
    `${key}=${value}`,
  ]);
  const assertions = given.assertions === false ? ["--disable-assertions"] : [];
  const words = [...(main === undefined ? [] : [main]), ...args];
  return {
    name: [...(jar === undefined ? [] : [basename(jar)]), ...words].join(" "),
    words: [
      ...options,
      ...properties,
      ...assertions,
      ...(jar === undefined ? [] : ["--jar", jar]),
      ...words,
    ],
    label: null,
    expected: null,
    linesOfCode: path === undefined && main !== undefined ? bundledLines(main) : null,
  };
}

const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../models/programs/${name}`, import.meta.url));

/** Every bundled program, with the arguments of the first run of the manifest. */
export function allBundled(): ProgramToCompare[] {
  // This file is written by models/build/manifest.mjs.
  const manifest: Manifest = JSON.parse(readFileSync(bundled("manifest.json"), "utf8"));
  return manifest.programs.map(({ name, runs }) => {
    const words = [name, ...(runs[0]?.args ?? [])];
    const expected = runs[0]?.verdict === "safe" ? "safe" : "violated";
    const linesOfCode = bundledLines(name);
    return { name: words.join(" "), words, label: null, expected, linesOfCode };
  });
}

/** `name`: a set in models/programs/sets.json, or a file that contains one. */
export function programSet(name: string): ProgramToCompare[] {
  if (name.endsWith(".json")) return entriesOf(readJson(name), name);
  const sets = readJson(bundled("sets.json"));
  if (!record.fits(sets) || !Object.hasOwn(sets, name)) {
    throw new BadUsageError(`--set: unknown set "${name}"`, {
      hint: `Use ${record.fits(sets) ? Object.keys(sets).join(", ") : "none"}, or name a .json file.`,
    });
  }
  return entriesOf(sets[name], name);
}

/** Lines of a bundled program's source that are neither empty nor comments; null if it is not bundled. */
export function bundledLines(program: string): number | null {
  if (!/^\w+$/.test(program)) return null;
  const source = bundled(`${program}.java`);
  return existsSync(source) ? countLines(readFileSync(source, "utf8")) : null;
}

/** Counts lines of code. Strings and character literals may contain what looks like a comment. */
export function countLines(source: string): number {
  const literals = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const code = source.replace(literals, (found) =>
    found.startsWith("/") ? found.replaceAll(/[^\n]/g, "") : found,
  );
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

function entriesOf(value: unknown, where: string): ProgramToCompare[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new BadUsageError(`${where} is not a list of programs`);
  }
  return value.map((entry: unknown) => {
    if (!ENTRY.fits(entry)) {
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

/** A word that a command line can contain. */
const word = matching(
  "a word of a command line",
  (value): value is string => typeof value === "string" && !value.includes("\u0000"),
);

/** One entry of a table of programs: docs/compare.md describes it. */
const ENTRY = object({
  program: matching("a word", (value): value is string => word.fits(value) && value !== ""),
  args: optional(array(word)),
  label: optional(string),
  expected: optional(literal("safe", "violated")),
});

function readJson(file: string): unknown {
  const text = fromDisk("read", file, () => readFileSync(file, "utf8"));
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputUnreadableError(`${file} is not JSON: ${why.replaceAll(/\s+/g, " ")}`, {
      cause,
      hint: "A set of programs is a list in JSON; docs/compare.md describes it.",
    });
  }
}
