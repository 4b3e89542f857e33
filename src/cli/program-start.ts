/** What the command line says about a program before it starts, and when it cannot start. */
import type { Command } from "commander";
import { DeadwoodError, type ErrorCode, type ExitCode } from "../core/errors.ts";
import type { JavaProgram } from "../launch/java-program.ts";
import { missingEntries } from "../launch/list-classes.ts";
import { JAVA_SPELLINGS } from "./arguments.ts";
import { type Host, report } from "./host.ts";

/** Warns about what is probably a mistake, though it is allowed: as in Java, missing entries are skipped. */
export function warnAboutProgram(program: JavaProgram, command: Command, host: Host): void {
  const { classPath } = program;
  const isGiven = typeof classPath === "string";
  const entries = missingEntries(isGiven ? classPath : (host.env["CLASSPATH"] ?? ""));
  for (const entry of entries) {
    const where = isGiven ? "--class-path" : "CLASSPATH";
    report(host, `warning: ${where}: there is no ${entry}; this entry is skipped`);
  }
  const misplaced = misplacedOptions(program.args ?? [], command);
  if (misplaced.length > 0) {
    const name = program.jar ?? program.main ?? "the program";
    const [are, them] =
      misplaced.length === 1 ? ["is an argument", "it"] : ["are arguments", "them"];
    report(
      host,
      `warning: ${misplaced.join(" and ")} ${are} of ${name}, because the program's name ends deadwood's own options; write ${them} before the name if deadwood should see ${them}`,
    );
  }
}

/** The arguments of a program that are options of the command. */
function misplacedOptions(args: readonly string[], command: Command): readonly string[] {
  const known = new Set<string>(Object.keys(JAVA_SPELLINGS));
  for (const { long } of command.options) if (typeof long === "string") known.add(long);
  const found = args.map((word) => word.replace(/=.*$/, "")).filter((word) => known.has(word));
  return [...new Set(found)];
}

const ADVISED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "E301_CLASS_NOT_FOUND",
  "E302_NO_MAIN_METHOD",
  "E201_BAD_CLASS_FILE",
]);

/** Runs `work`. If the program cannot be started, the error says what may have been meant. */
export async function withAdvice<T>(
  program: JavaProgram,
  host: Host,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeadwoodError) || !ADVISED.has(error.code)) throw error;
    const { adviceFor } = await import("./program-advice.ts");
    const hint = adviceFor(program, host, error);
    throw hint === null ? error : new AdvisedError(error, hint);
  }
}

/** An error with another hint. */
class AdvisedError extends DeadwoodError {
  readonly code: ErrorCode;
  readonly exitCode: ExitCode;

  constructor(error: DeadwoodError, hint: string) {
    super(error.message, { cause: error, hint });
    this.code = error.code;
    this.exitCode = error.exitCode;
  }
}
