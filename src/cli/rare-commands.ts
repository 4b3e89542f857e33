/** The command line with all its commands, including those of the second bundle. */
import { type AddCommand, runCommandLine } from "./command-line.ts";
import { addCompareCommand } from "./commands/compare.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addExplainCommand } from "./commands/explain.ts";
import { addExploreCommand } from "./commands/explore.ts";
import { addFuzzCommand } from "./commands/fuzz.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addReduceCommand } from "./commands/reduce.ts";
import { describeCommands } from "./describe-commands.ts";
import type { Host } from "./host.ts";

export const RARE_COMMANDS: readonly AddCommand[] = [
  addExploreCommand,
  addExplainCommand,
  addCompareCommand,
  addReduceCommand,
  addFuzzCommand,
  addDoctorCommand,
  addCompletionCommand,
  addMcpCommand,
];

export const mainWithRareCommands = (argv: readonly string[], host: Host): Promise<number> =>
  runCommandLine(argv, host, RARE_COMMANDS, (program) =>
    Promise.resolve(describeCommands(program)),
  );
