/**
 * A graph drawn by Graphviz. The drawing is built anew from the elements and attributes listed here, so that nothing
 * else of Graphviz's output gets into the page, and colours are classes that follow the theme.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type GraphSpec, TONE_COLORS } from "./graph.ts";
import { Drawings } from "./graphviz.ts";
import { OWN_KEYS } from "./key-help.tsx";
import "./graph-view.css";

interface GraphViewProps {
  readonly graph: GraphSpec;
  /** What the graph shows, for a screen reader and where it cannot be drawn. */
  readonly label: string;
  /** The same as a list, for a screen reader and where it cannot be drawn. */
  readonly lines: readonly string[];
  /** A node was chosen. */
  readonly onSelect?: (id: string) => void;
  /** Keep the size of the drawing and scroll, instead of fitting it in. */
  readonly isNatural?: boolean;
}

export function GraphView({
  graph,
  label,
  lines,
  onSelect,
  isNatural,
}: GraphViewProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  const [error, setError] = useState<string | null>(null);
  const [drawings] = useState(
    () =>
      new Drawings((svg, failure) => {
        setError(failure);
        const drawn = svg === null ? null : toElement(svg, (id) => select.current?.(id));
        if (drawn !== null) place.current?.replaceChildren(drawn);
      }),
  );
  const isSelectable = onSelect !== undefined;
  const text = JSON.stringify(graph);
  useEffect(() => drawings.request(graph), [drawings, text, isSelectable]);
  useEffect(() => () => drawings.end(), [drawings]);
  return (
    <figure>
      <div
        ref={place}
        class={`graph${isNatural === true ? " natural" : ""}`}
        role={isSelectable ? "group" : "img"}
        aria-label={label}
        tabIndex={0}
        {...OWN_KEYS}
        hidden={error !== null}
      />
      <figcaption class={error === null ? "visually-hidden" : ""}>
        {error === null ? null : <p class="soft">The graph could not be drawn: {error}</p>}
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(["svg", "g", "path", "polygon", "polyline", "ellipse", "text", "title"]);
const ATTRIBUTES = new Set(
  "viewBox width height transform d points cx cy rx ry x y text-anchor font-size font-weight stroke-dasharray".split(
    " ",
  ),
);
const TONES = new Map(Object.entries(TONE_COLORS).map(([tone, color]) => [color, tone]));
const NODE_PREFIX = "n-";

function toElement(svg: string, onSelect: (id: string) => void): Element | null {
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (documentElement.localName !== "svg") return null;
  const drawn = copied(documentElement, onSelect);
  const width = Number.parseFloat(documentElement.getAttribute("width") ?? "");
  // A large drawing scrolls rather than become illegible.
  if (drawn instanceof SVGElement && width > 0) {
    drawn.style.minWidth = `${width * LEAST_SCALE}pt`;
  }
  return drawn;
}

const LEAST_SCALE = 0.75;

function copied(from: Element, onSelect: (id: string) => void): Element | null {
  if (!ELEMENTS.has(from.localName)) return null;
  // Graphviz writes the name of each node as its tooltip, which is our own numbering.
  if (from.localName === "title") return null;
  const to = document.createElementNS(SVG, from.localName);
  for (const { name, value } of from.attributes) {
    if (ATTRIBUTES.has(name)) to.setAttribute(name, value);
  }
  const classes = classesOf(from);
  if (classes !== "") to.setAttribute("class", classes);
  const id = from.getAttribute("id") ?? "";
  if (id.startsWith(NODE_PREFIX)) makeSelectable(to, id.slice(NODE_PREFIX.length), onSelect);
  if (from.localName === "text") to.textContent = from.textContent;
  else {
    for (const child of from.children) {
      const copy = copied(child, onSelect);
      if (copy !== null) to.append(copy);
    }
  }
  return to;
}

function classesOf(from: Element): string {
  const own = from.getAttribute("class") ?? "";
  const tone =
    TONES.get(from.getAttribute("fill") ?? "") ?? TONES.get(from.getAttribute("stroke") ?? "");
  const isCode = from.getAttribute("font-family")?.startsWith("Courier") === true;
  // An edge and its arrow have the tone of their group.
  const isToned =
    from.localName === "text" || from.parentElement?.classList.contains("node") === true;
  return [own, ...(isToned ? [tone ?? ""] : []), isCode ? "code-text" : ""]
    .filter(Boolean)
    .join(" ");
}

function makeSelectable(node: Element, id: string, onSelect: (id: string) => void): void {
  node.setAttribute("data-node", id);
  node.setAttribute("data-selectable", "");
  node.addEventListener("click", () => onSelect(id));
}
