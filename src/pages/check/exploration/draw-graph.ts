/** Draws a graph of states on a canvas: edges, the way to the violation above them, then the states. */
import type { GraphNodeKind, StateGraphData } from "../../../search/graph/state-graph.ts";
import { colorOf } from "../../shared/theme.tsx";
import type { GraphStep } from "./graph-steps.ts";
import type { Layout } from "./layered-layout.ts";

/** What part of the drawing is seen: how much larger than the whole, and around which point of it (0 to 1). */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: View = { scale: 1, x: 0.5, y: 0.5 };

interface Picture {
  readonly graph: StateGraphData;
  readonly steps: readonly GraphStep[];
  readonly layout: Layout;
  readonly view: View;
  readonly chosen: number;
}

export interface GraphDrawing {
  /** The state at a point of the canvas; -1 for none. */
  stateAt(x: number, y: number): number;
}

const MARGIN = 18;
const REACH = 12;
const KINDS: Readonly<Record<GraphNodeKind, string>> = {
  state: "--text-faint",
  end: "--good",
  violated: "--bad",
  cut: "--warn",
};

export function drawGraph(canvas: HTMLCanvasElement, picture: Picture): GraphDrawing {
  const { graph, steps, layout, view, chosen } = picture;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return { stateAt: () => -1 };
  context.scale(ratio, ratio);
  const place = placer(layout, view, width, height);
  const spacing = spacingOf(layout, view, width, height);
  drawSteps(context, steps, place, spacing);
  const radius = Math.min(9, Math.max(1.4, spacing * 0.32));
  const path = new Set(graph.errorPath);
  const bad = colorOf("--bad");
  for (const kind of ["state", "cut", "end", "violated"] as const) {
    const color = colorOf(KINDS[kind]);
    graph.kinds.forEach((each, state) => {
      if (each !== kind) return;
      const isSpecial = state === 0 || path.has(state) || kind === "violated";
      dot(
        context,
        place(state),
        isSpecial ? Math.max(3, radius) : radius,
        path.has(state) ? bad : color,
      );
    });
  }
  dot(context, place(0), Math.max(5, radius), colorOf("--accent"));
  if (chosen >= 0) ring(context, place(chosen), Math.max(7, radius + 4), colorOf("--text"));
  return {
    stateAt: (x, y) => {
      let best = -1;
      let distance = REACH + radius;
      graph.kinds.forEach((_, state) => {
        const [px, py] = place(state);
        const here = Math.hypot(px - x, py - y);
        if (here >= distance) return;
        best = state;
        distance = here;
      });
      return best;
    },
  };
}

type Place = (state: number) => readonly [number, number];

/** Layers are columns if there are more layers than states side by side, and rows otherwise. */
const isSideways = ({ from, to, layers }: Layout): boolean => layers > to - from;

function placer(layout: Layout, { scale, x, y }: View, width: number, height: number): Place {
  const { across, along, from, to, layers } = layout;
  const breadth = Math.max(1e-9, to - from);
  const length = Math.max(1, layers - 1);
  const sideways = isSideways(layout);
  return (state) => {
    const a = to === from ? 0.5 : ((across[state] ?? 0) - from) / breadth;
    const b = (along[state] ?? 0) / length;
    const [u, v] = sideways ? [b, a] : [a, b];
    return [
      width / 2 + (u - x) * scale * (width - 2 * MARGIN),
      height / 2 + (v - y) * scale * (height - 2 * MARGIN),
    ];
  };
}

/** The least distance between two states in pixels. */
function spacingOf(layout: Layout, { scale }: View, width: number, height: number): number {
  const { from, to, layers } = layout;
  const [w, h] = isSideways(layout) ? [height, width] : [width, height];
  const across = (scale * w) / Math.max(1, to - from);
  const along = (scale * h) / Math.max(1, layers - 1);
  return Math.min(across, along);
}

function drawSteps(
  context: CanvasRenderingContext2D,
  steps: readonly GraphStep[],
  place: Place,
  spacing: number,
): void {
  context.lineWidth = spacing > 6 ? 1 : 0.6;
  context.strokeStyle = colorOf("--line-strong");
  context.beginPath();
  for (const step of steps) if (!step.isOnErrorPath) trace(context, step, place);
  context.stroke();
  context.lineWidth = 2.5;
  context.strokeStyle = colorOf("--bad");
  context.beginPath();
  for (const step of steps) if (step.isOnErrorPath) trace(context, step, place);
  context.stroke();
}

/** A step that does not lead on by one layer is bent, so that it does not lie on the straight ones. */
function trace(context: CanvasRenderingContext2D, { from, to }: GraphStep, place: Place): void {
  const [x1, y1] = place(from);
  const [x2, y2] = place(to);
  context.moveTo(x1, y1);
  if (from < to) context.lineTo(x2, y2);
  else {
    const bend = 0.2;
    context.quadraticCurveTo(
      (x1 + x2) / 2 + (y1 - y2) * bend,
      (y1 + y2) / 2 + (x2 - x1) * bend,
      x2,
      y2,
    );
  }
}

function dot(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  radius: number,
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function ring(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  radius: number,
  color: string,
): void {
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
