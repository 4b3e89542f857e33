/** The command line. No other file turns errors into exit codes. */
import { Command, CommanderError } from "commander";
import { refusedBySystem } from "../core/disk.ts";
import { DeadwoodError, ExitCode } from "../core/errors.ts";
import { javaStyleArguments } from "./arguments.ts";
import { addCheckCommand } from "./commands/check.ts";
import { addReplayCommand } from "./commands/replay.ts";
import { addRunCommand } from "./commands/run.ts";
import { type Host, report, reportDeadwoodError } from "./host.ts";

export type AddCommand = (program: Command, host: Host, done: (exitCode: number) => void) => void;

/** Parses argv and runs one subcommand. `others` adds the commands that are rarely used. */
export async function runCommandLine(
  argv: readonly string[],
  host: Host,
  others: readonly AddCommand[],
): Promise<number> {
  let exitCode: number = ExitCode.safe;
  const program = commandTree(
    host,
    (code) => {
      exitCode = code;
    },
    others,
  );
  try {
    const words = javaStyleArguments(argv, program.commands);
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportError(error, host);
  } finally {
    host.streams.flush();
  }
}

/** All commands with their options. `done` gets the exit code of the one that ran. */
export function commandTree(
  host: Host,
  done: (exitCode: number) => void,
  others: readonly AddCommand[],
): Command {
  const program = new Command("deadwood")
    .description("model checker for multi-threaded Java bytecode")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.streams.write(1, Buffer.from(text)),
      writeErr: (text) => host.streams.write(2, Buffer.from(text)),
    });
  for (const add of [addCheckCommand, addRunCommand, addReplayCommand, ...others]) {
    add(program, host, done);
  }
  return program;
}

function reportError(error: unknown, host: Host): ExitCode {
  if (error instanceof CommanderError) {
    // Commander has already printed the help text or the usage error.
    return error.exitCode === 0 ? ExitCode.safe : ExitCode.badInput;
  }
  const known = error instanceof DeadwoodError ? error : refusedBySystem(error);
  if (known !== null) {
    reportDeadwoodError(host, known);
    return known.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  report(host, `internal error (please report): ${text}`);
  return ExitCode.internal;
}
