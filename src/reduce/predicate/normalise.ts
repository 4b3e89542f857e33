/**
 * Removes from a tool's output what differs between runs without meaning anything: times,
 * addresses, temporary files. The expressions look like sed's, because users know
 * those; the regular expressions in them are JavaScript's. As in sed they see one line
 * at a time.
 */
import { BadUsageError } from "../../core/errors.ts";

/** Null: the line goes. */
export type LineRule = (line: string) => string | null;

const HINT =
  "write s/regular expression/replacement/ with the flags g and i, or /regular expression/d to drop lines; any other character may take the place of /";

/** `s/expression/replacement/flags`, or `/expression/d`. */
export function parseRule(text: string): LineRule {
  const isSubstitution = /^s[^\w\s\\]/.test(text);
  const delimiter = isSubstitution ? text[1] : "/";
  if (delimiter === undefined || (!isSubstitution && !text.startsWith("/"))) {
    throw badRule(text, "it is neither s/…/…/ nor /…/d");
  }
  const fields = fieldsOf(text.slice(isSubstitution ? 2 : 1), delimiter);
  const [source = "", replacement = "", flags = ""] = fields;
  if (isSubstitution) {
    if (fields.length !== 3) throw badRule(text, `it has not three ${delimiter}`);
    return substitution(text, { source, replacement, flags });
  }
  if (fields.length !== 2 || replacement !== "d") throw badRule(text, "it does not end in /d");
  const expression = compile(text, source, "");
  return (line) => (expression.test(line) ? null : line);
}

function substitution(
  text: string,
  { source, replacement, flags }: { source: string; replacement: string; flags: string },
): LineRule {
  if (!/^[gi]*$/.test(flags)) throw badRule(text, `its flags are ${flags}`);
  const expression = compile(text, source, [...new Set(flags)].join(""));
  const pieces = piecesOf(replacement);
  return (line) =>
    line.replace(expression, (...found: unknown[]) =>
      pieces.map((piece) => (typeof piece === "string" ? piece : textOf(found[piece]))).join(""),
    );
}

/** A group that took no part in the match is undefined; after the groups stands a number, the position. */
const textOf = (group: unknown): string => (typeof group === "string" ? group : "");

function compile(text: string, source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw badRule(text, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const badRule = (text: string, why: string, cause?: unknown): BadUsageError =>
  new BadUsageError(`cannot read the normalising expression ${text}: ${why}`, {
    hint: HINT,
    cause,
  });

/** Cut at the delimiters, except at those after a backslash, which loses its backslash. */
function fieldsOf(text: string, delimiter: string): string[] {
  const fields = [""];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (char === delimiter) {
      fields.push("");
      continue;
    }
    let piece = char;
    if (char === "\\" && next !== "") {
      at++;
      piece = next === delimiter ? next : char + next;
    }
    fields.push(`${fields.pop() ?? ""}${piece}`);
  }
  return fields;
}

/** Literal text, and the numbers of groups: `&` is all that matched, `\1` to `\9` are the groups. */
function piecesOf(replacement: string): (string | number)[] {
  return Array.from(replacement.matchAll(/\\(.)|&|[^\\&]+|\\$/g), ([whole, escaped]) => {
    if (whole === "&") return 0;
    if (escaped === undefined) return whole;
    if (/[1-9]/.test(escaped)) return Number(escaped);
    return { n: "\n", t: "\t" }[escaped] ?? escaped;
  });
}

/** `own`: paths that only this run had, each of which becomes {}. */
export function normalise(
  text: string,
  own: readonly string[],
  rules: readonly LineRule[],
): string {
  let plain = text;
  for (const path of own) plain = plain.replaceAll(path, "{}");
  if (rules.length === 0) return plain;
  const lines: string[] = [];
  for (const line of plain.split("\n")) {
    let kept: string | null = line;
    for (const rule of rules) {
      kept = rule(kept);
      if (kept === null) break;
    }
    if (kept !== null) lines.push(kept);
  }
  return lines.join("\n");
}
