/** Options that say what counts as wrong besides deadlocks and uncaught exceptions. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import type { PropertySettings } from "../search/properties/property.ts";

export interface PropertyOptions {
  readonly races: string;
  readonly libraryRaces?: boolean;
  readonly invariant: readonly string[];
  readonly exitCodes?: string;
}

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

export function addPropertyOptions(command: Command): Command {
  return command
    .option(
      "--races <off|warn|error>",
      "data races: not looked for, warnings, or violations",
      "warn",
    )
    .option(
      "--library-races",
      "also tell races inside classes of the library that are made to be shared",
    )
    .option(
      "--invariant <Class.method>",
      "a static boolean method that must be true in every state (repeatable)",
      collect,
      [],
    )
    .option(
      "--exit-codes <list>",
      "what the program may end with, such as 0 or 0,3 (default: anything)",
    );
}

export function propertySettings(options: PropertyOptions): PropertySettings {
  return {
    races: parseRaces(options.races),
    libraryRaces: options.libraryRaces === true,
    invariants: options.invariant,
    exitCodes: options.exitCodes === undefined ? null : parseCodes(options.exitCodes),
  };
}

function parseRaces(text: string): PropertySettings["races"] {
  if (text === "off" || text === "warn" || text === "error") return text;
  throw new BadUsageError(`--races ${text} is none of off, warn and error`);
}

function parseCodes(text: string): number[] {
  const codes = text.split(",").map((code) => code.trim());
  if (codes.every((code) => /^-?\d{1,10}$/.test(code))) return codes.map(Number);
  throw new BadUsageError(`--exit-codes ${text} is not a list of numbers`, {
    hint: "Write them with commas between: --exit-codes 0,3.",
  });
}
