/** A comparison as text, CSV and HTML: nothing is lost, and no name can break the format. */
import { describe, expect, test } from "vitest";
import { chartScale } from "../../../../src/report/compare/chart.ts";
import { comparisonCsv } from "../../../../src/report/compare/csv.ts";
import { comparisonHtml } from "../../../../src/report/compare/html.ts";
import { comparisonLines } from "../../../../src/report/compare/text.ts";
import {
  megabytesText,
  percentText,
  secondsText,
  sizeText,
} from "../../../../src/report/numbers.ts";
import {
  type Case,
  comparisonFrom,
  cut,
  failed,
  figures,
  run,
  violated,
} from "./comparison-fixtures.ts";

const HOSTILE = `P "a,b" <script>alert('x')</script> & "c"`;

const reduced = run({
  figures: figures({
    states: 420,
    cpuSeconds: 1,
    analysisCpuSeconds: 0.03,
    vectorBytes: 96.5,
    dvaBytes: 5000,
    dvaBytesPerState: 11.9,
    liveCellsPerState: 12.25,
  }),
});

const CASES: readonly Case[] = [
  { name: HOSTILE, label: "<kind>", rounds: { none: [run()], less: [reduced] } },
  { name: "Q 1", rounds: { none: [run()], less: [run({ figures: figures({ states: 1500 }) })] } },
];

describe("numbers", () => {
  test("have as many digits as are significant", () => {
    expect([percentText(0.123), percentText(0), percentText(11.6), percentText(1234.5)]).toEqual([
      "0.1%",
      "0%",
      "12%",
      "1235%",
    ]);
    expect([secondsText(0.1234), secondsText(123.456)]).toEqual(["0.12", "123.5"]);
    expect([megabytesText(1000), megabytesText(3 * 2 ** 20)]).toEqual(["0.001", "3.00"]);
    expect([sizeText(12.34), sizeText(12_345.6)]).toEqual(["12.3", "12,346"]);
  });

  test("that are unknown are a dash", () => {
    expect([percentText(null), secondsText(undefined), megabytesText(null)]).toEqual([
      "–",
      "–",
      "–",
    ]);
  });
});

