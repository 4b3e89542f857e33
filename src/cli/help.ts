/** How the help looks: the overview of all commands, and the page of each command. */
import { type Command, Help, type HelpConfiguration, Option } from "commander";
import { PLAIN, type Style } from "../report/style.ts";
import { examplesText } from "./command-summaries.ts";
import { type Host, styleOf } from "./host.ts";

/** Descriptions stand beside flags up to this length, and below longer ones. */
const FLAGS_WIDTH = 28;
/** Longer lines are hard to read, however wide the terminal is. */
const MOST_COLUMNS = 100;
const USUAL_COLUMNS = 80;

const standard = new Help();

/** Commands that are added later take it over. */
export function configureHelp(program: Command, host: Host): void {
  const style = styleOf(host, 1);
  program
    .usage("COMMAND [options] ...")
    .helpCommand("help [command]", "show the help of a command")
    .helpOption("-h, --help", "show this help")
    .configureHelp(helpLayout(style))
    .addHelpText("after", () => overviewEnd(style));
  program.addOption(new Option("-V, --version", "show the version"));
  program.commandsGroup("Set up:");
}

/** The widths and colours of an output, for commander's own checks of them. */
export const helpOutput = (
  host: Host,
): {
  readonly getOutHelpWidth: () => number;
  readonly getErrHelpWidth: () => number;
  readonly getOutHasColors: () => boolean;
  readonly getErrHasColors: () => boolean;
} => {
  const width = Math.min(host.terminalWidth ?? USUAL_COLUMNS, MOST_COLUMNS);
  return {
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
    getOutHasColors: () => styleOf(host, 1) !== PLAIN,
    getErrHasColors: () => styleOf(host, 2) !== PLAIN,
  };
};

function helpLayout({ bold, cyan }: Style): HelpConfiguration {
  return {
    padWidth: (command, helper) => Math.min(FLAGS_WIDTH, standard.padWidth(command, helper)),
    subcommandTerm: (command) => command.name(),
    styleTitle: bold,
    styleOptionTerm: cyan,
    styleSubcommandTerm: cyan,
    formatItem: formatItem,
    // The overview ends with its options.
    visibleOptions: (command) =>
      command.parent === null ? [] : standard.visibleOptions(command).filter(isShown),
  };
}

const isShown = ({ long }: Option): boolean => long !== "--version";

/** With the description below flags that are too long for a place beside them. */
function formatItem(term: string, width: number, description: string, helper: Help): string {
  const room = (helper.helpWidth ?? USUAL_COLUMNS) - width - 4;
  const [first = "", ...others] = helper.boxWrap(description, room).split("\n");
  const indent = " ".repeat(width + 4);
  const gap = width - helper.displayWidth(term);
  const head = gap >= 0 ? `  ${term}${" ".repeat(gap)}  ${first}` : `  ${term}\n${indent}${first}`;
  return [head, ...others.map((line) => indent + line)].join("\n").trimEnd();
}

/** What a new user should type. A test runs these lines. */
export const START_HERE = [
  {
    line: "deadwood check DiningPhilosophers naive",
    about: "a bundled program with a deadlock",
  },
  { line: "deadwood check -cp build/classes app.Main", about: "check a program of your own" },
  { line: "deadwood doctor", about: "see whether this machine is ready" },
] as const;

const overviewEnd = ({ bold, cyan }: Style): string =>
  [
    "",
    bold("Options:"),
    `  ${cyan("-V, --version")}  show the version`,
    `  ${cyan("-h, --help")}     show this help`,
    examplesText(START_HERE, bold("Start here:")),
    "",
    "Options and examples of a command: deadwood COMMAND --help",
  ].join("\n");
