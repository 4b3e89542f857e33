/** The command line with all its commands, including those of the second bundle. */
import { runCommandLine } from "./command-line.ts";
import { addCompareCommand } from "./commands/compare.ts";
import { addExplainCommand } from "./commands/explain.ts";
import { addExploreCommand } from "./commands/explore.ts";
import { addFuzzCommand } from "./commands/fuzz.ts";
import { addReduceCommand } from "./commands/reduce.ts";
import type { Host } from "./host.ts";

const RARE_COMMANDS = [
  addExploreCommand,
  addExplainCommand,
  addCompareCommand,
  addFuzzCommand,
  addReduceCommand,
];

export const mainWithRareCommands = (argv: readonly string[], host: Host): Promise<number> =>
  runCommandLine(argv, host, RARE_COMMANDS);
