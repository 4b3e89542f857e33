/** `deadwood compare`: checks programs under several configurations and shows what each costs and saves. */
import { basename, join } from "node:path";
import type { Command } from "commander";
import { findJdk } from "../../classfile/sources/jdk.ts";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { type Compiled, compileSource } from "../../launch/compile-source.ts";
import { temporaryDirectory } from "../../launch/temporary-directory.ts";
import type { Comparison } from "../../report/compare/comparison.ts";
import { comparisonCsv } from "../../report/compare/csv.ts";
import { comparisonHtml } from "../../report/compare/html.ts";
import { comparisonLines } from "../../report/compare/text.ts";
import { DVR_EFFORTS, type DvrEffort } from "../../search/reductions/effort.ts";
import { startCheck } from "../check-process.ts";
import {
  allBundled,
  bundledLines,
  programSet,
  type RequestedProgram,
} from "../compared-programs.ts";
import { compareAll } from "../comparison-loop.ts";
import {
  configurationNames,
  DEFAULT_CONFIGURATIONS,
  parseConfigurations,
} from "../configurations.ts";
import { borrowOptions, givenOptions } from "../forwarded-options.ts";
import type { Host } from "../host.ts";
import { parseCount } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";

interface CompareOptions {
  readonly configurations?: string;
  readonly configuration: readonly string[];
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

/** What `check` writes, a comparison does not. */
const NOT_BORROWED: ReadonlySet<string> = new Set([
  "--json",
  "--junit",
  "--sarif",
  "--dot",
  "--trace",
  "--output",
  "--minimize",
  "--quiet",
]);

const DEFAULT_ROUNDS = "3";
/** Whoever compares reductions wants to see what they do, not when they are given up. */
const EFFORT_OPTION = "--dvr-effort";
const DEFAULT_EFFORT: DvrEffort = "always";

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** `check` must have been added before: its options are this command's, too. */
export function addCompareCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const check = program.commands.find((command) => command.name() === "check");
  if (check === undefined) throw new Error("compare needs the check command");
  const command = program
    .command("compare")
    .description("check programs under several configurations: states, time and memory of each")
    .argument("[program...]", "what check takes; or --all, or --set")
    .option(
      "--configurations <list>",
      `what to compare: some of ${configurationNames().join(",")}, or combinations with + (default: ${DEFAULT_CONFIGURATIONS})`,
    )
    .option(
      "--configuration <name=options>",
      "one more, given by options of check (repeatable)",
      collect,
      [],
    )
    .option("--rounds <count>", "measure so many times and take medians", DEFAULT_ROUNDS)
    .option("--all", "all bundled programs, as a check without arguments has them")
    .option(
      "--set <name>",
      "a set of bundled programs (thesis, thesis-large, library, sizes), or a .json file with one",
    )
    .option("--csv <file>", "write the figures as CSV")
    .option("--json <file>", "write the comparison as JSON")
    .option("--html <file>", "write a page with charts")
    .option("--quiet", "print no tables, only what is wrong");
  command.option(
    `${EFFORT_OPTION} <${DVR_EFFORTS.join("|")}>`,
    "do all that a dead-variable reduction can do (always), or as long as it pays (auto)",
    DEFAULT_EFFORT,
  );
  borrowOptions(command, check, new Set([...NOT_BORROWED, EFFORT_OPTION]));
  command.passThroughOptions().action(async (words: string[], options: CompareOptions) => {
    const given = givenOptions(command, check, NOT_BORROWED);
    const effort = given.includes(EFFORT_OPTION) ? [] : [EFFORT_OPTION, DEFAULT_EFFORT];
    done(await compare(words, options, [...effort, ...given], host));
  });
}

async function compare(
  words: readonly string[],
  options: CompareOptions,
  given: readonly string[],
  host: Host,
): Promise<number> {
  const configurations = parseConfigurations(options.configurations, options.configuration);
  const rounds = parseCount("--rounds", options.rounds);
  for (const name of ["csv", "json", "html"] as const) {
    requireWritable(`--${name}`, options[name]);
  }
  const programs = requestedPrograms(words, options);
  const compiled = compiledOnce(words, options, host);
  const directory = temporaryDirectory("deadwood-compare-");
  try {
    const plan = { programs, configurations, rounds, options: given };
    const start = (argv: readonly string[]) =>
      startCheck(
        compiled?.inPlaceOfSource(argv) ?? argv,
        join(directory.path, "report.json"),
        host,
      );
    const comparison = await compareAll(plan, start, host);
    print(comparison, options, host);
    const files = new OutputFiles(host);
    files.text("--csv", options.csv, () => comparisonCsv(comparison));
    files.json("--json", options.json, () => comparison);
    files.text("--html", options.html, () => comparisonHtml(comparison));
    return files.exitCode(exitCodeOf(comparison));
  } finally {
    compiled?.remove();
    directory.remove();
  }
}

function requestedPrograms(words: readonly string[], options: CompareOptions): RequestedProgram[] {
  const { all, set, jar } = options;
  const ways = [words.length > 0 || jar !== undefined, all === true, set !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new BadUsageError("name one program, or --all, or --set", {
      hint: "deadwood compare --set thesis",
    });
  }
  if (all === true) return allBundled();
  if (set !== undefined) return programSet(set);
  // Of a jar the words are arguments only.
  const name = [...(jar === undefined ? [] : [basename(jar)]), ...words].join(" ");
  const isBundled = jar === undefined && options.classPath === undefined;
  const linesOfCode = isBundled ? bundledLines(words[0] ?? "") : null;
  return [{ name, words, label: null, expected: null, linesOfCode }];
}

interface CompiledOnce extends Pick<Compiled, "remove"> {
  inPlaceOfSource(argv: readonly string[]): readonly string[];
}

/** A source file is compiled here, and not again by every check. */
function compiledOnce(
  words: readonly string[],
  { jar, jdk, classPath }: CompareOptions,
  host: Host,
): CompiledOnce | null {
  const [name] = words;
  if (jar !== undefined || name?.endsWith(".java") !== true) return null;
  const compiled = compileSource(
    name,
    findJdk({ explicit: jdk, env: host.env }),
    classPath ?? null,
  );
  return {
    remove: () => compiled.remove(),
    inPlaceOfSource: (argv) => [
      ...argv.slice(0, argv.length - words.length),
      "--class-path",
      compiled.classPath,
      compiled.main,
      ...words.slice(1),
    ],
  };
}

function print(comparison: Comparison, { quiet }: CompareOptions, host: Host): void {
  const lines = comparisonLines(comparison, quiet === true);
  host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
}

/** A contradiction is the worst there is; then errors, then what is not complete. */
export function exitCodeOf({ problems, programs, isInterrupted }: Comparison): ExitCode {
  const has = (...kinds: readonly string[]): boolean =>
    problems.some(({ kind }) => kinds.includes(kind));
  if (has("disagreement", "unsteady")) return ExitCode.violated;
  const codes = programs.flatMap(({ results }) => results.map(({ exitCode }) => exitCode));
  if (codes.includes(ExitCode.internal)) return ExitCode.internal;
  if (has("error")) return ExitCode.badInput;
  return isInterrupted || has("incomplete") ? ExitCode.incomplete : ExitCode.safe;
}
