/**
 * Reads Java's property files, in which Java Pathfinder keeps its configuration: `key = value` lines, comments,
 * escapes, and lines that go on after a backslash.
 */

export interface PropertyLine {
  readonly key: string;
  readonly value: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

export function readProperties(text: string): PropertyLine[] {
  const found: PropertyLine[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (let i = 0; i < lines.length; i++) {
    const line = i + 1;
    let whole = (lines[i] ?? "").trimStart();
    if (whole === "" || /^[#!]/.test(whole)) continue;
    while (continues(whole) && i + 1 < lines.length) {
      whole = whole.slice(0, -1) + (lines[++i] ?? "").trimStart();
    }
    found.push({ ...split(whole), line });
  }
  return found;
}

/** It ends with a backslash that is not itself escaped. */
const continues = (text: string): boolean => (/\\+$/.exec(text)?.[0].length ?? 0) % 2 === 1;

/** The key ends at the first "=", ":" or space that is not escaped. */
function split(text: string): { readonly key: string; readonly value: string } {
  const key = /^(?:\\.|[^\\=:\s])*/s.exec(text)?.[0] ?? "";
  const value = text.slice(key.length).replace(/^\s*[=:]?\s*/, "");
  return { key: unescape(key), value: unescape(value) };
}

const LETTERS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f" };

const unescape = (text: string): string =>
  text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|(.?))/gs, (_, unit: string | undefined, letter: string) =>
    unit === undefined
      ? (LETTERS[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(unit, 16)),
  );
