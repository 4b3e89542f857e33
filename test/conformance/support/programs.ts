/**
 * The corpus: what programs there are and what their leading comments ask for.
 *
 *   // @args one "two words"     arguments of main
 *   // @stdin text\nmore         standard input (\n is a newline)
 *   // @exit 1                   the exit code the author expects (0 if absent)
 *   // @min-jdk 21               not for older JDKs
 *   // @release 8                javac --release
 *   // @javac -g:none            javac options instead of -g
 *
 * A program is a file `<group>/<Class>.java` in the package `<group>`, or a
 * folder `<group>/<name>/` that has a `Main.java`, or is assembled from
 * `support/assembled`.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { ASSEMBLED } from "./assembled/all.ts";

export interface ConformanceProgram {
  /** `<group>/<name>`, unique. */
  readonly id: string;
  readonly group: string;
  readonly mainClass: string;
  /** Java sources; empty for an assembled program. */
  readonly sources: readonly string[];
  /** Class files by internal name; empty for a compiled program. */
  readonly classes: ReadonlyMap<string, Uint8Array>;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly exitCode: number;
  readonly minJdk: number;
  /** Options for javac; programs with equal options are compiled together. */
  readonly javac: readonly string[];
}

const PROGRAMS = resolve(import.meta.dirname, "../programs");

export function allPrograms(): ConformanceProgram[] {
  const compiled = readdirSync(PROGRAMS)
    .toSorted()
    .flatMap((group) => groupPrograms(join(PROGRAMS, group)));
  return [...compiled, ...assembledPrograms()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function groupPrograms(folder: string): ConformanceProgram[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const path = join(folder, name);
      if (!statSync(path).isDirectory()) return sourceProgram(path, [path]);
      const sources = readdirSync(path, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".java"))
        .toSorted()
        .map((file) => join(path, file));
      return sourceProgram(join(path, "Main.java"), sources);
    });
}

function sourceProgram(main: string, sources: readonly string[]): ConformanceProgram {
  const id = relative(PROGRAMS, main).replace(/(\/Main)?\.java$/, "");
  const { args, stdin, exit, release, ...directives } = directivesOf(readFileSync(main, "utf8"));
  const debug = directives.javac === undefined ? ["-g"] : directives.javac.split(" ");
  return {
    id,
    group: id.slice(0, id.indexOf("/")),
    mainClass: relative(PROGRAMS, main)
      .replace(/\.java$/, "")
      .replaceAll("/", "."),
    sources,
    classes: new Map(),
    args: [...(args ?? "").matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? ""),
    stdin: (stdin ?? "").replaceAll("\\n", "\n"),
    exitCode: Number(exit ?? 0),
    minJdk: Number(directives["min-jdk"] ?? 0),
    javac: release === undefined ? debug : ["--release", release, ...debug],
  };
}

type Directives = Readonly<
  Partial<Record<"args" | "stdin" | "exit" | "min-jdk" | "release" | "javac", string>>
>;

function directivesOf(text: string): Directives {
  const comment = /^(?:\/\/.*\n)*/.exec(text)?.[0] ?? "";
  return Object.fromEntries(
    [...comment.matchAll(/^\/\/ @([\w-]+) (.*)$/gm)].map(([, key, value]) => [key, value]),
  );
}

function assembledPrograms(): ConformanceProgram[] {
  return ASSEMBLED.map(({ name, classes }) => ({
    id: `opcodes/${name}`,
    group: "opcodes",
    mainClass: `opcodes.${name}`,
    sources: [],
    classes: new Map(classes.map((each) => [each.toClassFile().name, each.toBytes()])),
    args: [],
    stdin: "",
    exitCode: 0,
    minJdk: 0,
    javac: [],
  }));
}
