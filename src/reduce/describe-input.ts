/** Answers questions about an input that need no reduction: what its items need, as text or as a graph. */
import { type DotLevel, dotOf } from "./items/dependency-dot.ts";
import { explainItem } from "./items/explain-item.ts";
import { ReducibleProgram } from "./items/reducible-program.ts";
import { openInput } from "./open-input.ts";
import type { InputOptions } from "./options.ts";

/** What an item needs, and what needs it. Access flags count as items here, as they do for passes. */
export const describeItem = (path: string, item: string, options: InputOptions): string[] =>
  withProgram(path, options, true, (program) => explainItem(program, item));

/** Which classes mention which, or what each item needs, as a Graphviz graph. */
export const drawDependencies = (path: string, level: DotLevel, options: InputOptions): string =>
  withProgram(path, options, false, (program) => dotOf(program, level));

function withProgram<T>(
  path: string,
  options: InputOptions,
  hasFlags: boolean,
  use: (program: ReducibleProgram) => T,
): T {
  const { input, libraries } = openInput(path, options);
  try {
    return use(new ReducibleProgram(input, libraries, { hasFlags }));
  } finally {
    libraries.close();
  }
}
