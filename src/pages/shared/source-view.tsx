/** Lines of a Java file, with one or several of them marked. Colours come after the first paint. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { highlightedJava, isHighlighted, linesNow, type TokenLine } from "./highlight.ts";
import { OWN_KEYS } from "./key-help.tsx";
import "./source-view.css";

interface SourceViewProps {
  readonly text: string;
  /** Counted from 1. */
  readonly first: number;
  readonly last: number;
  readonly marked: readonly number[];
  /** What the lines are, for a screen reader: "Main.java, lines 3 to 9". */
  readonly label: string;
  /** What stands after a line. */
  readonly note?: (line: number) => ComponentChildren;
  /** A class for a line: the heat of a line in a heat map. */
  readonly lineClass?: (line: number) => string;
}

export function SourceView(props: SourceViewProps): JSX.Element {
  const { text, first, last, marked, label, note, lineClass } = props;
  const lines = useJavaLines(text);
  const from = Math.max(1, first);
  const shown = lines.slice(from - 1, last);
  return (
    <div class="source" role="group" aria-label={label} tabIndex={0} {...OWN_KEYS}>
      {shown.map((tokens, i) => {
        const line = from + i;
        const isMarked = marked.includes(line);
        return (
          <div
            key={line}
            class={`source-line${isMarked ? " marked" : ""} ${lineClass?.(line) ?? ""}`}
            aria-current={isMarked ? "true" : undefined}
          >
            <span class="source-number">{line}</span>
            <Tokens line={tokens} />
            {note === undefined ? null : <span class="note">{note(line)}</span>}
          </div>
        );
      })}
    </div>
  );
}

export const Tokens = ({ line }: { readonly line: TokenLine }): JSX.Element => (
  <code>
    {line.map(({ text, className }, i) =>
      className === "" ? (
        text
      ) : (
        <span key={i} class={className}>
          {text}
        </span>
      ),
    )}
  </code>
);

/** The lines of a file: plain at first, and coloured as soon as the browser has time. */
export function useJavaLines(text: string): readonly TokenLine[] {
  const [, setColoured] = useState("");
  useEffect(() => {
    if (isHighlighted(text)) return undefined;
    return whenIdle(() => {
      highlightedJava(text);
      setColoured(text);
    });
  }, [text]);
  return linesNow(text);
}

/** Returns what takes it back. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const request = requestIdleCallback(run);
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(run, 50);
  return () => clearTimeout(timer);
}
