/** The commands that are loaded only when one of them is named: those of rare-commands.ts, in the same order. */
export const RARE_NAMES = [
  "explore",
  "explain",
  "compare",
  "reduce",
  "fuzz",
  "doctor",
  "completion",
  "mcp",
] as const;

export const isRare = (name: string | undefined): boolean =>
  RARE_NAMES.some((each) => each === name);
