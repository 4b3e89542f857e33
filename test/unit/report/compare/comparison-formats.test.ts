/** A comparison as text and CSV: nothing is lost, and no name can break the format. */
import { describe, expect, test } from "vitest";
import { comparisonCsv } from "../../../../src/report/compare/csv.ts";
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
