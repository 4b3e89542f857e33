/** The name of a thread in its colour. */
import type { JSX } from "preact";
import { useFinding } from "./context.ts";

const COLORS = 8;

/** A style that gives an element the colour of a thread. */
export const laneStyle = (column: number): Record<string, string> => ({
  "--lane": `var(--series-${((column % COLORS) + COLORS) % COLORS})`,
});

export function ThreadBadge({ lane }: { readonly lane: number }): JSX.Element {
  const { story } = useFinding();
  return (
    <span class="thread-badge" style={laneStyle(story.column(lane))}>
      {story.thread(lane)}
    </span>
  );
}
