/**
 * What happens between reading a command line and running its command: options from a configuration file are filled
 * in, and --verbose says what is used. Most runs need none of it, so it is loaded only if it is asked for.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import type { CommonWords } from "./common-options.ts";
import type { CommandDescription } from "./describe-commands.ts";
import type { Host } from "./host.ts";

/** The configuration file that is looked for in the working directory. */
export const DEFAULT_FILE = "deadwood.json";

/** `all` describes all commands of the tool. */
export async function prepareCommand(
  command: Command,
  host: Host,
  all: () => Promise<readonly CommandDescription[]>,
): Promise<void> {
  const given = command.opts<CommonWords>();
  if (given.quiet === true && given.verbose === true) {
    throw new BadUsageError("--quiet and --verbose exclude each other");
  }
  const file = configurationFile(given, host);
  const jpf = jpfFile(command);
  if (file !== null || jpf !== null) {
    const { applyConfiguration, applyJpfFile } = await import("./configuration/apply.ts");
    // What is in the .jpf file was written for this program: it goes before the options for all.
    if (jpf !== null) applyJpfFile(jpf, command, host);
    if (file !== null) await applyConfiguration(file, command, host, all);
  }
  if (command.opts<CommonWords>().verbose === true) {
    const { surroundingsNotes } = await import("./verbose-notes.ts");
    surroundingsNotes(command, host, file);
  }
}

/** The name of the file to use, or null. */
function configurationFile({ config }: CommonWords, { directory }: Host): string | null {
  if (typeof config === "string") return config;
  if (config === false) return null;
  const path = join(directory, DEFAULT_FILE);
  return statSync(path, { throwIfNoEntry: false }) === undefined ? null : DEFAULT_FILE;
}

/** A file of Java Pathfinder that is named as the program. */
function jpfFile(command: Command): string | null {
  const words: unknown = command.processedArgs[0];
  const first: unknown = Array.isArray(words) ? words[0] : undefined;
  return typeof first === "string" && first.endsWith(".jpf") ? first : null;
}
