/** What the overview says of commands that are not loaded; a test compares it with what they say themselves. */
import type { AddCommand } from "./command-line.ts";

interface Outline {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly description: string;
}

const COMMANDS: readonly Outline[] = [
  {
    name: "explain",
    arguments: ["[trace-or-program...]"],
    description: "show which values of a state are live, which are dead, and why",
  },
  {
    name: "compare",
    arguments: ["[program...]"],
    description: "check programs under several configurations: states, time and memory of each",
  },
  {
    name: "fuzz",
    arguments: [],
    description: "compare ways to search, on random programs with several threads",
  },
  {
    name: "reduce",
    arguments: ["<input>", "[command...]"],
    description: "make a jar as small as it can be while a command still fails on it",
  },
];

export const isOutlined = (name: string | undefined): boolean =>
  COMMANDS.some((command) => command.name === name);

export const OUTLINES: readonly AddCommand[] = COMMANDS.map(
  ({ name, arguments: names, description }): AddCommand =>
    (program) => {
      // All of them have options.
      const command = program.command(name).description(description).argument("[options]");
      for (const each of names) command.argument(each);
    },
);
