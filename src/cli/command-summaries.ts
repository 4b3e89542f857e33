/**
 * The name, arguments and description of every command. The overview shows them without loading the commands
 * themselves, which takes longer than a small check.
 */
import type { Command } from "commander";

interface CommandSummary {
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly about: string }[];
}

const PROGRAM = "main class, .class or .java file, or bundled program; then its arguments";

const SUMMARIES = {
  run: {
    description: "run a Java program once, as `java` would",
    arguments: [{ name: "[program...]", about: PROGRAM }],
  },
  check: {
    description: "explore all schedules of a Java program and report violations",
    arguments: [{ name: "[program...]", about: PROGRAM }],
  },
  replay: {
    description: "run the schedule of a trace (see check --trace)",
    arguments: [{ name: "<trace>", about: "a file written by `deadwood check --trace`" }],
  },
  explore: {
    description: "step through a Java program in a web page on this computer",
    arguments: [
      {
        name: "[trace-or-program...]",
        about: "a trace (see check --trace), or a program and its arguments",
      },
    ],
  },
  explain: {
    description: "show which values of a state are live or dead, and why",
    arguments: [
      {
        name: "[trace-or-program...]",
        about: "a trace (see check --trace), or a program and its arguments",
      },
    ],
  },
  compare: {
    description: "compare states, time and memory of several configurations of check",
    arguments: [
      { name: "[program...]", about: "a program as for check; without it, use --all or --set" },
    ],
  },
  fuzz: {
    description: "search random programs in several ways and report differences",
    arguments: [],
  },
  reduce: {
    description: "make a jar as small as possible while a command still fails on it",
    arguments: [
      { name: "<input>", about: "a jar or a directory of classes" },
      {
        name: "[command...]",
        about: "after --: the command, with {} for the path of the candidate",
      },
    ],
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;

export type CommandName = keyof typeof SUMMARIES;

/** Adds a command without its options and action. */
export function addSummary(program: Command, name: CommandName): Command {
  const { description, arguments: all }: CommandSummary = SUMMARIES[name];
  const command = program.command(name).description(description);
  for (const argument of all) command.argument(argument.name, argument.about);
  return command;
}
