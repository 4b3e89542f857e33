/** Values of command-line options: sizes, counts and files to write. */
import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Bounds of a size, as the user would write them. */
export interface SizeRange {
  readonly least: string;
  readonly most: string;
}

/** "512m", "2g", "65536": bytes. */
export function parseSize(option: string, text: string, range: SizeRange): number {
  const bytes = sizeOf(text);
  if (!Number.isSafeInteger(bytes) || bytes <= 0) {
    throw new BadUsageError(`${option} ${text} is not a size`, {
      hint: "Write a number with k, m or g: 512m.",
    });
  }
  if (bytes < sizeOf(range.least) || bytes > sizeOf(range.most)) {
    throw new BadUsageError(
      `${option} ${text} is too ${bytes < sizeOf(range.least) ? "small" : "large"}`,
      {
        hint: `Anything from ${range.least} to ${range.most} will do.`,
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

/** A file to be written at the end: better to know at the start that it cannot be. */
export function requireWritable(option: string, file: string | undefined): void {
  if (file === undefined) return;
  try {
    const exists = statSync(file, { throwIfNoEntry: false });
    if (exists?.isDirectory() === true) throw new Error("it is a directory");
    accessSync(exists === undefined ? dirname(file) : file, constants.W_OK);
  } catch (cause) {
    throw unwritable(option, file, cause);
  }
}

export function writeJson(option: string, file: string, value: unknown, indent: number = 0): void {
  writeText(option, file, `${JSON.stringify(value, null, indent)}\n`);
}

export function writeText(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw unwritable(option, file, cause);
  }
}

function unwritable(option: string, file: string, cause: unknown): InputUnreadableError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new InputUnreadableError(`cannot write ${file}: ${why}`, {
    cause,
    hint: `Give ${option} a file in a directory that exists and that you may write to.`,
  });
}
