/**
 * What a configuration file says, checked against the options of the commands: names as the long options in
 * camelCase, a section for each command, and the program with its arguments. Whatever is wrong is reported with
 * its line and column.
 */
import { delimiter, resolve } from "node:path";
import { BadUsageError } from "../../core/errors.ts";
import type { JsonEntry, JsonNode, Location } from "../../core/located-json.ts";
import { didYouMean } from "../../core/nearest.ts";
import type { CommandDescription, OptionDescription } from "../describe-commands.ts";

/** What a file sets for one command. */
export interface Settings {
  /** By the names that commander uses. */
  readonly options: ReadonlyMap<string, OptionSetting>;
  /** The main class and the arguments of its main method; null if the file names neither. */
  readonly program: string | null;
  readonly args: readonly string[] | null;
}

export type OptionSetting = string | boolean | readonly string[];

/** The file, for messages and for paths in it. */
export interface SettingsFile {
  /** As the user sees it. */
  readonly name: string;
  /** Paths in the file are relative to this folder, which is null for the working directory of the process. */
  readonly folder: string | null;
}

/** Options that make no sense in a file: the file itself, and help. */
export const NOT_IN_FILES: ReadonlySet<string> = new Set(["--help", "--config", "--no-config"]);

/** Names that are no options. */
export const PROGRAM_KEYS = ["program", "args"] as const;
export const SCHEMA_KEY = "$schema";

/** `all`: the commands that may have sections, and whose options may stand at the top. */
export function settingsFor(
  root: JsonNode,
  command: CommandDescription,
  file: SettingsFile,
  all: readonly CommandDescription[],
): Settings {
  const reader: SettingsReader = new SettingsReader(file, all);
  if (root.kind !== "object") reader.fail(root.at, "the file is not a JSON object");
  reader.topLevel(root.entries, command);
  return reader.settings();
}

class SettingsReader {
  readonly #file: SettingsFile;
  readonly #all: readonly CommandDescription[];
  readonly #options = new Map<string, OptionSetting>();
  #program: string | null = null;
  #args: readonly string[] | null = null;

  constructor(file: SettingsFile, all: readonly CommandDescription[]) {
    this.#file = file;
    this.#all = all;
  }

  settings(): Settings {
    return { options: this.#options, program: this.#program, args: this.#args };
  }

  topLevel(entries: readonly JsonEntry[], command: CommandDescription): void {
    const sections = new Map(this.#all.map((each) => [each.name, each]));
    for (const entry of entries) {
      if (sections.has(entry.name)) continue;
      if (entry.name === SCHEMA_KEY) this.#text(entry);
      else this.#shared(entry, command);
    }
    for (const entry of entries) {
      const section = sections.get(entry.name);
      if (section !== undefined) this.#section(entry, section, section.name === command.name);
    }
  }

  /** A value for all commands that have such an option. */
  #shared(entry: JsonEntry, command: CommandDescription): void {
    if (this.#isProgramKey(entry, "", true)) return;
    const option = optionNamed(entry.name, command);
    if (option !== null) this.#set(option, entry, "");
    else {
      const others = this.#all.flatMap((each) => optionNamed(entry.name, each) ?? []);
      const [first] = others;
      if (first === undefined) this.#unknown(entry, this.#all, "");
      else this.#valueOf(first, entry, "");
    }
  }

  #section(entry: JsonEntry, command: CommandDescription, isUsed: boolean): void {
    const { name, value } = entry;
    if (value.kind !== "object") {
      this.fail(value.at, `"${name}" is the section of a command, so its value must be an object`);
    }
    for (const each of value.entries) {
      if (this.#isProgramKey(each, `${name}.`, isUsed)) continue;
      const option = optionNamed(each.name, command);
      if (option === null) this.#unknown(each, [command], `${name}.`);
      else if (isUsed) this.#set(option, each, `${name}.`);
      else this.#valueOf(option, each, `${name}.`);
    }
  }

  #isProgramKey(entry: JsonEntry, prefix: string, isUsed: boolean): boolean {
    if (entry.name === "program") {
      const program = this.#text(entry, prefix);
      if (isUsed) this.#program = program;
      return true;
    }
    if (entry.name !== "args") return false;
    const args = this.#texts(entry, prefix);
    if (isUsed) this.#args = args;
    return true;
  }

  #set(option: OptionDescription, entry: JsonEntry, prefix: string): void {
    const value = this.#valueOf(option, entry, prefix);
    if (value === null) this.#options.delete(option.name);
    else this.#options.set(option.name, value);
  }

