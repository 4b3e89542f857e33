/** A comparison as one self-contained HTML page with charts and tables, with a dark and a light theme. */

import type { FigureName } from "../../compare/columns.ts";
import type { Comparison } from "../../compare/comparison.ts";
import { plural } from "../../core/numbers.ts";
import { escapeHtml } from "../markup.ts";
import { barsOf, chartSvg } from "./chart.ts";
import { comparisonTables, type Table } from "./tables.ts";

const CHARTS: readonly (readonly [FigureName, string])[] = [
  ["states", "States"],
  ["cpuSeconds", "Time"],
  ["vectorBytes", "Size of a state's vector"],
  ["vectorsBytes", "Memory of all vectors"],
  ["storeBytes", "Memory of the store"],
];

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --base: #d33; --loud: #b00020; --back: #fff; --text: #1b1b1b;
  --c0: #3b6fb6; --c1: #d9822b; --c2: #2f9e6e; --c3: #a54fb0; --c4: #8a6d3b; --c5: #cc4b6c; --c6: #4ba3b7; --c7: #7c7c7c; }
@media (prefers-color-scheme: dark) {
  :root { --base: #ff7b72; --loud: #ff8a80; --back: #16181c; --text: #e6e6e6;
    --c0: #6ea8fe; --c1: #f0a95b; --c2: #5fcf9b; --c3: #cf8fdc; --c4: #c9a86a; --c5: #f08aa4; --c6: #7fd0e0; --c7: #b0b0b0; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; background: var(--back); color: var(--text); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
th, td { padding: .15rem .6rem; text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid var(--line); }
.text { text-align: left; }
tbody tr:first-child td { border-top: 1px solid var(--line); }
svg { width: 100%; height: auto; }
svg text { font-size: 11px; fill: currentColor; }
.label { text-anchor: end; }
.tick { text-anchor: middle; opacity: .7; }
.value { font-size: 10px; opacity: .8; }
.grid { stroke: var(--line); }
.base { stroke: var(--base); stroke-width: 1.5; stroke-dasharray: 4 3; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); }
.c4 { fill: var(--c4); } .c5 { fill: var(--c5); } .c6 { fill: var(--c6); } .c7 { fill: var(--c7); }
.legend svg { width: 1em; height: 1em; vertical-align: -.1em; }
.legend span { margin-right: 1.2em; }
.disagreement, .unsteady, .error { color: var(--loud); font-weight: bold; }
.incomplete { color: var(--loud); }
`;

export function comparisonHtml(comparison: Comparison): string {
  const { programs, configurations, base, rounds } = comparison;
  const others = configurations.map(({ name }) => name).filter((name) => name !== base);
  const medians = rounds === 1 ? "one round" : `medians of ${rounds} rounds`;
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Deadwood: ${escapeHtml(titleOf(comparison))}</title>`,
    `<style>${STYLE}</style></head>`,
    "<body>",
    `<h1>${escapeHtml(titleOf(comparison))}</h1>`,
    `<p>${plural(programs.length, "program")} under ${plural(configurations.length, "configuration")}, ${medians}. Percentages are relative to <b>${escapeHtml(base)}</b>; times are CPU time.</p>`,
    ...(comparison.isInterrupted
      ? ['<p class="incomplete">Stopped by Ctrl-C or a signal: this is what there is.</p>']
      : []),
    ...problemList(comparison),
    ...charts(comparison, others),
    ...comparisonTables(comparison).flatMap(tableHtml),
    ...configurationList(comparison),
    "</body></html>",
  ].join("\n")}\n`;
}

function titleOf({ programs }: Comparison): string {
  const [first] = programs;
  if (first !== undefined && programs.length === 1) return `Reductions on ${first.name}`;
  return `Reductions on ${programs.length} programs`;
}

function problemList({ problems }: Comparison): string[] {
  if (problems.length === 0) return [];
  const items = problems.map(
    ({ kind, program, text }) =>
      `<li class="${kind}">${kind}: ${escapeHtml(program)}: ${escapeHtml(text)}</li>`,
  );
  return ["<ul>", ...items, "</ul>"];
}

function charts({ programs }: Comparison, others: readonly string[]): string[] {
  const drawn = CHARTS.flatMap(([figure, title]) => {
    const bars = barsOf(programs, others, figure);
    if (bars.length === 0) return [];
    return [`<h2>${title}</h2>`, chartSvg(title, others, bars)];
  });
  if (drawn.length === 0) return [];
  const legend = others.map(
    (name, i) =>
      `<span><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="c${i % 8}" width="10" height="10"/></svg> ${escapeHtml(name)}</span>`,
  );
  return [`<p class="legend">${legend.join("")}</p>`, ...drawn];
}

function tableHtml({ title, columns, groups }: Table): string[] {
  const kinds = columns.map(({ isText }) => (isText === true ? ' class="text"' : ""));
  const head = columns.map(
    (column, i) =>
      `<th${kinds[i]} title="${escapeHtml(column.about)}">${escapeHtml(column.title)}</th>`,
  );
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell, i) => `<td${kinds[i]}>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  return [
    `<h2>${title}</h2>`,
    '<div class="scroll"><table>',
    `<thead><tr>${head.join("")}</tr></thead>`,
    ...groups.map((group) => `<tbody>${group.map(row).join("")}</tbody>`),
    "</table></div>",
  ];
}

function configurationList({ configurations, options }: Comparison): string[] {
  const items = configurations.map(({ name, options: own }) => {
    const words = [...options, ...own].join(" ");
    return `<li><b>${escapeHtml(name)}</b>: <code>deadwood check ${escapeHtml(words)}</code></li>`;
  });
  return ["<h2>Configurations</h2>", "<ul>", ...items, "</ul>"];
}