describe("text", () => {
  const lines = comparisonLines(comparisonFrom(CASES));

  test("has a row for each configuration, under its program", () => {
    const row = lines.findIndex((line) => line.startsWith("Q 1"));
    expect(lines[row]).toMatch(
      /^Q 1 +none +1,000 +100% +2\.00 +1\.50 +– +100% +2\.00 +– +1\.50 +100% +safe$/,
    );
    expect(lines[row + 1]).toMatch(/^ +less +1,500 +150% /);
  });

  test("shows time and memory of the analyses separately", () => {
    expect(
      lines.some((line) =>
        /less +420 +42% +1\.00 +1\.50 +0\.03 +50% +1\.00 +– +1\.50 +100% +safe$/.test(line),
      ),
    ).toBe(true);
    expect(
      lines.some((line) => /less .* 96\.5 +12% +400 +100% +0\.005 +11\.9 +12\.3$/.test(line)),
    ).toBe(true);
  });

  test("has sums and means over several programs", () => {
    expect(lines.some((line) => /^all 2 +none +2,000 +100% +4\.00 /.test(line))).toBe(true);
    expect(lines.some((line) => /^ +less +1,920 +96% +3\.00 /.test(line))).toBe(true);
    expect(lines.some((line) => /^mean of percentages +none +100% /.test(line))).toBe(true);
    expect(
      comparisonLines(comparisonFrom(CASES.slice(1))).some((line) => line.startsWith("all")),
    ).toBe(false);
  });

  test("columns are aligned", () => {
    const at = lines.indexOf("States and time");
    const [head, rule, ...rows] = lines.slice(at + 1, at + 8);
    const end = head!.indexOf("states") + "states".length;
    expect(rule!.slice(end, end + 2)).toBe("  ");
    for (const row of rows.filter((each) => !each.startsWith("-"))) {
      expect(row.slice(0, end), row).toMatch(/\d$/);
    }
  });

  test("makes problems stand out, the worst first", () => {
    const wrong = comparisonLines(
      comparisonFrom([
        { name: "A", rounds: { none: [cut()], less: [cut()] } },
        { name: "B", rounds: { none: [failed()], less: [failed()] } },
        { name: "C", rounds: { none: [run()], less: [violated("deadlock")] } },
      ]),
    );
    expect(wrong.slice(-3).map((line) => line.split(":").slice(0, 2).join(":"))).toEqual([
      "!! DISAGREEMENT: C",
      "!! ERROR: B",
      "! incomplete: A",
    ]);
    expect(wrong.some((line) => /less .* VIOLATED$/.test(line))).toBe(true);
    expect(wrong.some((line) => /less .* ERROR$/.test(line))).toBe(true);
  });

  test("shows no tables if nothing was measured, or with --quiet", () => {
    const nothing = comparisonLines(comparisonFrom([{ name: "B", rounds: { none: [failed()] } }]));
    expect(nothing.join("\n")).not.toContain("States and time");
    const brief = comparisonLines(comparisonFrom(CASES), true);
    expect(brief).toHaveLength(1);
  });

  test("says when it was interrupted", () => {
    const comparison = { ...comparisonFrom(CASES), isInterrupted: true };
    expect(comparisonLines(comparison)[1]).toContain("Ctrl-C");
  });
});

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  for (let match = cells.exec(text); match !== null; match = cells.exec(text)) {
    const [, cell = "", end] = match;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe("CSV", () => {
  const rows = parseCsv(comparisonCsv(comparisonFrom(CASES)));
  const [head = [], ...lines] = rows;
  const cell = (line: readonly string[] | undefined, name: string): string | undefined =>
    line?.[head.indexOf(name)];

  test("has a line for each program and configuration, all of the same length", () => {
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toHaveLength(head.length);
  });

  test("keeps names as they are, and figures unrounded", () => {
    const line = lines[1];
    expect(cell(line, "program")).toBe(HOSTILE);
    expect(cell(line, "configuration")).toBe("less");
    expect(Number(cell(line, "vectorBytes"))).toBe(96.5);
    expect(Number(cell(line, "vectorBytesPercent"))).toBe((96.5 / 800) * 100);
    expect(cell(lines[0], "dvaBytes")).toBe("");
  });
});

const VOID = new Set(["meta", "!doctype"]);

/** Elements in order; throws where tags do not match, or text has a bare bracket. */
function parseHtml(text: string): { readonly name: string; readonly attributes: string }[] {
  const elements: { name: string; attributes: string }[] = [];
  const open: string[] = [];
  const tag = /<(\/?)([!a-zA-Z][\w-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const plain = text.slice(at, next < 0 ? text.length : next);
    if (open.at(-1) !== "style" && plain.includes(">")) throw new Error(`a bare bracket: ${plain}`);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(text);
    if (match === null) throw new Error(`no tag: ${text.slice(next, next + 80)}`);
    const [all, slash, name = "", attributes = ""] = match;
    at = next + all.length;
    if (slash === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    elements.push({ name, attributes });
    if (!attributes.endsWith("/") && !VOID.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join()}`);
  return elements;
}

describe("HTML", () => {
  const html = comparisonHtml(comparisonFrom(CASES));
  const elements = parseHtml(html);

  test("the reader of this test sees what is wrong with a page", () => {
    expect(() => parseHtml("<p><b></p>")).toThrow("another element");
    expect(() => parseHtml("<p>")).toThrow("never closed");
    expect(() => parseHtml("<p>a > b</p>")).toThrow("bare bracket");
    expect(() => parseHtml("<p>a < b</p>")).toThrow("no tag");
  });

  test("is well formed, and what names contain is text", () => {
    expect(elements.map(({ name }) => name)).not.toContain("script");
    expect(html).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;c&quot;");
  });

  test("fetches nothing", () => {
    for (const { name, attributes } of elements) {
      expect(["script", "link", "img", "iframe"]).not.toContain(name);
      expect(attributes).not.toMatch(/\b(?:src|href)=/);
    }
    expect(html).not.toMatch(/url\(|@import|https?:/);
  });

  test("is readable in dark and light", () => {
    expect(html).toContain("color-scheme: light dark");
    expect(html).toContain("prefers-color-scheme: dark");
  });

  test("has a bar for each program in each chart, and none for the base", () => {
    const charts = html.split('<svg role="img"').slice(1);
    expect(charts).toHaveLength(5);
    for (const chart of charts) {
      const svg = chart.slice(0, chart.indexOf("</svg>"));
      expect(svg.match(/<rect /g)).toHaveLength(2);
    }
    expect(html).toContain("&lt;kind&gt;, less: 42%");
  });

  test("has no charts where there is nothing to compare with", () => {
    const alone = comparisonHtml(comparisonFrom([{ name: "P", rounds: { none: [run()] } }]));
    parseHtml(alone);
    expect(alone).not.toContain('<svg role="img"');
  });

  test("reports problems", () => {
    const wrong = comparisonHtml(
      comparisonFrom([{ name: "P", rounds: { none: [run()], less: [violated("<dead>")] } }]),
    );
    parseHtml(wrong);
    expect(wrong).toMatch(/class="disagreement">disagreement: P: .*&lt;dead&gt;/);
  });
});

describe("the scale of a chart", () => {
  test("begins at 0, and bars are proportional to their values", () => {
    const { origin, at } = chartScale([20, 50, 120]);
    expect(at(0)).toBe(origin);
    expect((at(100) - origin) / (at(50) - origin)).toBeCloseTo(2);
  });

  test("is logarithmic if values are far apart, and bars begin at the base", () => {
    const { origin, at, ticks } = chartScale([3, 5000]);
    expect(origin).toBe(at(100));
    expect(at(1000) - at(100)).toBeCloseTo(at(100) - at(10));
    expect(at(3)).toBeLessThan(origin);
    expect(ticks).toEqual([1, 10, 100, 1000, 10_000]);
  });

  test("copes with no values", () => {
    const { at } = chartScale([0, 5000]);
    expect(Number.isFinite(at(0))).toBe(true);
  });
});