  /** Null for a value that is as if the option were not given. */
  #valueOf(option: OptionDescription, entry: JsonEntry, prefix: string): OptionSetting | null {
    const { value } = entry;
    const key = prefix + entry.name;
    if (option.value === null) {
      if (value.kind !== "boolean") this.fail(value.at, `${key} is neither true nor false`);
      return value.value === option.isNegated ? null : value.value;
    }
    if (option.isRepeatable) return this.#repeated(option, entry, prefix);
    if (option.value.kind === "list" || option.value.kind === "class-path") {
      const parts = value.kind === "list" ? this.#texts(entry, prefix) : [this.#scalar(value, key)];
      if (option.value.kind === "class-path") {
        const entries = parts.flatMap((part) => part.split(delimiter));
        return entries.map((each) => this.#path(each)).join(delimiter);
      }
      const words = parts.flatMap((part) => part.split(","));
      for (const word of words) this.#requireWord(word, option.value.words, value.at, key);
      return words.join(",");
    }
    return this.#single(option.value.kind, option.value.words, value, key);
  }

  #repeated(option: OptionDescription, entry: JsonEntry, prefix: string): readonly string[] {
    const { value } = entry;
    if (value.kind === "object") {
      // "define": { "key": "value" }
      return value.entries.map(
        (each) => `${each.name}=${this.#scalar(each.value, `${prefix}${entry.name}.${each.name}`)}`,
      );
    }
    const texts =
      value.kind === "list"
        ? this.#texts(entry, prefix)
        : [this.#scalar(value, prefix + entry.name)];
    const isPath = option.value !== null && PATH_KINDS.has(option.value.kind);
    return isPath ? texts.map((text) => this.#path(text)) : texts;
  }

  #single(kind: string, words: readonly string[], value: JsonNode, key: string): string {
    if (kind === "number") {
      if (value.kind !== "number") this.fail(value.at, `${key} is not a number`);
      return String(value.value);
    }
    const text = this.#scalar(
      value,
      key,
      kind === "size" ? "a number or a text such as 512m" : undefined,
    );
    if (kind === "choice") this.#requireWord(text, words, value.at, key);
    return PATH_KINDS.has(kind) ? this.#path(text) : text;
  }

  #requireWord(word: string, words: readonly string[], at: Location, key: string): void {
    if (words.length === 0 || words.includes(word)) return;
    this.fail(
      at,
      `${key}: "${word}" is not one of ${words.join(", ")}`,
      didYouMean(word, words) ?? undefined,
    );
  }

  #scalar(value: JsonNode, key: string, wanted = "a text"): string {
    if (value.kind === "string") return value.value;
    if (value.kind === "number") return String(value.value);
    return this.fail(value.at, `${key} is not ${wanted}`);
  }

  #text({ name, value }: JsonEntry, prefix = ""): string {
    if (value.kind === "string") return value.value;
    return this.fail(value.at, `${prefix}${name} is not a text`);
  }

  #texts({ name, value }: JsonEntry, prefix: string): readonly string[] {
    if (value.kind !== "list") this.fail(value.at, `${prefix}${name} is not a list`);
    return value.items.map((item, i) => this.#scalar(item, `${prefix}${name}[${i}]`));
  }

  #path(text: string): string {
    const { folder } = this.#file;
    return folder === null || text === "" ? text : resolve(folder, text);
  }

  #unknown(entry: JsonEntry, commands: readonly CommandDescription[], prefix: string): never {
    const names = commands.flatMap(({ options }) => options.filter(isInFiles).map(fileName));
    const sections = prefix === "" ? this.#all.map(({ name }) => name) : [];
    const wanted = camelCase(entry.name);
    const isNegated = /^(?:--)?no-?[A-Z-]?/.test(entry.name) && names.includes(wanted);
    const suggestion = isNegated
      ? `Write "${wanted}": false instead.`
      : didYouMean(wanted, [...PROGRAM_KEYS, ...sections, ...names]);
    return this.fail(
      entry.at,
      `there is no option ${prefix}${entry.name}`,
      suggestion ?? "Names are those of the long options: --max-states is maxStates.",
    );
  }

  fail({ line, column }: Location, message: string, hint?: string): never {
    throw new BadUsageError(
      `${this.#file.name}:${line}:${column}: ${message}`,
      hint === undefined ? {} : { hint },
    );
  }
}

const PATH_KINDS: ReadonlySet<string> = new Set(["file", "directory", "path"]);

export const isInFiles = ({ long }: OptionDescription): boolean => !NOT_IN_FILES.has(long);

/** The name of an option in a file: `deadlock` for --no-deadlock, whose value is then false. */
export const fileName = ({ name }: OptionDescription): string => name;

const optionNamed = (name: string, { options }: CommandDescription): OptionDescription | null =>
  options.find((option) => isInFiles(option) && fileName(option) === name) ?? null;

/** "max-states" and "--max-states" are what a reader of the help writes first; "noDeadlock" is near "deadlock". */
const camelCase = (name: string): string =>
  name
    .replace(/^-+/, "")
    .replace(/^no-?(?=[A-Z-]|(?<=-)[a-z])/, "")
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
