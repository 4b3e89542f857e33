/** The parts of the completions for bash and zsh that are the same: what an option takes, as a `case`. */
import { type CompletedCommand, type CompletedOption, type Operand, SHELLS } from "./words.ts";

/** In single quotes, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const patterns = (words: readonly string[]): string => words.map(quoted).join("|");

/** Sets `options`: all options of the command in `$1`. */
export function optionsFunction(commands: readonly CompletedCommand[]): string[] {
  const rows = commands.map(
    ({ name, options }) =>
      `    ${quoted(name)}) options=${quoted(options.map(({ spelling }) => spelling).join(" "))} ;;`,
  );
  return [
    "_deadwood_options() {",
    '  case "$1" in',
    ...rows,
    "    *) options='' ;;",
    "  esac",
    "}",
  ];
}

/** Sets `kind` and `choices`: what the option `$2` of the command `$1` takes; `kind` is empty for nothing. */
export function valueFunction(commands: readonly CompletedCommand[]): string[] {
  const rows = commands.flatMap(({ name, options }) => valueRows(name, options));
  return [
    "_deadwood_value() {",
    "  kind='' choices=''",
    '  case "$1 $2" in',
    ...rows,
    "  esac",
    "}",
  ];
}

/** One row for all options of a command that take the same. */
function valueRows(command: string, options: readonly CompletedOption[]): string[] {
  const rows = new Map<string, string[]>();
  for (const { spelling, value } of options) {
    if (value === null) continue;
    const sets = `kind=${value.kind} choices=${quoted(value.words.join(" "))}`;
    rows.set(sets, [...(rows.get(sets) ?? []), `${command} ${spelling}`]);
  }
  return [...rows].map(([sets, names]) => `    ${patterns(names)}) ${sets} ;;`);
}

/** Sets `kind` and `choices`: what the command `$1` takes besides options. */
export function operandFunction(
  commands: readonly CompletedCommand[],
  programs: readonly string[],
): string[] {
  const words: Readonly<Record<Operand, string>> = {
    programs: "$_deadwood_programs",
    file: "''",
    commands: quoted(commands.map(({ name }) => name).join(" ")),
    shells: quoted(SHELLS.join(" ")),
    none: "''",
  };
  const rows = commands.map(
    ({ name, operand }) =>
      `    ${quoted(name)}) kind=${KINDS[operand]} choices=${words[operand]} ;;`,
  );
  return [
    `_deadwood_programs=${quoted(programs.join(" "))}`,
    "_deadwood_operand() {",
    "  kind='' choices=''",
    '  case "$1" in',
    ...rows,
    "  esac",
    "}",
  ];
}

const KINDS: Readonly<Record<Operand, string>> = {
  programs: "program",
  file: "file",
  commands: "words",
  shells: "words",
  none: "text",
};
