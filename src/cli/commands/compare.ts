/** `deadwood compare`: checks programs under several configurations and shows what each costs and saves. */
import { basename } from "node:path";
import type { Command } from "commander";
import { type CompareEvent, type CompareOptions, compare } from "../../compare/compare.ts";
import type { Comparison } from "../../compare/comparison.ts";
import {
  configurationNames,
  DEFAULT_CONFIGURATIONS,
  parseConfigurations,
} from "../../compare/configurations.ts";
import {
  allBundled,
  bundledLines,
  type ProgramToCompare,
  programSet,
} from "../../compare/program-sets.ts";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { comparisonCsv } from "../../report/compare/csv.ts";
import { comparisonHtml } from "../../report/compare/html.ts";
import { comparisonLines } from "../../report/compare/text.ts";
import { DVR_EFFORTS, type DvrEffort } from "../../search/reductions/effort.ts";
import { borrowOptions, givenOptions } from "../forwarded-options.ts";
import type { Host } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { parseCount } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";

interface CompareCommandOptions {
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

/** Options of `check` that a comparison does not have, because it writes other files. */
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
/** A comparison of reductions is to show what they do, not when they are given up. */
const EFFORT_OPTION = "--dvr-effort";
const DEFAULT_EFFORT: DvrEffort = "always";

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** Inherits the options of `check`, which must have been added before. */
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
      "one more configuration, given by options of check (repeatable)",
      collect,
      [],
    )
    .option("--rounds <count>", "measure this many times and take medians", DEFAULT_ROUNDS)
    .option("--all", "all bundled programs, with their default arguments")
    .option(
      "--set <name>",
      "a set of bundled programs (thesis, thesis-large, library, sizes), or a .json file with one",
    )
    .option("--csv <file>", "write the figures as CSV")
    .option("--json <file>", "write the comparison as JSON")
    .option("--html <file>", "write a page with charts")
    .option("--quiet", "print only problems, no tables");
  command.option(
    `${EFFORT_OPTION} <${DVR_EFFORTS.join("|")}>`,
    "apply dead-variable reductions in full (always), or as long as they pay (auto)",
    DEFAULT_EFFORT,
  );
  borrowOptions(command, check, new Set([...NOT_BORROWED, EFFORT_OPTION]));
  command.passThroughOptions().action(async (words: string[], options: CompareCommandOptions) => {
    const given = givenOptions(command, check, NOT_BORROWED);
    const effort = given.includes(EFFORT_OPTION) ? [] : [EFFORT_OPTION, DEFAULT_EFFORT];
    done(await comparePrograms(words, options, [...effort, ...given], host));
  });
}

async function comparePrograms(
  words: readonly string[],
  options: CompareCommandOptions,
  given: readonly string[],
  host: Host,
): Promise<number> {
  const configurations = parseConfigurations(options.configurations, options.configuration);
  const rounds = parseCount("--rounds", options.rounds);
  for (const name of ["csv", "json", "html"] as const) {
    requireWritable(`--${name}`, options[name]);
  }
  const programs = requestedPrograms(words, options);
  const comparison = await measured(programs, { configurations, rounds, options: given }, host);
  print(comparison, options, host);
  const files = new OutputFiles(host);
  files.text("--csv", options.csv, () => comparisonCsv(comparison));
  files.json("--json", options.json, () => comparison);
  files.text("--html", options.html, () => comparisonHtml(comparison));
  return files.exitCode(exitCodeOf(comparison));
}

export async function measured(
  programs: readonly ProgramToCompare[],
  options: CompareOptions,
  host: Host,
): Promise<Comparison> {
  const interrupt = interruptSignal(host);
  const progress = new ComparisonProgress(options.rounds ?? 1, host);
  try {
    const job = compare(programs, { ...options, signal: interrupt.signal, env: host.env });
    for await (const event of job) progress.show(event);
    return await job;
  } finally {
    interrupt.close();
    progress.clear();
  }
}

function requestedPrograms(
  words: readonly string[],
  options: CompareCommandOptions,
): ProgramToCompare[] {
  const { all, set, jar } = options;
  const ways = [words.length > 0 || jar !== undefined, all === true, set !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new BadUsageError("name one program, or --all, or --set", {
      hint: "deadwood compare --set thesis",
    });
  }
  if (all === true) return allBundled();
  if (set !== undefined) return programSet(set);
  // With a jar, the words are arguments only.
  const name = [...(jar === undefined ? [] : [basename(jar)]), ...words].join(" ");
  const isBundled = jar === undefined && options.classPath === undefined;
  const linesOfCode = isBundled ? bundledLines(words[0] ?? "") : null;
  const { jdk, classPath } = options;
  const compile = jar === undefined ? { compileWith: { jdk, classPath } } : {};
  return [{ name, words, label: null, expected: null, linesOfCode, ...compile }];
}

function print(comparison: Comparison, { quiet }: CompareCommandOptions, host: Host): void {
  const lines = comparisonLines(comparison, quiet === true);
  host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
}

/** Contradictions come first, then errors, then what is incomplete. */
export function exitCodeOf({ problems, programs, isInterrupted }: Comparison): ExitCode {
  const has = (...kinds: readonly string[]): boolean =>
    problems.some(({ kind }) => kinds.includes(kind));
  if (has("disagreement", "unsteady")) return ExitCode.violated;
  const codes = programs.flatMap(({ results }) => results.map(({ exitCode }) => exitCode));
  if (codes.includes(ExitCode.internal)) return ExitCode.internal;
  if (has("error")) return ExitCode.badInput;
  return isInterrupted || has("incomplete") ? ExitCode.incomplete : ExitCode.safe;
}

/** The line on a terminal that says what is being measured. */
class ComparisonProgress {
  readonly #rounds: number;
  readonly #host: Host;

  constructor(rounds: number, host: Host) {
    this.#rounds = rounds;
    this.#host = host;
  }

  show({ program, configuration, round, number, total }: CompareEvent): void {
    const width = this.#host.terminalWidth;
    if (width === undefined) return;
    const which = this.#rounds === 1 ? "" : `, round ${round + 1} of ${this.#rounds}`;
    const line = `${number} of ${total}: ${program} under ${configuration}${which}`;
    this.#write(`\r\u001b[K${line.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#host.terminalWidth !== undefined) this.#write("\r\u001b[K");
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
    this.#host.streams.flush();
  }
}
