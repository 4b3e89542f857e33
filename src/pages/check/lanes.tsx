/**
 * The schedule: a lane for each thread, time downwards. On a narrow screen a list in which each card names its thread.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { VirtualList } from "../shared/virtual-list.tsx";
import { useFinding } from "./context.ts";
import "./lanes.css";
import { EndingCard, RowCard } from "./step-card.tsx";
import { laneStyle } from "./thread-badge.tsx";

/** The height of a row that has not been drawn. */
const ESTIMATE = 118;

export function Lanes(): JSX.Element {
  const { story, stop } = useFinding();
  const [hasContext, setContext] = useState(true);
  const around = hasContext ? 1 : 0;
  const section = useRef<HTMLElement>(null);
  const first = useRef(stop);
  useEffect(() => {
    if (stop !== first.current && section.current !== null) bringIntoView(section.current);
    first.current = -1;
  }, [stop]);
  const hidden = story.finding.threads.length - story.lanes.length;
  return (
    <section ref={section} class="lanes card" aria-label="Schedule">
      <div class="lanes-bar no-print">
        <h2>Schedule</h2>
        <p class="faint lanes-legend">
          time runs downwards; <span class="legend-fact" aria-hidden="true" /> part of the
          explanation
          {hidden === 0
            ? ""
            : `; ${hidden} more ${hidden === 1 ? "thread does" : "threads do"} nothing here`}
        </p>
        <button
          type="button"
          class="button small"
          aria-pressed={hasContext}
          onClick={() => setContext(!hasContext)}
        >
          Lines around
        </button>
      </div>
      <VirtualList
        class="lanes-list"
        label="Steps of the schedule"
        count={story.stops}
        estimate={ESTIMATE}
        current={stop}
        head={<LaneHeads />}
        render={(index) => <LaneRow index={index} around={around} />}
      />
    </section>
  );
}

/** A reader who steps while the schedule is out of sight, as on a phone, wants to see it. */
function bringIntoView(section: HTMLElement): void {
  const { top, bottom } = section.getBoundingClientRect();
  const isVisible = top < innerHeight * MOST_ABOVE && bottom > innerHeight * LEAST_SHOWN;
  if (!isVisible) section.scrollIntoView({ block: "start" });
}

/** As parts of the height of the window. */
const MOST_ABOVE = 0.6;
const LEAST_SHOWN = 0.25;

const columnsStyle = (count: number): Record<string, string> => ({ "--lanes": String(count) });

function LaneHeads(): JSX.Element {
  const { story } = useFinding();
  return (
    <div class="lane-grid lane-heads" style={columnsStyle(story.lanes.length)} aria-hidden="true">
      <span />
      {story.lanes.map((lane, column) => (
        <span key={lane} class="lane-head" style={laneStyle(column)} title={story.thread(lane)}>
          {story.thread(lane)}
        </span>
      ))}
    </div>
  );
}

interface LaneRowProps {
  readonly index: number;
  readonly around: number;
}

function LaneRow({ index, around }: LaneRowProps): JSX.Element {
  const { story, stop } = useFinding();
  const row = story.row(index);
  const classes = [
    "lane-grid lane-row",
    index === stop ? "current" : "",
    row?.isRepeated === true ? "repeated" : "",
  ].join(" ");
  return (
    <div class={classes} style={columnsStyle(story.lanes.length)}>
      <span class="lane-number" aria-hidden="true">
        {row === null ? "end" : row.number}
      </span>
      {story.lanes.map((lane, column) => (
        <span
          key={lane}
          class={`lifeline ${story.status(lane, index)}${story.begins(lane, index) ? " begins" : ""}`}
          style={{ ...laneStyle(column), gridColumn: String(column + 2) }}
        />
      ))}
      {row === null ? (
        story.finding.endings.map((ending) => (
          <EndingCard key={ending.lane} ending={ending} index={index} around={around} />
        ))
      ) : (
        <RowCard row={row} index={index} around={around} />
      )}
    </div>
  );
}
