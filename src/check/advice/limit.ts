/** What ended an incomplete search. The report says it in words; advice depends on the kind. */

export type LimitKind =
  | "states"
  | "depth"
  | "seconds"
  | "memory"
  | "path-objects"
  | "interrupted"
  | "other";

export interface Limit {
  readonly kind: LimitKind;
  /** The number of states or steps, seconds, or megabytes; null where there is none. */
  readonly amount: number | null;
}

const FORMS: readonly (readonly [LimitKind, RegExp])[] = [
  ["states", /^([\d,]+) states?$/],
  ["depth", /^depth ([\d,]+)$/],
  ["seconds", /^([\d.]+) s$/],
  ["memory", /^([\d,]+) MB of memory$/],
  ["memory", /^memory$/],
  ["path-objects", /^([\d,]+) MB for the objects of one path/],
  ["interrupted", /^(?:Ctrl-C|SIG[A-Z]+|aborted)/],
];

export function limitOf(text: string): Limit {
  for (const [kind, form] of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const [, digits] = match;
    return { kind, amount: digits === undefined ? null : Number(digits.replaceAll(",", "")) };
  }
  return { kind: "other", amount: null };
}
