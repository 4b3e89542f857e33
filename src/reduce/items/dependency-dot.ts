/** What needs what in a program to be reduced, as a Graphviz graph. The same program gives the same text. */
import { classMentions } from "./class-graph.ts";
import type { Clause } from "./clauses.ts";
import type { ReducibleProgram } from "./reducible-program.ts";

export const DOT_LEVELS = ["classes", "items"] as const;
export type DotLevel = (typeof DOT_LEVELS)[number];

export const dotOf = (program: ReducibleProgram, level: DotLevel): string =>
  `${["digraph program {", ...(level === "classes" ? classLines(program) : itemLines(program)), "}"].join("\n")}\n`;

const quoted = (name: string): string => JSON.stringify(name.replaceAll("/", "."));

/** An arrow for each class that a class mentions. */
function classLines({ classes }: ReducibleProgram): string[] {
  const names = new Set(classes.map(({ input }) => input.name));
  const lines = classes.flatMap(({ input }) => [
    `  ${quoted(input.name)};`,
    ...[...classMentions(input)]
      .filter((name) => names.has(name) && name !== input.name)
      .map((name) => `  ${quoted(input.name)} -> ${quoted(name)};`),
  ]);
  return ["  node [shape=box];", ...lines];
}

/**
 * Items, and arrows to what they need. A clause that is not of the form "this needs that" has
 * a point of its own: lines lead there from all that must be there together, dashed arrows
 * from there to those of which one will do. What must stay in any case has a thick frame.
 */
function itemLines({ items, clauses }: ReducibleProgram): string[] {
  const musts = new Set(
    clauses.flatMap(({ ifAll, thenOne }) =>
      ifAll.length === 0 && thenOne.length === 1 ? thenOne : [],
    ),
  );
  const nodes = Array.from({ length: items.count }, (_, item) => {
    const kind = items.kindOf(item);
    const style = musts.has(item) ? " penwidth=3" : "";
    const shape = SHAPES.get(kind) ?? "box";
    const label = JSON.stringify(items.nameOf(item));
    return `  ${node(item)} [label=${label} tooltip=${JSON.stringify(kind)} shape=${shape}${style}];`;
  });
  return [...nodes, ...clauses.flatMap((clause, number) => clauseLines(clause, number))];
}

/** All others are boxes. */
const SHAPES: ReadonlyMap<string, string> = new Map([
  ["class", "box3d"],
  ["relation", "ellipse"],
  ["file", "note"],
]);

const node = (item: number): string => `i${item}`;

export function clauseLines({ ifAll, thenOne }: Clause, number: number): string[] {
  const [item] = ifAll;
  const [needed] = thenOne;
  if (thenOne.length === 1 && needed !== undefined) {
    if (item === undefined) return [];
    if (ifAll.length === 1) return [`  ${node(item)} -> ${node(needed)};`];
  }
  const joint = `c${number}`;
  const oneOf = thenOne.length === 1 ? "" : " [style=dashed]";
  // With nothing that would do, they cannot be there together.
  const shape = thenOne.length === 0 ? '[shape=plain label="never"]' : "[shape=point]";
  return [
    `  ${joint} ${shape};`,
    ...ifAll.map((each) => `  ${node(each)} -> ${joint} [dir=none];`),
    ...thenOne.map((each) => `  ${joint} -> ${node(each)}${oneOf};`),
  ];
}
