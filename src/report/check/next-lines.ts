/** The end of an incomplete check's text: how far the search came, and what to do next. A few lines, the best first. */
import type { CheckReport } from "../../check/check-report.ts";

/** The most lines, and the least number of pieces of advice, however long. */
const MOST_LINES = 7;
const LEAST_ADVICE = 1;
const INDENT = "  ";

export function nextLines({ verdict, howFar, advice }: CheckReport, width: number): string[] {
  if (verdict !== "incomplete" || advice.length === 0) return [];
  const lines = wrapped(howFar === null ? "next:" : `how far: ${howFar}`, width, "", INDENT);
  if (howFar !== null) lines.push("next:");
  let shown = 0;
  for (const { what, why } of advice) {
    const head = `${INDENT}${shown + 1}. `;
    const more = wrapped(
      `${what} ${what.endsWith(":") ? why : sentence(why)}`,
      width,
      head,
      " ".repeat(head.length),
    );
    if (shown >= LEAST_ADVICE && lines.length + more.length > MOST_LINES) break;
    lines.push(...more);
    shown++;
  }
  return lines;
}

/** A name of the program's stays as it is. */
const sentence = (text: string): string =>
  /^[a-z]+(?: |, )/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Lines of at most `width` columns: the first begins with `head`, the others with `indent`. */
function wrapped(text: string, width: number, head: string, indent: string): string[] {
  const lines: string[] = [];
  let line = head;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (longer.length > width && !isEmpty) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}
