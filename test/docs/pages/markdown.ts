/** What the generated pages are written with. */

/** Text for a cell of a table or for running text: what Markdown or HTML would read as markup stays as it is, except for `code`. */
export const plain = (text: string): string =>
  text.replaceAll(/[|\\*_[\]]/g, String.raw`\$&`).replaceAll("<", "&lt;");

export const code = (text: string): string => `\`${text.replaceAll("|", String.raw`\|`)}\``;

export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)];
}

/** The first line of a generated page. */
export const GENERATED = "<!-- Generated from the code by `npm run docs:update`. Do not edit. -->";

export const page = (...parts: readonly (readonly string[])[]): string =>
  `${[[GENERATED], ...parts].map((part) => part.join("\n")).join("\n\n")}\n`;
