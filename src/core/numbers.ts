/** Numbers as people read them. */

const MEGABYTE = 2 ** 20;

/** 1,234,567. Without toLocaleString, whose first call takes longer than a small check. */
export const count = (value: number): string =>
  String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

export const megabytes = (bytes: number): string => `${count(bytes / MEGABYTE)} MB`;

/** "1 state", "2,000 states". */
export const plural = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
