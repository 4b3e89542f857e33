/** Tables of options, and parsers for their values. */
import { type Command, Option } from "commander";
import { BadUsageError } from "../core/errors.ts";

/** One option: its flags as commander spells them, what it does, and its default. */
export interface OptionRow {
  readonly flags: string;
  readonly about: string;
  readonly default?: string;
  /** The option may be repeated. Its value is then a list, or undefined if the option was not given. */
  readonly isRepeatable?: true;
  /** The heading in the help; without it, that of the table. */
  readonly group?: string;
  /** The words that the value may consist of, separated by commas. */
  readonly words?: readonly string[];
}

/** Headings of the help that several commands have. */
export const OptionGroup = {
  program: "Program:",
  search: "Search:",
  limits: "Limits:",
  output: "Output:",
} as const;

/** An option with the words that its value may consist of, which commander does not keep. */
export class ListOption extends Option {
  words: readonly string[] = [];
}

/** `group`: the heading of options that name none. */
export function addOptions(
  command: Command,
  rows: readonly OptionRow[],
  group = "Options:",
): Command {
  for (const row of rows) {
    const about = row.isRepeatable === true ? `${row.about} (repeatable)` : row.about;
    const option = new ListOption(row.flags, about).helpGroup(row.group ?? group);
    if (row.words !== undefined) option.words = row.words;
    if (row.isRepeatable === true) option.argParser(collect);
    if (row.default !== undefined) option.default(row.default);
    command.addOption(option);
  }
  return command;
}

const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** The bounds of a size, as the user would write them. */
export interface SizeRange {
  readonly least: string;
  readonly most: string;
}

/** "512m", "2g", "65536": bytes. */
export function parseSize(option: string, text: string, range: SizeRange): number {
  const bytes = sizeOf(text);
  if (!Number.isSafeInteger(bytes) || bytes <= 0) {
    throw new BadUsageError(`${option} ${text} is not a size`, {
      hint: "Write a number followed by k, m or g, such as 512m.",
    });
  }
  if (bytes < sizeOf(range.least) || bytes > sizeOf(range.most)) {
    throw new BadUsageError(
      `${option} ${text} is too ${bytes < sizeOf(range.least) ? "small" : "large"}`,
      {
        hint: `Use a size from ${range.least} to ${range.most}.`,
      },
    );
  }
  return bytes;
}

function sizeOf(text: string): number {
  const match = /^(\d+)([kmg]?)$/i.exec(text);
  return match === null
    ? Number.NaN
    : Number(match[1]) * (UNITS[(match[2] ?? "").toLowerCase()] ?? 1);
}

export function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < 1) {
    throw new BadUsageError(`${option} ${text} is not a positive whole number`);
  }
  return count;
}

/** Parses a whole number, which may be 0. */
export function parseWhole(option: string, text: string, hint?: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    const details = hint === undefined ? {} : { hint };
    throw new BadUsageError(`${option} ${text} is not a whole number`, details);
  }
  return value;
}

export function parseSeed(text: string, most = Number.MAX_SAFE_INTEGER): number {
  const hint = `A seed is a whole number from 0 to ${most}.`;
  const seed = parseWhole("--seed", text, hint);
  if (seed > most) throw new BadUsageError(`--seed ${text} is too large`, { hint });
  return seed;
}

export function parseSeconds(option: string, text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(seconds > 0)) {
    throw new BadUsageError(`${option} ${text} is not a positive number of seconds`);
  }
  return seconds;
}
