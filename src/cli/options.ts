/** Values of command-line options: sizes and counts. */
import { BadUsageError } from "../core/errors.ts";

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
