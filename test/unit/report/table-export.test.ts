/** Tables for spreadsheets and papers: no cell can end its column, its row or the table. */
import { expect, test } from "vitest";
import { latexOf, tsvOf } from "../../../src/report/table-export.ts";

const table = {
  columns: [{ title: "program" }, { title: "states %", isNumber: true }],
  rows: [
    ["a\tb\nc", "1,024 (≈50%)"],
    [String.raw`x_1 & \end{tabular} #~^`, "–"],
  ],
  notes: ["medians\nof 3 rounds"],
};

test("a tab or a line feed in a cell is a blank", () => {
  expect(tsvOf(table).split("\n")).toEqual([
    "program\tstates %",
    "a b c\t1,024 (≈50%)",
    `${table.rows[1]![0]}\t–`,
    "",
  ]);
});

test("a cell is no formula for a spreadsheet", () => {
  const text = tsvOf({ ...table, rows: [["=1+1", "@x"]] });
  expect(text).toContain("'=1+1\t'@x");
});

test("a LaTeX table aligns numbers and escapes all that has a meaning", () => {
  expect(latexOf(table)).toBe(
    `${[
      "% medians of 3 rounds",
      String.raw`\begin{tabular}{lr}`,
      String.raw`  \toprule`,
      String.raw`  program & states \% \\`,
      String.raw`  \midrule`,
      `  a\tb c & 1,024 ($\\approx$50\\%) \\\\`,
      String.raw`  x\_1 \& \textbackslash{}end\{tabular\} \#\textasciitilde{}\textasciicircum{} & -- \\`,
      String.raw`  \bottomrule`,
      String.raw`\end{tabular}`,
    ].join("\n")}\n`,
  );
});
