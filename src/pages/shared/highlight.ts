/**
 * Colours Java. A file is read as a whole, because comments and text blocks span lines, and kept: a page shows parts
 * of it again and again. The highlighter's markup is parsed into an inert document and only its texts and class names
 * are kept, so nothing of a program becomes markup of the page.
 */
import highlighter from "highlight.js/lib/core";
import java from "highlight.js/lib/languages/java";

export interface Token {
  readonly text: string;
  /** "hljs-keyword"; empty for plain text. */
  readonly className: string;
}

export type TokenLine = readonly Token[];

/** Longer files are generated; colouring them would take a noticeable time. */
const MOST_CHARACTERS = 400_000;

highlighter.registerLanguage("java", java);

const known = new Map<string, readonly TokenLine[]>();
const plain = new Map<string, readonly TokenLine[]>();

/** The lines of a file. */
export function highlightedJava(text: string): readonly TokenLine[] {
  let lines = known.get(text);
  if (lines === undefined) {
    lines = text.length > MOST_CHARACTERS ? plainLines(text) : coloured(text);
    known.set(text, lines);
    plain.delete(text);
  }
  return lines;
}

export const isHighlighted = (text: string): boolean => known.has(text);

/** The lines as they are known now: plain as long as nobody has asked for the file's colours. */
export function linesNow(text: string): readonly TokenLine[] {
  const complete = known.get(text);
  if (complete !== undefined) return complete;
  let lines = plain.get(text);
  if (lines === undefined) {
    lines = plainLines(text);
    plain.set(text, lines);
  }
  return lines;
}

const plainLines = (text: string): TokenLine[] =>
  text.split("\n").map((line) => [{ text: line, className: "" }]);

function coloured(text: string): TokenLine[] {
  const { value } = highlighter.highlight(text, { language: "java", ignoreIllegals: true });
  const { body } = new DOMParser().parseFromString(value, "text/html");
  const lines: Token[][] = [[]];
  collect(body, "", lines);
  // A parser drops a line feed at the very beginning.
  return text.startsWith("\n") && lines.length < text.split("\n").length ? [[], ...lines] : lines;
}

function collect(node: Node, className: string, lines: Token[][]): void {
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      collect(child, `${className} ${child.className}`.trim(), lines);
      continue;
    }
    (child.textContent ?? "").split("\n").forEach((text, i) => {
      if (i > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, className });
    });
  }
}
