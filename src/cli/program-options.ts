/** Options that say which program to start and how; shared by all commands that start one. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import type { LibraryKind } from "../launch/find-program.ts";
import { type JavaProgram, launchOptionsOf } from "../launch/java-program.ts";
import type { LaunchOptions } from "../launch/launchable-program.ts";
import { parseSize } from "./options.ts";

export interface ProgramOptions {
  readonly classPath?: string;
  readonly jar?: string;
  readonly jdk?: string;
  readonly heap: string;
  readonly stack: string;
  readonly disableAssertions?: boolean;
  readonly define: readonly string[];
  readonly library: string;
}

/** The copying collector needs two halves, and a 32-bit view must span both. */
const HEAP_RANGE = { least: "1m", most: "1900m" };
/** The stacks of sixteen threads are reserved at once. */
const STACK_RANGE = { least: "64k", most: "100m" };

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** Sizes when none are given: a search needs less of a program than a run of it. */
export interface DefaultSizes {
  readonly heap: string;
  readonly stack: string;
}

const SEARCH_SIZES: DefaultSizes = { heap: "64m", stack: "256k" };

export function addProgramOptions(command: Command, sizes: DefaultSizes = SEARCH_SIZES): Command {
  return command
    .option("--class-path <path>", "where to find the program's classes (also -cp, -classpath)")
    .option("--jar <file>", "take the main class that the jar's manifest names (also -jar)")
    .option(
      "--jdk <dir>",
      "the JDK whose class library to use (else JAVA_HOME, else java on the PATH)",
    )
    .option("--heap <size>", "heap size of the program", sizes.heap)
    .option("--stack <size>", "stack size of a thread", sizes.stack)
    .option("--enable-assertions", "run assert statements (the default; also -ea)")
    .option("--disable-assertions", "skip assert statements (also -da)")
    .option("--define <key=value>", "set a system property (also -Dkey=value)", collect, [])
    .option(
      "--library <model|real>",
      "whose java.util.concurrent: our models, one step an operation, or the JDK's own classes",
      "model",
    );
}

export function parseLibrary(text: string): LibraryKind {
  if (text === "model" || text === "real") return text;
  throw new BadUsageError(`--library ${text} is neither model nor real`);
}

/** What the words and options of a command line name. */
export function programFrom(words: readonly string[], options: ProgramOptions): JavaProgram {
  const [main, ...args] = words;
  const { classPath, jar, jdk } = options;
  return {
    ...(jar === undefined
      ? { args, ...(main === undefined ? {} : { main }) }
      : { jar, args: words }),
    ...(classPath === undefined ? {} : { classPath }),
    ...(jdk === undefined ? {} : { jdk }),
    heapBytes: parseSize("--heap", options.heap, HEAP_RANGE),
    stackBytes: parseSize("--stack", options.stack, STACK_RANGE),
    assertions: options.disableAssertions !== true,
    systemProperties: Object.fromEntries(options.define.map(keyAndValue)),
    library: parseLibrary(options.library),
  };
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

export const launchOptions = (words: readonly string[], options: ProgramOptions): LaunchOptions =>
  launchOptionsOf(programFrom(words, options), "check");
