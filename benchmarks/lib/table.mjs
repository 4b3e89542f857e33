/** A plain text table: the first column is left-aligned, figures are right-aligned. */
export function table(header, rows) {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

/** A cell; a dash if there is no figure. */
export const fixed = (value, digits) => (value === null ? "-" : value.toFixed(digits));
export const count = (value) => (value === null ? "-" : Math.round(value).toLocaleString("en-US"));
export const ratio = (value) => fixed(value, 3);

export const megabytes = (bytes) => fixed(bytes === null ? null : bytes / 2 ** 20, 0);
export const verdictCell = ({ right, verdict }, good = "ok") =>
  right ? good : `WRONG: ${verdict}`;

/** "0.421 of JPF's; bar: at most 0.5: pass". */
export const bar = (value, of, isMet, wanted) =>
  value === null
    ? "no row to compare"
    : `${Number(value.toPrecision(3))} ${of}; bar: ${wanted}: ${isMet ? "pass" : "FAIL"}`;
