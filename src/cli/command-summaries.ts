/**
 * Name, arguments and description of every command. The overview needs them without the commands
 * themselves, which take longer to load than a small check.
 */
import type { Command } from "commander";

interface CommandSummary {
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly about: string }[];
}

const PROGRAM = "a main class, a .class or .java file or a bundled program, and its arguments";

export const SUMMARIES = {
  run: {
    description: "run a Java program once, as `java` would",
    arguments: [{ name: "[program...]", about: PROGRAM }],
  },
  check: {
    description: "explore every schedule and every choice of a Java program",
    arguments: [{ name: "[program...]", about: PROGRAM }],
  },
  replay: {
    description: "run the schedule of a trace again (see check --trace)",
    arguments: [{ name: "<trace>", about: "a file written by `deadwood check --trace`" }],
  },
  explain: {
    description: "show which values of a state are live, which are dead, and why",
    arguments: [
      {
        name: "[trace-or-program...]",
        about: "a file written by `deadwood check --trace`, or a program and its arguments",
      },
    ],
  },
  compare: {
    description: "check programs under several configurations: states, time and memory of each",
    arguments: [
      { name: "[program...]", about: "a program as for check; or use --all or --set instead" },
    ],
  },
  fuzz: {
    description: "search random programs in several ways, and report where the results differ",
    arguments: [],
  },
  reduce: {
    description: "make a jar as small as possible while a command still fails on it",
    arguments: [
      { name: "<input>", about: "a jar or a directory of classes" },
      {
        name: "[command...]",
        about: "after --: the command, with {} in place of the candidate's path",
      },
    ],
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;

export type CommandName = keyof typeof SUMMARIES;

/** Adds a command without its options and its action. */
export function addSummary(program: Command, name: CommandName): Command {
  const { description, arguments: all }: CommandSummary = SUMMARIES[name];
  const command = program.command(name).description(description);
  for (const argument of all) command.argument(argument.name, argument.about);
  return command;
}
