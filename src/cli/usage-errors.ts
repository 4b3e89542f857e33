/** What commander refuses, as an error of ours. Loaded only when a command line is wrong. */
import type { Command, CommanderError } from "commander";
import { BadUsageError } from "../core/errors.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
import { JAVA_SPELLINGS } from "./arguments.ts";

/** `argv`: the words that were parsed. */
export function usageError(
  { message }: CommanderError,
  program: Command,
  argv: readonly string[],
): BadUsageError {
  const text = message.replace(/^error: /, "");
  const hint = hintFor(text, program, argv);
  return new BadUsageError(text, hint === null ? {} : { hint });
}

function hintFor(text: string, program: Command, argv: readonly string[]): string | null {
  const option = /^unknown option '([^=]*?)(?:=.*)?'/s.exec(text)?.[1];
  if (option !== undefined) return hintForOption(option, program, argv);
  const command = /^unknown command '(.*)'$/s.exec(text)?.[1];
  return command === undefined ? null : hintForCommand(command, program, argv);
}

const commandOf = (program: Command, argv: readonly string[]): Command | undefined =>
  program.commands.find((command) => command.name() === argv[0]);

const longOptions = (command: Command): string[] =>
  command.options.flatMap(({ long }) => (typeof long === "string" ? [long] : []));

function hintForOption(option: string, program: Command, argv: readonly string[]): string | null {
  const command = commandOf(program, argv);
  if (command === undefined) return "Options follow the command: deadwood check --quiet Hello";
  const known = longOptions(command);
  const others = program.commands.filter((each) => longOptions(each).includes(option));
  if (others.length > 0) {
    const names = others.map((each) => each.name()).join(", ");
    return `${option} is an option of ${names}.`;
  }
  const spelling = option.startsWith("--") ? known : [...known, ...Object.keys(JAVA_SPELLINGS)];
  const suggestion = didYouMean(option, spelling);
  if (suggestion !== null) return suggestion;
  return option.startsWith("-X")
    ? "Of the options of the java command, -cp, -jar, -ea, -da, -D, -Xmx and -Xss are known."
    : `deadwood ${command.name()} --help lists the options.`;
}

function hintForCommand(word: string, program: Command, argv: readonly string[]): string | null {
  const names = program.commands.map((command) => command.name());
  const suggestion = nearest(word, names);
  if (suggestion !== null)
    return `Did you mean deadwood ${[suggestion, ...argv.slice(1)].join(" ")}?`;
  const isProgram = /^[A-Z]|[./]/.test(word);
  return isProgram
    ? `To check a program, write: deadwood check ${argv.join(" ")}`
    : "deadwood --help lists the commands.";
}
