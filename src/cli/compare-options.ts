/** Parses the options of `deadwood compare` into programs and options of the library's `compare`. */
import { basename } from "node:path";
import type { Command } from "commander";
import type { CompareOptions } from "../compare/compare.ts";
import { DEFAULT_CONFIGURATIONS, parseConfigurations } from "../compare/configurations.ts";
import {
  allBundled,
  bundledLines,
  type ProgramToCompare,
  programSet,
} from "../compare/program-sets.ts";
import { BadUsageError } from "../core/errors.ts";
import { DVR_EFFORTS, type DvrEffort } from "../search/reductions/effort.ts";
import { givenOptions, inheritOptions } from "./forwarded-options.ts";
import { addOptions, type OptionRow, parseCount } from "./options.ts";

export interface CompareWords {
  readonly configurations?: string;
  readonly configuration?: readonly string[];
  readonly rounds: string;
  readonly all?: boolean;
  readonly set?: string;
  readonly csv?: string;
  readonly json?: string;
  readonly html?: string;
  readonly quiet?: boolean;
  readonly jar?: string;
  readonly jdk?: string;
  readonly classPath?: string;
}

/**
 * A comparison shows the full effect of each reduction, so by default it keeps a reduction that does not pay
 * off.
 */
const EFFORT_OPTION = "--dvr-effort";
const DEFAULT_EFFORT: DvrEffort = "always";

const COMPARE_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--configurations <list>",
    about: `configurations to compare, or combinations with + (default: ${DEFAULT_CONFIGURATIONS})`,
  },
  {
    flags: "--configuration <name=options>",
    about: "add a configuration, given by options of check",
    isRepeatable: true,
  },
  {
    flags: "--rounds <count>",
    about: "measure each configuration this many times; show the medians",
    default: "3",
  },
  { flags: "--all", about: "compare all bundled programs, with their default arguments" },
  {
    flags: "--set <name>",
    about: "compare the programs of a set (thesis, thesis-large, library, sizes) or .json file",
  },
  { flags: "--csv <file>", about: "write the figures as CSV" },
  { flags: "--json <file>", about: "write the comparison as JSON" },
  { flags: "--html <file>", about: "write an HTML page with charts" },
  { flags: "--quiet", about: "print only problems, no tables" },
  {
    flags: `${EFFORT_OPTION} <${DVR_EFFORTS.join("|")}>`,
    about: "apply --dvr always, or only while it saves more than it costs (auto)",
    default: DEFAULT_EFFORT,
  },
];

/** Options of `check` about files and output, which a comparison handles itself. */
const NOT_INHERITED: ReadonlySet<string> = new Set([
  "--json",
  "--junit",
  "--sarif",
  "--dot",
  "--trace",
  "--html",
  "--output",
  "--no-minimize",
  "--quiet",
  "--verbose",
]);

/** Adds the options of a comparison and those it inherits from `check`. */
export function addCompareOptions(command: Command, check: Command): Command {
  addOptions(command, COMPARE_OPTIONS);
  inheritOptions(command, check, new Set([...NOT_INHERITED, EFFORT_OPTION]));
  return command;
}

/** The options of `check` that apply to every configuration: those that the user gave, and the effort. */
export function checkOptionsOf(command: Command, check: Command): readonly string[] {
  const given = givenOptions(command, check, NOT_INHERITED);
  return given.includes(EFFORT_OPTION) ? given : [EFFORT_OPTION, DEFAULT_EFFORT, ...given];
}

export const compareOptionsFrom = (
  words: CompareWords,
  options: readonly string[],
): CompareOptions => ({
  configurations: parseConfigurations(words.configurations, words.configuration ?? []),
  rounds: parseCount("--rounds", words.rounds),
  options,
});

export function programsFrom(words: readonly string[], options: CompareWords): ProgramToCompare[] {
  const { all, set, jar } = options;
  const ways = [words.length > 0 || jar !== undefined, all === true, set !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new BadUsageError("compare needs exactly one of: a program, --all, --set", {
      hint: "Name a program, or use a set as in: deadwood compare --set thesis",
    });
  }
  if (all === true) return allBundled();
  return set === undefined ? [namedProgram(words, options)] : programSet(set);
}

function namedProgram(
  words: readonly string[],
  { jar, jdk, classPath }: CompareWords,
): ProgramToCompare {
  // With --jar, all words are arguments of the program.
  const name = [...(jar === undefined ? [] : [basename(jar)]), ...words].join(" ");
  const isBundled = jar === undefined && classPath === undefined;
  const linesOfCode = isBundled ? bundledLines(words[0] ?? "") : null;
  const compile = jar === undefined ? { compileWith: { jdk, classPath } } : {};
  return { name, words, label: null, expected: null, linesOfCode, ...compile };
}
