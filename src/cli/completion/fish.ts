/** The completion for fish: one line for each option, as fish wants it. */
import type { CompletedCommand, CompletedOption, CompletedValue } from "./words.ts";
import { SHELLS } from "./words.ts";

export const fishScript = (
  commands: readonly CompletedCommand[],
  programs: readonly string[],
): string =>
  [
    "# Completion of deadwood for fish. Load it with: deadwood completion fish | source",
    FUNCTIONS,
    `set -g __deadwood_programs ${programs.join(" ")}`,
    "complete -c deadwood -f",
    "complete -c deadwood -n __fish_use_subcommand -l version -s V -d 'show the version'",
    "complete -c deadwood -n __fish_use_subcommand -l help -s h -d 'show the help'",
    ...commands.flatMap((command) => commandLines(command, commands)),
    "",
  ].join("\n");

/** Of words separated by commas, the last is completed. */
const FUNCTIONS = `function __deadwood_list
    set -l before (commandline -ct | string match -r '^(?:.*[,=])?')
    set -l before (string replace -r '^--[^=]*=' '' -- $before)
    for word in $argv
        echo $before$word
    end
end`;

/** In single quotes, in which fish knows only two escapes. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;

function commandLines(
  { name, about, options, operand }: CompletedCommand,
  commands: readonly CompletedCommand[],
): string[] {
  const here = `complete -c deadwood -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const words = {
    programs: ["$__deadwood_programs"],
    file: [],
    commands: commands.map((each) => each.name),
    shells: SHELLS,
    none: [],
  }[operand];
  const files = operand === "programs" || operand === "file" ? " -F" : "";
  return [
    `complete -c deadwood -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
    ...(words.length > 0 ? [`${here} -a ${quoted(words.join(" "))}`] : []),
    ...(files === "" ? [] : [`${here}${files}`]),
    ...options.map((option) => `${here} ${optionFlags(option)}`),
  ];
}

const optionFlags = ({ spelling, about, value }: CompletedOption): string =>
  `${spellingFlag(spelling)}${value === null ? "" : ` ${valueFlags(value)}`} -d ${quoted(about)}`;

function spellingFlag(spelling: string): string {
  if (spelling.startsWith("--")) return `-l ${spelling.slice(2)}`;
  return spelling.length === 2 ? `-s ${spelling.slice(1)}` : `-o ${spelling.slice(1)}`;
}

function valueFlags({ kind, words }: CompletedValue): string {
  switch (kind) {
    case "words":
      return `-x -a ${quoted(words.join(" "))}`;
    case "list":
      return `-x -a ${quoted(`(__deadwood_list ${words.join(" ")})`)}`;
    case "file":
      return "-r -F";
    case "directory":
      return "-x -a '(__fish_complete_directories)'";
    default:
      return "-x";
  }
}
