/**
 * Counts the fields of the classes in a source text. This is no parser: it blanks out comments and
 * literals, and then relies on the formatter, which puts every member of a class two columns to
 * the right of the class.
 */

/** The same text with comments, strings and templates blanked out; lines stay where they are. */
export function withoutLiterals(source: string): string {
  const pieces =
    /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|(?<=(?:[=(,:?!&|>]|return)\s*)\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;
  return source.replace(pieces, (text) => text.replaceAll(/[^\n]/g, " "));
}

export interface CountedClass {
  readonly name: string;
  /** Names of its own fields, without inherited and static ones. */
  readonly fields: readonly string[];
}

const CLASS = /^(\s*)(?:export )?(?:abstract )?class (\w+)/;
const FIELD =
  /^(?:(?:readonly|override|declare|abstract|private|protected|public) )*(#?[\w$]+)[?!]?(?::|;| =|$)/;

export function classesIn(source: string): CountedClass[] {
  const found: CountedClass[] = [];
  /** The classes around a line; the innermost last. */
  const open: { readonly name: string; readonly indent: string; readonly fields: string[] }[] = [];
  for (const line of withoutLiterals(source).split("\n")) {
    const start = CLASS.exec(line);
    if (start !== null) {
      open.push({ name: start[2]!, indent: start[1]!, fields: [] });
      if (!line.trimEnd().endsWith("{}")) continue;
    }
    const cls = open.at(-1);
    if (cls === undefined) continue;
    if (line.startsWith(`${cls.indent}}`) || start !== null) {
      found.push({ name: cls.name, fields: cls.fields });
      open.pop();
    } else if (/^ {2}\S/.test(line.slice(cls.indent.length))) {
      const field = FIELD.exec(line.slice(cls.indent.length + 2));
      if (field !== null) cls.fields.push(field[1]!);
    }
  }
  return found;
}
