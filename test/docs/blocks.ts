/**
 * The fenced blocks of a document. CONTRIBUTING.md says how they are written: `console` blocks are sessions with
 * their output, a block with a title is a file, and an HTML comment in front of a block says how to treat it.
 */

export interface Block {
  readonly language: string;
  /** The name of the file that the block shows, or null. */
  readonly title: string | null;
  /** The file of the repository that the block embeds, or null. */
  readonly file: string | null;
  /** What the comment in front of the block says: `not run: needs a network`. */
  readonly marker: string | null;
  readonly lines: readonly string[];
  /** Where its content begins and ends among the lines of the document, the fences not included. */
  readonly from: number;
  readonly to: number;
}

const OPENING = /^```([\w-]*)(.*)$/;
const MARKER = /^<!-- ((?:not run|run as): .+|numbers vary) -->$/;

export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = OPENING.exec(lines[at]!);
    if (opening === null) continue;
    const to = lines.indexOf("```", at + 1);
    if (to < 0) throw new Error(`the block in line ${at + 1} has no end`);
    blocks.push({
      language: opening[1]!,
      title: /title="([^"]+)"/.exec(opening[2]!)?.[1] ?? null,
      file: /file="([^"]+)"/.exec(opening[2]!)?.[1] ?? null,
      marker: markerBefore(lines, at),
      lines: lines.slice(at + 1, to),
      from: at + 1,
      to,
    });
    at = to;
  }
  return blocks;
}

function markerBefore(lines: readonly string[], opening: number): string | null {
  for (let at = opening - 1; at >= 0; at--) {
    if (lines[at] !== "") return MARKER.exec(lines[at]!)?.[1] ?? null;
  }
  return null;
}

/** The lines of a document that stand in no block, with empty lines in place of the blocks. */
export function proseOf(text: string): string[] {
  const lines = text.split("\n");
  for (const { from, to } of blocksOf(text)) lines.fill("", from - 1, to + 1);
  return lines;
}

/** One command of a session and what the document says that it prints. */
export interface Exchange {
  readonly command: string;
  readonly output: readonly string[];
}

/** `$ ` begins a command, and `> ` continues it. */
export function exchangesOf({ lines, from }: Block): Exchange[] {
  const exchanges: { command: string; output: string[] }[] = [];
  for (const line of lines) {
    const last = exchanges.at(-1);
    if (line.startsWith("$ ")) exchanges.push({ command: line.slice(2), output: [] });
    else if (last === undefined) throw new Error(`line ${from + 1}: a session begins with "$ "`);
    else if (line.startsWith("> ") && last.output.length === 0)
      last.command += `\n${line.slice(2)}`;
    else last.output.push(line);
  }
  return exchanges;
}

const promptsOf = (command: string): string[] =>
  command.split("\n").map((line, index) => `${index === 0 ? "$" : ">"} ${line}`);

export const sessionText = (exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap(({ command, output }) => [...promptsOf(command), ...output]);

/** Lines that were left out. */
export const ELLIPSIS = "…";

const isEllipsis = (line: string): boolean => line.trim() === ELLIPSIS;

/** Figures that differ between two runs of the same command. CONTRIBUTING.md lists them. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b\d[\d,]*(?:\.\d+)? m?s\b/g, "N s"],
  [/\b\d[\d,]*(?:\.\d+)? [KMG]B\b/g, "N MB"],
  [/\b\d[\d,]* states\/s/g, "N states/s"],
  // The effort to find a simpler schedule is bounded in CPU time.
  [/\((?:the simplest there is|simplified[^)]*)\)/g, "(simplified)"],
];

export function masked(line: string, hidesNumbers: boolean): string {
  let text = line.trimEnd();
  for (const [pattern, mask] of VOLATILE) text = text.replaceAll(pattern, mask);
  if (!hidesNumbers) return text;
  // A column is as wide as its widest number.
  return text
    .replaceAll(/\d[\d,.]*%?/g, "N")
    .replaceAll(/ +/g, " ")
    .replaceAll(/-{2,}/g, "--");
}

/** Whether the output is what a document shows of it: each `…` stands for any number of lines. */
export function isShown(
  shown: readonly string[],
  printed: readonly string[],
  hidesNumbers = false,
): boolean {
  const mask = (line: string): string => masked(line, hidesNumbers);
  const lines = printed.map(mask);
  const parts = splitAtEllipses(shown).map((part) => part.map(mask));
  const [head, ...others] = parts;
  const tail = others.pop();
  if (head === undefined || !startsAt(lines, head, 0)) return false;
  if (tail === undefined) return lines.length === head.length;
  let at = head.length;
  for (const part of others) {
    while (at + part.length <= lines.length && !startsAt(lines, part, at)) at++;
    at += part.length;
  }
  const tailAt = lines.length - tail.length;
  return tailAt >= at && startsAt(lines, tail, tailAt);
}

function startsAt(lines: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((line, index) => lines[at + index] === line);
}

function splitAtEllipses(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isEllipsis(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts;
}

/**
 * What a document should show of a new output: as much as before in front of the first `…`, and as much after the
 * last. Where `…` stands behind an empty line, it stands for whole paragraphs, and these are counted; otherwise lines.
 * What stood between two of them cannot be found again, so that is the writer's to decide: null.
 */
export function shownAgain(shown: readonly string[], printed: readonly string[]): string[] | null {
  const [head, tail, ...others] = splitAtEllipses(shown);
  if (head === undefined || tail === undefined) return [...printed];
  if (others.length > 0) return null;
  const sign = shown.find(isEllipsis)!;
  const first = head.at(-1) === "" ? paragraphs(printed, head.filter(isEmpty).length) : head.length;
  if (first + tail.length >= printed.length) return [...printed];
  return [...printed.slice(0, first), sign, ...printed.slice(printed.length - tail.length)];
}

const isEmpty = (line: string): boolean => line === "";

/** The number of lines of the first paragraphs, with the empty line behind each. */
function paragraphs(lines: readonly string[], count: number): number {
  let seen = 0;
  const end = lines.findIndex((line) => line === "" && ++seen === count);
  return end < 0 ? lines.length : end + 1;
}
