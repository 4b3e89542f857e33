/** The options that every command has, and what they mean for the whole process. */
import type { Command } from "commander";
import type { Host } from "./host.ts";
import { addOptions, OptionGroup, type OptionRow } from "./options.ts";

/** As commander reads them. `config` is false for --no-config. */
export interface CommonWords {
  readonly config?: string | boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

const OUTPUT: readonly OptionRow[] = [
  { flags: "--quiet", about: "print only the result: no notes, no progress" },
  { flags: "--verbose", about: "also say which program, JDK and configuration are used" },
];

const CONFIGURATION: readonly OptionRow[] = [
  {
    flags: "--config <file>",
    about: "take options from this file (default: deadwood.json in the working directory)",
  },
  { flags: "--no-config", about: "do not take options from deadwood.json" },
];

/** Adds them to a command that has its own options already. It may word some of these itself. */
export function addCommonOptions(command: Command): void {
  const known = new Set(command.options.map(({ long }) => long));
  const isNew = ({ flags }: OptionRow): boolean => !known.has(flags.split(" ")[0]);
  addOptions(command, OUTPUT.filter(isNew), OptionGroup.output);
  addOptions(command, CONFIGURATION, "Configuration:");
}

/** A host for a command that was told to be quiet: it shows no progress. */
export const quieted = (host: Host, isQuiet: boolean | undefined): Host =>
  isQuiet === true ? { ...host, terminalWidth: undefined } : host;
