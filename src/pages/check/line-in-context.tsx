/** A line of the program with the lines around it, as a card shows it. */
import type { JSX } from "preact";
import type { FrameData } from "../../report/pages/finding-data.ts";
import type { TokenLine } from "../shared/highlight.ts";
import { Tokens, useJavaLines } from "../shared/source-view.tsx";
import { useFinding } from "./context.ts";

interface LineInContextProps {
  readonly frame: FrameData;
  /** How many lines to show above and below. */
  readonly around: number;
}

export function LineInContext({ frame, around }: LineInContextProps): JSX.Element | null {
  const file = useFinding().sources.file(frame);
  const lines = useJavaLines(file?.text ?? "");
  if (file === null) return null;
  const from = Math.max(0, frame.line - 1 - around);
  const shown = lines.slice(from, frame.line + around);
  const indent = Math.min(...shown.map(indentOf));
  return (
    <span class="card-source">
      {shown.map((line, i) => (
        <span key={i} class={from + i === frame.line - 1 ? "card-line marked" : "card-line"}>
          <Tokens line={unindented(line, indent)} />
        </span>
      ))}
    </span>
  );
}

export const indentOf = (line: TokenLine): number => {
  const indent = line
    .map(({ text }) => text)
    .join("")
    .search(/\S/);
  // A line without text may be indented by anything.
  return indent < 0 ? Number.POSITIVE_INFINITY : indent;
};

/** Without its first `indent` characters, which are spaces. */
export function unindented(line: TokenLine, indent: number): TokenLine {
  let left = indent;
  return line.map((token) => {
    const text = token.text.slice(left);
    left = Math.max(0, left - token.text.length);
    return { ...token, text };
  });
}
