/**
 * What can follow what on a command line, for all shells: the commands, their options in both spellings, and what
 * each option takes. Made from the same descriptions as the help.
 */
import { bundled } from "../../launch/find-program.ts";
import { listClasses } from "../../launch/list-classes.ts";
import { JAVA_SPELLINGS } from "../arguments.ts";
import type { CommandDescription, OptionDescription } from "../describe-commands.ts";

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** What its first word without an option may be. */
  readonly operand: Operand;
}

export interface CompletedOption {
  /** "--class-path", "-cp", "-o" */
  readonly spelling: string;
  readonly about: string;
  /** Null for an option without a value. */
  readonly value: CompletedValue | null;
}

/** `list`: words separated by commas. */
export interface CompletedValue {
  readonly kind: "words" | "list" | "file" | "directory" | "text";
  readonly words: readonly string[];
}

/** `programs`: a bundled program or a file. */
export type Operand = "programs" | "file" | "commands" | "shells" | "none";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const completedCommands = (
  commands: readonly CommandDescription[],
): readonly CompletedCommand[] => [
  ...commands.map((command) => ({
    name: command.name,
    about: command.about,
    options: command.options.flatMap(completedOptions),
    operand: operandOf(command),
  })),
  {
    name: "help",
    about: "show the help of a command",
    options: [],
    operand: "commands",
  },
];

function completedOptions(option: OptionDescription): readonly CompletedOption[] {
  const { long, short, about } = option;
  const java = Object.entries(JAVA_SPELLINGS).flatMap(([spelling, meant]) =>
    meant === long ? [spelling] : [],
  );
  const value = valueOf(option);
  return [long, ...(short === null ? [] : [short]), ...java].map((spelling) => ({
    spelling,
    about,
    value,
  }));
}

function valueOf({ value }: OptionDescription): CompletedValue | null {
  if (value === null) return null;
  const { kind, words } = value;
  if (kind === "choice") return { kind: "words", words };
  if (kind === "list") return { kind: "list", words };
  if (kind === "directory") return { kind, words: [] };
  return { kind: FILES.has(kind) ? "file" : "text", words: [] };
}

const FILES: ReadonlySet<string> = new Set(["file", "path", "class-path"]);

function operandOf({ name, arguments: all }: CommandDescription): Operand {
  const [first] = all;
  if (first === undefined) return "none";
  if (name === "completion") return "shells";
  return first.name.includes("program") ? "programs" : "file";
}

/** The names of the bundled programs. */
export const bundledPrograms = (): readonly string[] =>
  listClasses(bundled("programs.jar"), 17).filter((name) => /^\w+$/.test(name));
