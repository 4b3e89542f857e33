/**
 * The command line with the commands for which start-up time matters. Most runs check a small program, and that
 * takes less time than loading the other commands.
 */
import { type AddCommand, runCommandLine } from "./command-line.ts";
import { addSummary } from "./command-summaries.ts";
import type { Host } from "./host.ts";
import { RARE_NAMES } from "./rare-names.ts";

/** The overview lists the other commands, too. */
const summaries = RARE_NAMES.map(
  (name): AddCommand =>
    (program) => {
      addSummary(program, name);
    },
);

export const mainWithUsualCommands = (argv: readonly string[], host: Host): Promise<number> =>
  runCommandLine(argv, host, summaries, async () => {
    const { allCommands } = await import("./all-commands.ts");
    return allCommands();
  });
