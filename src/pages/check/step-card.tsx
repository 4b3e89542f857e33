/** A row of the schedule as a card: where, which line, what happens, and what changes for others. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { EndingData, RowData } from "../../report/pages/finding-data.ts";
import { CrossIcon, LockIcon, RepeatIcon, SwitchIcon, WaitIcon } from "../shared/icons.tsx";
import { useFinding } from "./context.ts";
import { LineInContext } from "./line-in-context.tsx";
import { laneStyle, ThreadBadge } from "./thread-badge.tsx";

interface CardProps {
  readonly index: number;
  readonly lane: number;
  readonly frame: number;
  readonly chain: string | null;
  readonly around: number;
  readonly class: string;
  readonly children: ComponentChildren;
}

function Card(props: CardProps): JSX.Element {
  const { index, lane, frame, chain, around, children } = props;
  const { story, stop, goTo } = useFinding();
  const button = useRef<HTMLButtonElement>(null);
  const isCurrent = stop === index;
  // The focus follows the current step, but does not come from elsewhere.
  useLayoutEffect(() => {
    const hasFocus = document.activeElement?.classList.contains("step-card") === true;
    if (isCurrent && hasFocus) button.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  // Where there are many lanes, the list scrolls sideways to the current one; it scrolls down by itself.
  useEffect(() => {
    if (isCurrent && !story.isEnd(index) && button.current !== null) showLane(button.current);
  }, [isCurrent, index, story]);
  const at = story.frame(frame);
  return (
    <button
      ref={button}
      type="button"
      class={`step-card ${props.class}`}
      style={{ ...laneStyle(story.column(lane)), gridColumn: String(story.column(lane) + 2) }}
      aria-current={isCurrent ? "step" : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => goTo(index)}
    >
      <span class="card-head">
        <ThreadBadge lane={lane} />
        <span class="card-place">{story.shortPlace(frame)}</span>
      </span>
      {at === null ? null : <LineInContext frame={at} around={around} />}
      {chain === null ? null : <span class="card-chain">{chain}</span>}
      {children}
    </button>
  );
}

/** The numbers of the steps stay at the left edge, over the lanes. */
const NUMBERS_WIDTH = 48;

function showLane(card: HTMLElement): void {
  const list = card.closest(".virtual-list");
  if (list === null) return;
  const { left, right } = card.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  const first = frame.left + NUMBERS_WIDTH;
  if (left < first) list.scrollLeft -= first - left;
  else if (right > frame.right) list.scrollLeft += right - frame.right + GAP;
}

/** Between a card and the edge of the list. */
const GAP = 12;

interface RowCardProps {
  readonly row: RowData;
  readonly index: number;
  readonly around: number;
}

export function RowCard({ row, index, around }: RowCardProps): JSX.Element {
  const { story } = useFinding();
  const { lane, frame, chain, texts, isPreemption, isRepeated, holds } = row;
  const awaits = story.awaitsAfter(index);
  const locks = story.finding.lockSets[holds] ?? [];
  const classes = [
    story.facts.has(index) ? "is-fact" : "",
    isPreemption ? "is-preemption" : "",
    awaits === null ? "" : "is-waiting",
  ].join(" ");
  return (
    <Card {...{ index, lane, frame, chain, around }} class={classes}>
      <span class="card-texts">
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      {isPreemption || isRepeated || awaits !== null || locks.length > 0 ? (
        <span class="card-marks">
          {isPreemption ? (
            <span class="mark warn">
              <SwitchIcon /> preemption
            </span>
          ) : null}
          {isRepeated ? (
            <span class="mark warn">
              <RepeatIcon /> repeats
            </span>
          ) : null}
          {locks.map(({ target }) => (
            <span key={target} class="mark">
              <LockIcon />
              <span class="visually-hidden">holds </span> {target}
            </span>
          ))}
          {awaits === null ? null : (
            <span class="mark bad">
              <WaitIcon /> {awaits}
            </span>
          )}
        </span>
      ) : null}
    </Card>
  );
}

interface EndingCardProps {
  readonly ending: EndingData;
  readonly index: number;
  readonly around: number;
}

export function EndingCard({ ending, index, around }: EndingCardProps): JSX.Element {
  const { lane, frame, chain, text, kind } = ending;
  return (
    <Card {...{ index, lane, frame, chain, around }} class={`is-ending ends-${kind}`}>
      <span class="card-texts ending-text">
        <span>
          <EndingIcon kind={kind} /> {text}
        </span>
      </span>
    </Card>
  );
}

function EndingIcon({ kind }: Pick<EndingData, "kind">): JSX.Element {
  if (kind === "wait") return <WaitIcon />;
  return kind === "repeat" ? <RepeatIcon /> : <CrossIcon />;
}
