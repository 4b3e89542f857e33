/** A graph as components describe it, and as Graphviz takes it. */
import type { Graph } from "@viz-js/viz";

/** How a node, an edge or a part of a label looks; graph-view.css has the colours. */
export type GraphTone =
  | "plain"
  | "current"
  | "live"
  | "dead"
  | "changed"
  | "bad"
  | "good"
  | "faint";

export interface GraphNode {
  readonly id: string;
  /** Lines of text, or rows of a table below a heading. */
  readonly label: string | GraphTable;
  readonly tone?: GraphTone;
  readonly shape?: "box" | "ellipse" | "circle" | "point";
}

export interface GraphTable {
  readonly title: string;
  readonly rows: readonly GraphRow[];
}

export interface GraphRow {
  /** An edge may begin here. */
  readonly port?: string;
  readonly cells: readonly string[];
  readonly tone?: GraphTone;
}

export interface GraphEdge {
  readonly from: string;
  readonly port?: string;
  readonly to: string;
  readonly label?: string;
  readonly tone?: GraphTone;
}

export interface GraphSpec {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly direction?: "TB" | "LR";
  readonly engine?: "dot" | "circo" | "neato" | "sfdp";
}

/**
 * Labels are coloured inside Graphviz, which knows no themes. So each tone has a colour that stands for it, and the
 * view replaces it by a class.
 */
export const TONE_COLORS: Readonly<Record<GraphTone, string>> = {
  plain: "#010101",
  current: "#020202",
  live: "#030303",
  dead: "#040404",
  changed: "#050505",
  bad: "#060606",
  good: "#070707",
  faint: "#080808",
};

/** Names whose widths Graphviz knows. */
const FONT = "Helvetica";
const CODE_FONT = "Courier";

export function graphvizGraph({ nodes, edges, direction = "TB" }: GraphSpec): Graph {
  return {
    directed: true,
    graphAttributes: {
      rankdir: direction,
      bgcolor: "transparent",
      pad: 0.1,
      nodesep: 0.35,
      ranksep: 0.4,
    },
    nodeAttributes: {
      fontname: FONT,
      fontsize: 12,
      shape: "box",
      style: "rounded",
      margin: "0.14,0.07",
    },
    edgeAttributes: { fontname: FONT, fontsize: 11, arrowsize: 0.7 },
    nodes: nodes.map(({ id, label, tone = "plain", shape }) => ({
      name: id,
      attributes: {
        id: `n-${id}`,
        class: tone,
        color: TONE_COLORS[tone],
        fontcolor: TONE_COLORS[tone],
        ...(typeof label === "string"
          ? { label: escaped(label), ...(shape === undefined ? {} : { shape }) }
          : { label: { html: tableLabel(label, tone) }, shape: "plain", fontname: CODE_FONT }),
      },
    })),
    edges: edges.map(({ from, port, to, label, tone = "plain" }) => ({
      tail: from,
      head: to,
      attributes: {
        class: tone,
        color: TONE_COLORS[tone],
        fontcolor: TONE_COLORS[tone],
        ...(port === undefined ? {} : { tailport: port }),
        // Spaces keep it away from the edge.
        ...(label === undefined ? {} : { label: ` ${escaped(label)} ` }),
      },
    })),
  };
}

/** In labels, backslashes begin escape sequences and "&" begins entities. */
const escaped = (text: string): string =>
  text
    .split("\n")
    .map((line) => printable(line).replaceAll("&", "&amp;").replaceAll("\\", "\\\\"))
    .join("\\n");

function tableLabel({ title, rows }: GraphTable, tone: GraphTone): string {
  const width = Math.max(1, ...rows.map(({ cells }) => cells.length));
  const head = `<tr><td colspan="${width}"><b>${markupOf(title)}</b></td></tr>`;
  return `<table border="1" cellborder="0" cellspacing="0" cellpadding="4" style="rounded" color="${TONE_COLORS[tone]}">${head}${rows.map(rowLabel).join("")}</table>`;
}

function rowLabel({ port, cells, tone = "plain" }: GraphRow): string {
  const last = cells.length - 1;
  const tds = cells.map((cell, i) => {
    const at = port !== undefined && i === last ? ` port="${markupOf(port)}"` : "";
    const text = cell === "" ? " " : markupOf(cell);
    return `<td align="left"${at}><font color="${TONE_COLORS[tone]}">${text}</font></td>`;
  });
  return `<tr>${tds.join("")}</tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Characters that XML forbids, which a Java string may have, would end the drawing. */
const markupOf = (text: string): string =>
  printable(text).replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

/** A lone surrogate only: with the flag, a pair is one character. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu;

const printable = (text: string): string => text.replaceAll(FORBIDDEN, "\u{fffd}");
