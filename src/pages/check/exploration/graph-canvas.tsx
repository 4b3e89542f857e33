/**
 * A drawing of some thousand states on a canvas: drag or arrow keys move it, the wheel with Ctrl, + and - change its
 * size, 0 shows the whole. A click says which state it is.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count } from "../../../core/numbers.ts";
import type { StateGraphData } from "../../../search/graph/state-graph.ts";
import { useTheme } from "../../shared/theme.tsx";
import { drawGraph, type GraphDrawing, type View, WHOLE } from "./draw-graph.ts";
import type { GraphStep } from "./graph-steps.ts";
import { layeredLayout } from "./layered-layout.ts";

interface GraphCanvasProps {
  readonly graph: StateGraphData;
  readonly steps: readonly GraphStep[];
  readonly label: string;
}

const ZOOM = 1.5;
const LARGEST = 60;
const MOVE = 0.15;

export function GraphCanvas({ graph, steps, label }: GraphCanvasProps): JSX.Element {
  const place = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<GraphDrawing | null>(null);
  const drag = useRef<{ readonly x: number; readonly y: number; moved: number } | null>(null);
  const [view, setView] = useState<View>(WHOLE);
  const [state, setState] = useState(-1);
  const [width, setWidth] = useState(0);
  const theme = useTheme();
  const layout = useMemo(() => {
    const edges = steps.map(({ from, to }) => [from, to] as const);
    return layeredLayout({ depths: graph.depths, edges });
  }, [graph, steps]);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { current } = place;
    if (current === null || width === 0) return;
    drawing.current = drawGraph(current, { graph, steps, layout, view, chosen: state });
  }, [graph, steps, layout, view, state, theme, width]);

  const zoom = (factor: number): void =>
    setView(({ scale, x, y }) => ({
      scale: Math.min(LARGEST, Math.max(1, scale * factor)),
      x,
      y,
    }));
  const move = (dx: number, dy: number): void =>
    setView(({ scale, x, y }) => ({ scale, x: x + dx / scale, y: y + dy / scale }));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-MOVE, 0),
    ArrowRight: () => move(MOVE, 0),
    ArrowUp: () => move(0, -MOVE),
    ArrowDown: () => move(0, MOVE),
    "+": () => zoom(ZOOM),
    "-": () => zoom(1 / ZOOM),
    "0": () => setView(WHOLE),
  };
  return (
    <figure class="graph-canvas">
      <div class="graph-tools no-print" role="group" aria-label="Size of the graph">
        <button type="button" class="button" onClick={() => zoom(ZOOM)}>
          Larger
        </button>
        <button type="button" class="button" onClick={() => zoom(1 / ZOOM)}>
          Smaller
        </button>
        <button type="button" class="button" onClick={() => setView(WHOLE)}>
          Whole
        </button>
        <span class="soft" aria-live="polite">
          {state < 0 ? "Click a state to see what it is." : aboutState(graph, steps, state)}
        </span>
      </div>
      <canvas
        ref={place}
        role="img"
        aria-label={`${label} Arrow keys move the drawing, + and - change its size.`}
        tabIndex={0}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          // The page's own keys step through a schedule.
          event.stopPropagation();
          act();
        }}
        onWheel={(event) => {
          // Without the key, the wheel moves the page.
          if (!event.ctrlKey) return;
          event.preventDefault();
          zoom(event.deltaY < 0 ? ZOOM : 1 / ZOOM);
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (from === null) return;
          const { clientWidth, clientHeight } = event.currentTarget;
          const dx = event.clientX - from.x;
          const dy = event.clientY - from.y;
          drag.current = {
            x: event.clientX,
            y: event.clientY,
            moved: from.moved + Math.abs(dx) + Math.abs(dy),
          };
          move(-dx / clientWidth, -dy / clientHeight);
        }}
        onPointerUp={(event) => {
          const isClick = (drag.current?.moved ?? 0) < CLICK;
          drag.current = null;
          if (!isClick) return;
          const { left, top } = event.currentTarget.getBoundingClientRect();
          setState(drawing.current?.stateAt(event.clientX - left, event.clientY - top) ?? -1);
        }}
      />
    </figure>
  );
}

/** A pointer that moves less than this many pixels is a click. */
const CLICK = 5;

const KINDS: Readonly<Record<StateGraphData["kinds"][number], string>> = {
  state: "a state",
  end: "an end of the program",
  violated: "a violation",
  cut: "not continued",
};

function aboutState(
  { kinds, depths, threads }: StateGraphData,
  steps: readonly GraphStep[],
  state: number,
): string {
  const kind = kinds[state] ?? "state";
  const onwards = steps.filter(({ from }) => from === state);
  const names = [...new Set(onwards.map(({ thread }) => threads[thread] ?? ""))];
  const next =
    onwards.length === 0
      ? ""
      : `; ${names.join(", ")} can go on, to ${onwards.map(({ to }) => to).join(", ")}`;
  return `State ${state}: ${KINDS[kind]}, ${count(depths[state] ?? 0)} steps from the start${next}.`;
}
