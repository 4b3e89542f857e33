/** The commands that compare searches, with searches of the test's own. */
import { Command, CommanderError } from "commander";
import type { AddCommand } from "../../src/cli/command-line.ts";
import { addFuzzCommand } from "../../src/cli/commands/fuzz.ts";
import { addReduceCommand } from "../../src/cli/commands/reduce.ts";
import { DeadwoodError } from "../../src/core/errors.ts";
import type { Configuration } from "../../src/fuzz/search-configurations.ts";
import type { Ran } from "./support.ts";

/** Runs a command that knows these configurations. */
export async function deadwoodWith(
  known: readonly Configuration[],
  ...argv: string[]
): Promise<Ran> {
  const written: Record<number, string> = { 1: "", 2: "" };
  let exitCode = -1;
  const program = new Command("deadwood").exitOverride();
  const host: Parameters<AddCommand>[1] = {
    streams: {
      write: (fd: number, bytes: Uint8Array) => {
        written[fd] += Buffer.from(bytes).toString();
      },
      read: () => -1,
      flush: () => {},
    },
    env: {},
    directory: "/",
    onInterrupt: () => () => {},
  };
  addFuzzCommand(program, host, (code) => (exitCode = code), known);
  addReduceCommand(program, host, (code) => (exitCode = code), known);
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError || !(error instanceof DeadwoodError)) throw error;
    ({ exitCode } = error);
    written[2] += error.message;
  }
  return { exitCode, out: written[1] ?? "", err: written[2] ?? "" };
}
