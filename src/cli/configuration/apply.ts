/**
 * Fills in what the command line leaves open: from `deadwood.json`, or from the `.jpf` file that is named in place of
 * a program. Loaded only if there is such a file.
 */
import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Command } from "commander";
import { fromDisk } from "../../core/disk.ts";
import { BadUsageError, InputUnreadableError } from "../../core/errors.ts";
import { type JsonNode, JsonSyntaxError, readLocatedJson } from "../../core/located-json.ts";
import { COMMAND_NAMES } from "../command-summaries.ts";
import type { CommonWords } from "../common-options.ts";
import { type CommandDescription, describeCommand } from "../describe-commands.ts";
import { type Host, report } from "../host.ts";
import { jpfSettings } from "./jpf.ts";
import {
  fileName,
  PROGRAM_KEYS,
  SCHEMA_KEY,
  type Settings,
  type SettingsFile,
  settingsFor,
} from "./settings.ts";

/** More than any options need; a larger file is something else. */
const MOST_BYTES = 2 ** 20;

/** `all` describes all commands; loading them takes time. */
export async function applyConfiguration(
  name: string,
  command: Command,
  host: Host,
  all: () => Promise<readonly CommandDescription[]>,
): Promise<void> {
  const path = resolve(host.directory, name);
  const file: SettingsFile = { name, folder: folderOf(path, name) };
  const root = readJson(readText(path, name), file);
  const described = describeCommand(command);
  const known = knowsAll(root, described) ? [described] : await all();
  applySettings(settingsFor(root, described, file, known), command);
  if (command.opts<CommonWords>().quiet !== true) {
    report(host, `note: using the options in ${name}`);
  }
}

/** The file says nothing about other commands. */
function knowsAll(root: JsonNode, { name, options }: CommandDescription): boolean {
  const own = new Set([...options.map(fileName), ...PROGRAM_KEYS, SCHEMA_KEY, name]);
  return (
    root.kind === "object" &&
    root.entries.every((entry) => own.has(entry.name)) &&
    !options.some((option) => COMMAND_NAMES.includes(fileName(option)))
  );
}

/** Null where paths mean the same for the process, so that messages show them as they were written. */
function folderOf(path: string, name: string): string | null {
  const folder = dirname(path);
  return folder === process.cwd() && !isAbsolute(name) ? null : folder;
}

export function readText(path: string, name: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) {
    throw new InputUnreadableError(`${name} is a directory, not a configuration file`, {
      hint: `Name the file in it, such as ${join(name, "deadwood.json")}.`,
    });
  }
  if (status !== undefined && status.size > MOST_BYTES) {
    throw new InputUnreadableError(`${name} is too large for a configuration file`, {
      hint: `The limit is ${MOST_BYTES} bytes.`,
    });
  }
  return fromDisk("read", name, () => readFileSync(path, "utf8"));
}

function readJson(text: string, { name }: SettingsFile): JsonNode {
  try {
    return readLocatedJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    const { line, column } = cause.at;
    throw new BadUsageError(`${name}:${line}:${column}: ${cause.message}`, {
      cause,
      hint: "The file must be JSON: names and texts in double quotation marks, no comments.",
    });
  }
}

/** Options of which the one on the command line replaces the other in the file. */
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ["enableAssertions", "disableAssertions"],
  ["quiet", "verbose"],
];

/** Where the value of an option comes from: one in a .jpf file was written for the program. */
type SettingSource = "config" | typeof JPF;
const JPF = "jpf";

/** The command line wins: over values in a file, and over the program in it. */
export function applySettings(
  { options, program, args }: Settings,
  command: Command,
  source: SettingSource = "config",
): void {
  const isGiven = (name: string): boolean => {
    const from = command.getOptionValueSource(name);
    return from === "cli" || from === JPF;
  };
  const replaced = new Set(
    EXCLUSIVE.flatMap(([a, b]) => [...(isGiven(a) ? [b] : []), ...(isGiven(b) ? [a] : [])]),
  );
  for (const [name, value] of options) {
    if (isGiven(name) || replaced.has(name)) continue;
    command.setOptionValueWithSource(name, value, source);
  }
  const words = programWords(command);
  if (words === null || words.length > 0 || PROGRAM_OPTIONS.some(isGiven)) {
    // The program on the command line is another one than that of the file.
    if (words !== null && words.length > 0 && !isGiven("jar")) {
      command.setOptionValueWithSource("jar", undefined, "default");
    }
    return;
  }
  const main = options.has("jar") || program === null ? [] : [program];
  command.processedArgs[0] = [...main, ...(args ?? [])];
}

/** Options that name a program, or several. */
const PROGRAM_OPTIONS = ["jar", "all", "set"];

/** The words on the command line that name a program; null for a command without one. */
export function programWords(command: Command): readonly string[] | null {
  const [argument] = command.registeredArguments;
  if (argument?.variadic !== true) return null;
  const words: unknown = command.processedArgs[0];
  return Array.isArray(words) ? words.map(String) : [];
}

/** `name`: the `.jpf` file in place of a program. The words after it are the program's arguments. */
export function applyJpfFile(name: string, command: Command, host: Host): void {
  const found = jpfSettings(name, host.directory, readText);
  for (const warning of found.warnings) report(host, `warning: ${warning}`);
  if (found.program === null) {
    throw new BadUsageError(`${name} names no program: it has no key "target"`, {
      hint: "Add a line such as: target = app.Main",
    });
  }
  const [, ...words] = programWords(command) ?? [];
  const known = new Set(command.options.map((option) => option.attributeName()));
  const options = new Map([...found.options].filter(([option]) => known.has(option)));
  applySettings({ ...found, options, program: null, args: null }, command, JPF);
  command.processedArgs[0] = [found.program, ...(words.length > 0 ? words : (found.args ?? []))];
}
