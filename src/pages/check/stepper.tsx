/** Moves through the schedule: buttons, a scrubber over a map of the threads, and keys. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BackIcon, FirstIcon, ForwardIcon, LastIcon } from "../shared/icons.tsx";
import { type KeyMeaning, onKey } from "../shared/key-help.tsx";
import { colorOf, useTheme } from "../shared/theme.tsx";
import { useFinding } from "./context.ts";
import "./stepper.css";
import type { Story } from "./story.ts";

export const KEYS: readonly KeyMeaning[] = [
  { keys: ["→", "↓", "j"], meaning: "the next step" },
  { keys: ["←", "↑", "k"], meaning: "the step before" },
  { keys: ["Home", "End"], meaning: "the first step, the end" },
  { keys: ["Page Down", "Page Up"], meaning: "ten steps on, ten steps back" },
  { keys: ["p"], meaning: "the next preemption" },
  { keys: ["w"], meaning: "the next step of the explanation" },
  { keys: ["?"], meaning: "these keys" },
];

const PAGE = 10;

/** The stop that a key leads to; null for other keys. */
export function stopForKey(key: string, story: Story, stop: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
    case "j":
      return stop + 1;
    case "ArrowLeft":
    case "ArrowUp":
    case "k":
      return stop - 1;
    case "Home":
      return 0;
    case "End":
      return story.stops - 1;
    case "PageDown":
      return stop + PAGE;
    case "PageUp":
      return stop - PAGE;
    case "p":
      return story.next(stop, (each) => story.row(each)?.isPreemption === true);
    case "w":
      return story.next(stop, (each) => story.facts.has(each));
    default:
      return null;
  }
}

export function Stepper(): JSX.Element {
  const { story, stop, goTo } = useFinding();
  const now = useRef({ story, stop, goTo });
  now.current = { story, stop, goTo };
  useEffect(
    () =>
      onKey((key, event) => {
        const to = stopForKey(key, now.current.story, now.current.stop);
        if (to === null) return;
        event.preventDefault();
        now.current.goTo(to);
      }),
    [],
  );
  const isFirst = stop === 0;
  const isLast = stop >= story.stops - 1;
  return (
    <div class="stepper card no-print" role="group" aria-label="Steps">
      <div class="stepper-buttons">
        <StepButton label="First step" disabled={isFirst} go={() => goTo(0)} icon={<FirstIcon />} />
        <StepButton
          label="Step back"
          disabled={isFirst}
          go={() => goTo(stop - 1)}
          icon={<BackIcon />}
        />
        <StepButton
          label="Step forward"
          disabled={isLast}
          go={() => goTo(stop + 1)}
          icon={<ForwardIcon />}
        />
        <StepButton
          label="The end"
          disabled={isLast}
          go={() => goTo(story.stops - 1)}
          icon={<LastIcon />}
        />
      </div>
      <div class="scrubber">
        <ThreadMap />
        <input
          type="range"
          min={0}
          max={story.stops - 1}
          value={stop}
          aria-label="Step"
          aria-valuetext={story.title(stop)}
          onInput={(event) => goTo(Number(event.currentTarget.value))}
        />
      </div>
      <output class="stepper-count">{story.title(stop)}</output>
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly go: () => void;
  readonly icon: JSX.Element;
}

const StepButton = ({ label, disabled, go, icon }: StepButtonProps): JSX.Element => (
  <button type="button" class="icon-button" disabled={disabled} onClick={go} title={label}>
    {icon}
    <span class="visually-hidden">{label}</span>
  </button>
);

const MAP_HEIGHT = 14;
const SERIES_COLORS = 8;

/** Which thread runs when, in the colours of the threads, and where the explanation points. */
function ThreadMap(): JSX.Element {
  const { story } = useFinding();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => drawMap(current, story));
    observer.observe(current);
    return () => observer.disconnect();
  }, [story, theme]);
  return <canvas ref={canvas} class="thread-map" height={MAP_HEIGHT} aria-hidden="true" />;
}

function drawMap(canvas: HTMLCanvasElement, story: Story): void {
  const scale = window.devicePixelRatio;
  const width = canvas.clientWidth;
  canvas.width = width * scale;
  canvas.height = MAP_HEIGHT * scale;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(scale, scale);
  const colors = story.lanes.map((_, column) => colorOf(`--series-${column % SERIES_COLORS}`));
  const bad = colorOf("--bad");
  const accent = colorOf("--accent");
  const each = width / story.stops;
  // A gap between steps, unless there are too many for it.
  const gap = each > 4 ? 1 : 0;
  for (let stop = 0; stop < story.stops; stop++) {
    const row = story.row(stop);
    context.fillStyle = row === null ? bad : (colors[story.column(row.lane)] ?? bad);
    context.fillRect(stop * each, 5, Math.max(each - gap, 0.5), MAP_HEIGHT - 5);
    if (!story.facts.has(stop)) continue;
    context.fillStyle = accent;
    context.fillRect(stop * each, 0, Math.max(each - gap, 1.5), 3);
  }
}
