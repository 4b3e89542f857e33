/** docs/options.md: every option of every command, from the same tables as the help. */
import { allCommands } from "../../../src/cli/all-commands.ts";
import type { CommandDescription, OptionDescription } from "../../../src/cli/describe-commands.ts";
import { code, page, plain, table } from "./markdown.ts";

const INTRODUCTION = [
  "# Options",
  "",
  "Every option of every command, as `deadwood COMMAND --help` lists them. [Usage](usage.md) explains those that you need",
  "first. Options of `java` are understood where they make sense: `-cp`, `-classpath`, `-jar`, `-ea`, `-da`, `-Dkey=value`, `-Xmx` and",
  "`-Xss`. Options stand in front of the program; everything after it is passed to the program.",
];

export function optionsPage(): string {
  const commands = allCommands();
  return page(INTRODUCTION, contents(commands), ...commands.flatMap(sectionsOf));
}

const contents = (commands: readonly CommandDescription[]): readonly string[] =>
  table(
    ["command", "what it does", "options"],
    commands.map(({ name, about, options }) => [
      `[${code(name)}](#${name})`,
      plain(about),
      String(options.length),
    ]),
  );

function sectionsOf(command: CommandDescription): readonly (readonly string[])[] {
  const groups = [...new Set(command.options.map(({ group }) => group))];
  return [
    [`## ${command.name}`, "", sentence(command.about)],
    ["```text", synopsis(command), "```"],
    ...(command.arguments.length === 0 ? [] : [argumentsOf(command)]),
    ...groups.flatMap((group) => [
      ...(groups.length > 1
        ? [[`### ${command.name}: ${group.replace(/:$/, "").toLowerCase()}`]]
        : []),
      optionsTable(command.options.filter((option) => option.group === group)),
    ]),
    ...(command.examples.length === 0 ? [] : [examplesOf(command)]),
  ];
}

const sentence = (about: string): string =>
  `${plain(about.charAt(0).toUpperCase() + about.slice(1))}.`;

function synopsis({ name, arguments: all }: CommandDescription): string {
  const words = all.map(({ name: word, isRequired, isRepeatable }) => {
    const text = isRepeatable ? `${word}...` : word;
    return isRequired ? `<${text}>` : `[${text}]`;
  });
  return ["deadwood", name, "[options]", ...words].join(" ");
}

const argumentsOf = (command: CommandDescription): readonly string[] =>
  command.arguments.map(({ name, about }) => `- *${plain(name)}*: ${plain(about)}`);

const optionsTable = (options: readonly OptionDescription[]): readonly string[] =>
  table(
    ["option", "meaning", "default"],
    options.map(({ flags, about, default: value }) => [
      code(flags),
      plain(about),
      value === null ? "" : code(value),
    ]),
  );

const examplesOf = ({ examples }: CommandDescription): readonly string[] => [
  "Examples:",
  "",
  ...examples.map(({ line, about }) => `- ${code(line)}: ${plain(about)}`),
];
