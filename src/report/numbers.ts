/** The format of a comparison's numbers, the same in the text and on the page. */
import type { Unit } from "../compare/columns.ts";
import { count } from "../core/numbers.ts";

const MEGABYTE = 2 ** 20;

/** Stands for a figure that a configuration does not have. */
export const DASH = "–";

const orDash =
  (text: (value: number) => string) =>
  (value: number | null | undefined): string =>
    value === null || value === undefined ? DASH : text(value);

export const countText = orDash(count);
export const secondsText = orDash((value) => (value < 10 ? value.toFixed(2) : value.toFixed(1)));
/** Small stores are a few kilobytes, so two digits are not enough. */
export const megabytesText = orDash((value) =>
  (value / MEGABYTE).toFixed(value < MEGABYTE ? 3 : 2),
);
/** Small figures get one decimal digit. */
export const sizeText = orDash((value) => (value < 100 ? value.toFixed(1) : count(value)));
export const percentText = orDash((value) =>
  value < 0.95 && value > 0 ? `${value.toFixed(1)}%` : `${Math.round(value)}%`,
);

/** How the figures of a comparison are written, by their units. */
export const FIGURE_TEXTS: Readonly<Record<Unit, (value: number | null | undefined) => string>> = {
  count: countText,
  seconds: secondsText,
  megabytes: megabytesText,
  size: sizeText,
};
