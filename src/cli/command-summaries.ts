/**
 * The name, arguments and description of every command. The overview shows them without loading the commands
 * themselves, which takes longer than a small check.
 */
import type { Command } from "commander";

interface CommandSummary {
  readonly group: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly about: string }[];
  readonly examples: readonly Example[];
}

/** A command line as a user types it, and what it is for. A test runs each of them. */
export interface Example {
  readonly line: string;
  readonly about: string;
}

/** The headings of the overview, in this order. */
const CHECK = "Find bugs:";
const UNDERSTAND = "Understand them:";
const MEASURE = "Compare and reduce:";
const SET_UP = "Set up:";

const PROGRAM = "main class, .class or .java file, or bundled program; then its arguments";

/** The overview lists the commands in this order. */
const SUMMARIES = {
  check: {
    group: CHECK,
    description: "explore all schedules of a Java program and report violations",
    arguments: [{ name: "[program...]", about: PROGRAM }],
    examples: [
      {
        line: "deadwood check DiningPhilosophers naive",
        about: "a bundled program with a deadlock",
      },
      {
        line: "deadwood check -cp build/classes app.Main 3",
        about: "a class of your own and its argument",
      },
      {
        line: "deadwood check --trace bug.json -jar app.jar",
        about: "a jar; keep the schedule of the violation",
      },
      {
        line: "deadwood check --search pct --runs 200 BoundedBuffer",
        about: "when all schedules are too many: random ones",
      },
    ],
  },
  run: {
    group: CHECK,
    description: "run a Java program once, as `java` would",
    arguments: [{ name: "[program...]", about: PROGRAM }],
    examples: [
      { line: "deadwood run Hello", about: "a bundled program" },
      {
        line: "deadwood run -cp build/classes -Dsize=3 app.Hello",
        about: "with a system property",
      },
    ],
  },
  replay: {
    group: UNDERSTAND,
    description: "run the schedule of a trace (see check --trace)",
    arguments: [{ name: "<trace>", about: "a file written by `deadwood check --trace`" }],
    examples: [
      { line: "deadwood replay bug.json", about: "show how the violation comes about" },
      { line: "deadwood replay --step bug.json", about: "with all operations of each step" },
    ],
  },
  explore: {
    group: UNDERSTAND,
    description: "step through a Java program in a web page on this computer",
    arguments: [
      {
        name: "[trace-or-program...]",
        about: "a trace (see check --trace), or a program and its arguments",
      },
    ],
    examples: [
      {
        line: "deadwood explore DiningPhilosophers naive",
        about: "choose which thread goes next",
      },
    ],
  },
  explain: {
    group: UNDERSTAND,
    description: "show which values of a state are live or dead, and why",
    arguments: [
      {
        name: "[trace-or-program...]",
        about: "a trace (see check --trace), or a program and its arguments",
      },
    ],
    examples: [
      { line: "deadwood explain --step -1 bug.json", about: "the last state of a trace" },
      {
        line: "deadwood explain --after 8 --only dead LostUpdate racy",
        about: "dead values of a state on the way",
      },
    ],
  },
  compare: {
    group: MEASURE,
    description: "compare states, time and memory of several configurations of check",
    arguments: [
      { name: "[program...]", about: "a program as for check; without it, use --all or --set" },
    ],
    examples: [
      {
        line: "deadwood compare --rounds 1 LostUpdate racy",
        about: "how much each reduction saves",
      },
      {
        line: "deadwood compare --configurations none,full --csv figures.csv LostWakeup",
        about: "two configurations, three times each, as a table",
      },
    ],
  },
  reduce: {
    group: MEASURE,
    description: "make a jar as small as possible while a command still fails on it",
    arguments: [
      { name: "<input>", about: "a jar or a directory of classes" },
      {
        name: "[command...]",
        about: "after --: the command, with {} for the path of the candidate",
      },
    ],
    examples: [
      {
        line: "deadwood reduce app.jar -o small.jar --check deadlock -- app.Main",
        about: "keep the deadlock that check finds",
      },
      {
        line: "deadwood reduce app.jar -o small.jar -- sh fails.sh {}",
        about: "keep the failure of a command",
      },
    ],
  },
  fuzz: {
    group: MEASURE,
    description: "search random programs in several ways and report differences",
    arguments: [],
    examples: [{ line: "deadwood fuzz --programs 3", about: "test the tool itself" }],
  },
  doctor: {
    group: SET_UP,
    description: "examine this machine, and what a program would need, before a long check",
    arguments: [{ name: "[program...]", about: `${PROGRAM}; without it, only the machine` }],
    examples: [
      { line: "deadwood doctor", about: "Node, memory and the JDKs of this machine" },
      {
        line: "deadwood doctor -cp build/classes app.Main",
        about: "what a program needs, and a run under one schedule",
      },
    ],
  },
  completion: {
    group: SET_UP,
    description: "print a script that completes command lines: for bash, zsh or fish",
    arguments: [{ name: "<shell>", about: "bash, zsh or fish" }],
    examples: [
      {
        line: "deadwood completion bash",
        about: 'use it with: eval "$(deadwood completion bash)"',
      },
    ],
  },
  mcp: {
    group: SET_UP,
    description: "serve check, replay, explain and reduce over the Model Context Protocol",
    arguments: [],
    examples: [{ line: "deadwood mcp", about: "the command to name in a client's settings" }],
  },
} as const satisfies Readonly<Record<string, CommandSummary>>;

export type CommandName = keyof typeof SUMMARIES;

export const examplesOf = (name: string): readonly Example[] => {
  const summaries: Readonly<Record<string, CommandSummary>> = SUMMARIES;
  return summaries[name]?.examples ?? [];
};

/** The names of all commands, in the order of the overview. */
export const COMMAND_NAMES: readonly string[] = Object.keys(SUMMARIES);

/** Adds a command without its options and action. */
export function addSummary(program: Command, name: CommandName): Command {
  const { group, description, arguments: all, examples }: CommandSummary = SUMMARIES[name];
  const command = program.command(name).helpGroup(group).description(description);
  for (const argument of all) command.argument(argument.name, argument.about);
  command.addHelpText("after", () =>
    examplesText(examples, command.createHelp().styleTitle("Examples:")),
  );
  return command;
}

/** Lines to type, with what they do. */
export function examplesText(examples: readonly Example[], heading: string): string {
  const width = Math.max(0, ...examples.map(({ line }) => line.length));
  const lines = examples.map(({ line, about }) =>
    width > MOST_ON_ONE_LINE ? `  ${line}\n      ${about}` : `  ${line.padEnd(width)}  ${about}`,
  );
  return ["", heading, ...lines].join("\n");
}

/** With longer lines, the explanations would not fit beside them. */
const MOST_ON_ONE_LINE = 44;
