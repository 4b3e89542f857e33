/**
 * Finds the predicate's program before anything runs: a misspelt name should be reported
 * before a minute of other work.
 */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { BadUsageError, PredicateUnusableError } from "../../core/errors.ts";

export interface SearchPath {
  /** The directory the user is in. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The words of a command with its program as an absolute path. */
export interface LocatedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

export function locateCommand(
  words: readonly string[],
  { directory, env }: SearchPath,
): LocatedCommand {
  const [name, ...args] = words;
  if (name === undefined || name === "") {
    throw new BadUsageError("no command is given as predicate", {
      hint: "name one after --: deadwood reduce INPUT -o OUT -- ./fails.sh {}",
    });
  }
  if (name.includes("/")) {
    const program = resolve(directory, name);
    return { program: usable(name, program), args };
  }
  let unfit: string | null = null;
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    // An empty entry stands for the current directory.
    const program = resolve(directory, join(folder, name));
    if (whyUnfit(program) === null) return { program, args };
    if (whyUnfit(program) !== "missing") unfit ??= program;
  }
  if (unfit !== null) return { program: usable(name, unfit), args };
  const isHere = whyUnfit(resolve(directory, name)) !== "missing";
  throw new PredicateUnusableError(`there is no command ${name} on the PATH`, {
    hint: isHere
      ? `there is a file of that name here: write ./${name}`
      : "check the spelling, or give the command with its path",
  });
}

function usable(name: string, program: string): string {
  const why = whyUnfit(program);
  if (why === null) return program;
  if (why === "missing") {
    throw new PredicateUnusableError(`the predicate ${name} does not exist`, {
      hint: `Looked for ${program}.`,
    });
  }
  throw new PredicateUnusableError(`the predicate ${name} is ${why}`, {
    hint:
      why === "a directory"
        ? "name the program in it"
        : `give it the right to be executed: chmod +x ${program}`,
  });
}

function whyUnfit(program: string): "missing" | "a directory" | "not executable" | null {
  const status = statSync(program, { throwIfNoEntry: false });
  if (status === undefined) return "missing";
  if (status.isDirectory()) return "a directory";
  try {
    accessSync(program, constants.X_OK);
    return null;
  } catch {
    return "not executable";
  }
}
