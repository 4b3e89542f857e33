/** Cuts and breaks text to a width. */

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Of a name, beginning and end say most: "ForkJoinP…-worker-2". */
export function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.ceil((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
}

/** Of a place, the end with the line says most. */
export const cutFront = (text: string, width: number): string =>
  text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;

const LEAST_WIDTH = 8;

/** Breaks text at spaces, and long words anywhere. All lines but the first are indented. */
export function wrapped(text: string, wanted: number): string[] {
  // A line has room for its indentation and some text.
  const width = Math.max(wanted, LEAST_WIDTH);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ` ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = `  ${line.slice(width)}`;
    }
  }
  return [...lines, line];
}
