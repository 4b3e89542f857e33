/**
 * Keeps answers short. A model pays for each character, so an answer is built with fewer and fewer parts until it
 * fits, and says what it lacks.
 */
import type { Answer } from "./tool.ts";

/** A value of the program may be of any length. */
const MAX_TEXT = 240;

export function short(text: string, most: number = MAX_TEXT): string {
  const line = text.replaceAll(/\s*\n\s*/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

/**
 * The largest answer that fits. `build` makes an answer of a size; the sizes go from all there is to the least that
 * says anything. Both the data and the text count, because clients show one of them.
 */
export function fitting<Size, Output>(
  sizes: readonly Size[],
  most: number,
  build: (size: Size) => Answer<Output>,
): Answer<Output> {
  let answer: Answer<Output> | null = null;
  for (const size of sizes) {
    answer = build(size);
    if (lengthOf(answer) <= most) return answer;
  }
  if (answer === null) throw new Error("an answer has no size");
  return { ...answer, text: cutLines(answer.text, most) };
}

const lengthOf = ({ data, text }: Answer<unknown>): number =>
  Math.max(text.length, JSON.stringify(data).length);

const MORE = "\n… the rest is left out: a larger maxCharacters has more";

/** Cuts at the end of a line. */
export function cutLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, Math.max(0, most - MORE.length));
  const end = room.lastIndexOf("\n");
  return (end > 0 ? room.slice(0, end) : room) + MORE;
}
