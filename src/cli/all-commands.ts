/** The command line with all commands. */
import { runCommandLine } from "./command-line.ts";
import { addCompareCommand } from "./commands/compare.ts";
import { addExplainCommand } from "./commands/explain.ts";
import { addFuzzCommand } from "./commands/fuzz.ts";
import { addReduceCommand } from "./commands/reduce.ts";
import type { Host } from "./host.ts";

/** In the order of their outlines. */
const OTHERS = [addExplainCommand, addCompareCommand, addFuzzCommand, addReduceCommand];

export const mainWithAll = (argv: readonly string[], host: Host): Promise<number> =>
  runCommandLine(argv, host, OTHERS);
