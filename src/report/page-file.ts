/**
 * Makes one self-contained HTML file of a page's bundle (dist/pages) and its data. The page may load nothing and run
 * only its own script: texts of the checked program are data in it, never markup, and the Content Security Policy
 * would stop them if they were.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { escapeHtml } from "./markup.ts";

/** A folder of src/pages with a `main.tsx`. */
export type PageName = "check" | "compare" | "reduce" | "explore";

export interface PageParts {
  readonly name: PageName;
  readonly title: string;
  /** What `startPage` (src/pages/start-page.tsx) gives to the page. Must survive JSON. */
  readonly data: unknown;
  /** The page draws graphs: Graphviz is added, which takes 630 KB. */
  readonly hasGraphs?: boolean;
  /** The page talks to the server that it comes from. No page in a file does. */
  readonly isServed?: boolean;
}

/** Longer data are compressed. */
const MOST_PLAIN = 64 * 1024;

const asset = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../dist/pages/${name}`, import.meta.url)));

export function pageFile({ name, title, data, hasGraphs, isServed }: PageParts): string {
  const script = closed(asset(`${name}.js`).toString());
  const style = asset(`${name}.css`).toString();
  return `${[
    "<!doctype html>",
    '<html lang="en" data-theme="auto">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(script, style, isServed === true)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    '<div id="page"><noscript>This page needs JavaScript. The report on the terminal says the same.</noscript></div>',
    dataBlock(data),
    ...(hasGraphs === true ? [graphvizBlock()] : []),
    `<script>${script}</script>`,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** Graphviz is a worker made of the page's own text, and WebAssembly. */
function policy(script: string, style: string, isServed: boolean): string {
  return [
    "default-src 'none'",
    `script-src '${sha256(script)}' 'wasm-unsafe-eval'`,
    `style-src '${sha256(style)}'`,
    "worker-src blob:",
    "img-src data:",
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const sha256 = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** What would end or hide the end of a script element occurs in string literals only, where it may be escaped. */
const closed = (script: string): string =>
  script.replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3C`);

function dataBlock(data: unknown): string {
  const json = JSON.stringify(data);
  if (json.length <= MOST_PLAIN) {
    const text = json.replaceAll("<", String.raw`\u003c`);
    return `<script type="application/json" id="page-data">${text}</script>`;
  }
  return compressedBlock("page-data", deflateRawSync(json, { level: 9 }));
}

const graphvizBlock = (): string => compressedBlock("graphviz", asset("graphviz.js.deflate"));

/** src/pages/shared/blocks.ts reads it. */
const compressedBlock = (id: string, bytes: Buffer): string =>
  `<script type="text/plain" id="${id}" data-encoding="deflate-raw">${bytes.toString("base64")}</script>`;
