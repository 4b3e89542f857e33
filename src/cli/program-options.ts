/** The options that name and configure a program. All commands that start one share them. */
import type { Command } from "commander";
import { oneOf } from "../core/one-of.ts";
import type { JavaProgram } from "../launch/java-program.ts";
import { addOptions, OptionGroup, type OptionRow, parseSize } from "./options.ts";

export interface ProgramOptions {
  readonly classPath?: string;
  readonly jar?: string;
  readonly jdk?: string;
  readonly heap: string;
  readonly stack: string;
  readonly disableAssertions?: boolean;
  readonly define?: readonly string[];
  readonly library: string;
  readonly source?: readonly string[];
}

/** The copying collector needs two halves, and a 32-bit view must cover both. */
const HEAP_RANGE = { least: "1m", most: "1900m" };
/** The machine reserves the stacks of sixteen threads at once. */
const STACK_RANGE = { least: "64k", most: "100m" };

/** The default sizes. A search reserves less memory for the program than a run does. */
export interface DefaultSizes {
  readonly heap: string;
  readonly stack: string;
}

const SEARCH_SIZES: DefaultSizes = { heap: "64m", stack: "256k" };

const programOptions = ({ heap, stack }: DefaultSizes): readonly OptionRow[] => [
  {
    flags: "--class-path <path>",
    about: "where to find the program's classes (also -cp, -classpath)",
  },
  {
    flags: "--jar <file>",
    about: "run the main class that the jar's manifest names (also -jar)",
  },
  {
    flags: "--jdk <dir>",
    about: "use the class library of this JDK (default: JAVA_HOME, then java on the PATH)",
  },
  { flags: "--heap <size>", about: "heap size of the program", default: heap },
  { flags: "--stack <size>", about: "stack size of a thread", default: stack },
  {
    flags: "--enable-assertions",
    about: "run assert statements (the default; also -ea)",
  },
  { flags: "--disable-assertions", about: "skip assert statements (also -da)" },
  {
    flags: "--define <key=value>",
    about: "set a system property (also -Dkey=value)",
    isRepeatable: true,
  },
  {
    flags: "--source <path>",
    about: "a folder or jar with the program's sources (also looked for beside its classes)",
    isRepeatable: true,
  },
  {
    flags: "--library <model|real>",
    about: "use our models of java.util.concurrent, or the JDK's own bytecode",
    default: "model",
  },
];

export const addProgramOptions = (command: Command, sizes: DefaultSizes = SEARCH_SIZES): Command =>
  addOptions(command, programOptions(sizes), OptionGroup.program);

/** The program that the words and options of a command line name. */
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
    systemProperties: Object.fromEntries((options.define ?? []).map(keyAndValue)),
    library: oneOf("--library", options.library, ["model", "real"]),
    sources: options.source ?? [],
  };
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}
