/** The command line. No other file turns errors into exit codes. */
import { Command, CommanderError } from "commander";
import { refusedBySystem } from "../core/disk.ts";
import { DeadwoodError, ExitCode } from "../core/errors.ts";
import { javaStyleArguments } from "./arguments.ts";
import { addCheckCommand } from "./commands/check.ts";
import { addReplayCommand } from "./commands/replay.ts";
import { addRunCommand } from "./commands/run.ts";
import { addCommonOptions } from "./common-options.ts";
import type { CommandDescription } from "./describe-commands.ts";
import { configureHelp, helpOutput } from "./help.ts";
import { type Host, report, reportDeadwoodError } from "./host.ts";
import { prepareCommand } from "./prepare.ts";

export type AddCommand = (program: Command, host: Host, done: (exitCode: number) => void) => void;

/**
 * Parses argv and runs one subcommand. `others` adds the commands that are rarely used, `all` describes every
 * command with its options.
 */
export async function runCommandLine(
  argv: readonly string[],
  host: Host,
  others: readonly AddCommand[],
  all: (program: Command) => Promise<readonly CommandDescription[]>,
): Promise<number> {
  let exitCode: number = ExitCode.safe;
  const program = commandTree(
    host,
    (code) => {
      exitCode = code;
    },
    others,
  );
  program.hook("preAction", (_, command) => prepareCommand(command, host, () => all(program)));
  try {
    const words = javaStyleArguments(argv, program.commands);
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportError(await knownError(error, program, argv), host);
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
    .description(
      "Deadwood checks multi-threaded Java programs: it explores every schedule of the\nthreads and shows how a deadlock, an exception or a data race comes about.",
    )
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => host.streams.write(1, Buffer.from(text)),
      writeErr: (text) => host.streams.write(2, Buffer.from(text)),
      // Printed as an error of ours: see knownError.
      outputError: () => {},
      ...helpOutput(host),
    });
  configureHelp(program, host);
  for (const add of [addCheckCommand, addRunCommand, addReplayCommand, ...others]) {
    add(program, host, done);
  }
  for (const command of program.commands) addCommonOptions(command);
  return program;
}

/** The codes of commander's errors that end a command after it has printed its help. */
const HELP_CODES = new Set(["commander.help", "commander.helpDisplayed"]);

async function knownError(
  error: unknown,
  program: Command,
  argv: readonly string[],
): Promise<unknown> {
  if (!(error instanceof CommanderError) || HELP_CODES.has(error.code)) return error;
  const { usageError } = await import("./usage-errors.ts");
  return usageError(error, program, argv);
}

function reportError(error: unknown, host: Host): ExitCode {
  if (error instanceof CommanderError) {
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
