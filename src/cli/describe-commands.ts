/**
 * All commands with their options as plain data. The shell completion, the JSON schema of configuration files and
 * the page of options are made from it, so that none of them can leave out an option.
 */
import type { Command, Option } from "commander";
import { type Example, examplesOf } from "./command-summaries.ts";
import { ListOption } from "./options.ts";

export interface CommandDescription {
  readonly name: string;
  /** The heading under which the overview lists it. */
  readonly group: string;
  readonly about: string;
  readonly arguments: readonly ArgumentDescription[];
  readonly options: readonly OptionDescription[];
  readonly examples: readonly Example[];
}

export interface ArgumentDescription {
  readonly name: string;
  readonly about: string;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
}

export interface OptionDescription {
  /** As the user types it: "--class-path". */
  readonly long: string;
  /** "-o", or null. */
  readonly short: string | null;
  /** The same in a configuration file and in code: "classPath"; "future" for "--no-future". */
  readonly name: string;
  /** As the help shows it: "--class-path <path>". */
  readonly flags: string;
  readonly about: string;
  /** The heading in the help. */
  readonly group: string;
  /** Null for an option without a value. */
  readonly value: OptionValue | null;
  readonly default: string | null;
  readonly isRepeatable: boolean;
  /** It switches off what is on by default: "--no-future". */
  readonly isNegated: boolean;
}

/** What may follow an option. */
export interface OptionValue {
  readonly kind: ValueKind;
  /** The words to choose from; empty if there are no such words. */
  readonly words: readonly string[];
}

/** `list`: words separated by commas. `path`: a file or a directory. */
export type ValueKind =
  | "choice"
  | "list"
  | "file"
  | "directory"
  | "path"
  | "class-path"
  | "number"
  | "size"
  | "text";

/** What the placeholders of the options mean. */
const PLACEHOLDERS: Readonly<Record<string, ValueKind>> = {
  file: "file",
  dir: "directory",
  path: "path",
  count: "number",
  n: "number",
  d: "number",
  seconds: "number",
  size: "size",
};

/** The options whose value has several paths in one text. */
const CLASS_PATHS: ReadonlySet<string> = new Set(["--class-path"]);

/** `program`: the command line with all its commands. */
export const describeCommands = (program: Command): readonly CommandDescription[] =>
  program.commands.map(describeCommand);

export function describeCommand(command: Command): CommandDescription {
  const help = command.createHelp();
  return {
    name: command.name(),
    group: command.helpGroup(),
    about: command.description(),
    arguments: command.registeredArguments.map((each) => ({
      name: each.name(),
      about: each.description,
      isRequired: each.required,
      isRepeatable: each.variadic,
    })),
    options: help.visibleOptions(command).flatMap(describeOption),
    examples: examplesOf(command.name()),
  };
}

function describeOption(option: Option): readonly OptionDescription[] {
  const { long, short, defaultValue } = option;
  if (typeof long !== "string") return [];
  return [
    {
      long,
      short: short ?? null,
      name: option.attributeName(),
      flags: option.flags,
      about: option.description,
      group: option.helpGroupHeading ?? "Options:",
      value: valueOf(long, option),
      default: typeof defaultValue === "string" ? defaultValue : null,
      isRepeatable: option.parseArg !== undefined,
      isNegated: option.negate,
    },
  ];
}

function valueOf(long: string, option: Option): OptionValue | null {
  const placeholder = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1];
  if (placeholder === undefined) return null;
  if (option instanceof ListOption && option.words.length > 0) {
    return { kind: "list", words: option.words };
  }
  if (/^[\w.-]+(\|[\w.-]+)+$/.test(placeholder) && placeholder !== "name|class") {
    return { kind: "choice", words: placeholder.split("|") };
  }
  if (CLASS_PATHS.has(long)) return { kind: "class-path", words: [] };
  return { kind: PLACEHOLDERS[placeholder] ?? "text", words: [] };
}
