/**
 * All commands of the tool as plain data. Loading this file loads every command, which takes longer than a small
 * check; generators of documents may.
 */
import { commandTree } from "./command-line.ts";
import { type CommandDescription, describeCommands } from "./describe-commands.ts";
import type { Host } from "./host.ts";
import { RARE_COMMANDS } from "./rare-commands.ts";

/** Describing a command does not run it. */
const NOWHERE: Host = {
  streams: { write: () => {}, read: () => -1, flush: () => {} },
  env: {},
  directory: "/",
  onInterrupt: () => () => {},
};

/** In the order of the overview. */
export const allCommands = (): readonly CommandDescription[] =>
  describeCommands(commandTree(NOWHERE, () => {}, RARE_COMMANDS));
