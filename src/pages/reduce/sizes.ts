/** Sizes as text. */
import { count } from "../../core/numbers.ts";

const KILOBYTE = 1000;

/** For an axis: "12 kB". */
export function shortBytes(bytes: number): string {
  if (bytes < KILOBYTE) return `${Math.round(bytes)} B`;
  if (bytes < KILOBYTE ** 2) return `${shortNumber(bytes / KILOBYTE)} kB`;
  return `${shortNumber(bytes / KILOBYTE ** 2)} MB`;
}

const shortNumber = (value: number): string =>
  value < 10 ? String(Math.round(value * 10) / 10) : count(value);

export function shareText(part: number, whole: number): string {
  if (whole === 0) return "–";
  const share = (100 * part) / whole;
  return `${share.toFixed(share < 1 ? 2 : share < 10 ? 1 : 0)} %`;
}
