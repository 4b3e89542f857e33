/** Tables for other programs: tab-separated for spreadsheets, and LaTeX for papers. Pages use it, too. */

export interface ExportedTable {
  readonly columns: readonly { readonly title: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** What the figures are, and how they were measured; one line each. */
  readonly notes: readonly string[];
}

/** A cell must not end its column or row, and must not be a formula for a spreadsheet. */
const tsvCell = (text: string): string => {
  const plain = text.replaceAll(/[\t\r\n]+/g, " ");
  return /^[=+@]/.test(plain) ? `'${plain}` : plain;
};

export function tsvOf({ columns, rows }: ExportedTable): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  return `${lines.map((cells) => cells.map(tsvCell).join("\t")).join("\n")}\n`;
}

const LATEX: Readonly<Record<string, string>> = {
  "\\": String.raw`\textbackslash{}`,
  "~": String.raw`\textasciitilde{}`,
  "^": String.raw`\textasciicircum{}`,
  "–": "--",
  "×": String.raw`$\times$`,
  "≈": String.raw`$\approx$`,
  "≥": String.raw`$\geq$`,
};

const latexText = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll(/[\\~^–×≈≥#$%&_{}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);

const latexLine = (cells: readonly string[]): string =>
  `  ${cells.map(latexText).join(" & ")} \\\\`;

/** A tabular that needs the package booktabs. */
export function latexOf({ columns, rows, notes }: ExportedTable): string {
  return `${[
    ...notes.map((note) => `% ${note.replaceAll(/[\r\n]+/g, " ")}`),
    `\\begin{tabular}{${columns.map(({ isNumber }) => (isNumber === true ? "r" : "l")).join("")}}`,
    String.raw`  \toprule`,
    latexLine(columns.map(({ title }) => title)),
    String.raw`  \midrule`,
    ...rows.map(latexLine),
    String.raw`  \bottomrule`,
    String.raw`\end{tabular}`,
  ].join("\n")}\n`;
}
