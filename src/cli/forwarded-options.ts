/** Lets a command accept the options of another command and pass them on unchanged. */
import type { Command, Option } from "commander";

/** Adds the options of `from` to `command`, except those in `without`. */
export function inheritOptions(
  command: Command,
  from: Command,
  without: ReadonlySet<string>,
): void {
  for (const option of from.options) {
    if (option.long !== undefined && without.has(option.long)) continue;
    command.addOption(option);
  }
}

/** The options of `to` that the user gave to `command` or in a file, as words of a command line. */
export function givenOptions(
  command: Command,
  to: Command,
  without: ReadonlySet<string>,
): string[] {
  return to.options.flatMap((option) => {
    const { long } = option;
    if (long === undefined || long === null || without.has(long)) return [];
    const name = option.attributeName();
    const source = command.getOptionValueSource(name);
    if (source === undefined || source === "default") return [];
    return words(long, option, command.getOptionValue(name));
  });
}

function words(long: string, option: Option, value: unknown): string[] {
  const takesValue = option.required || option.optional;
  if (!takesValue) return value === !option.negate ? [long] : [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => [long, String(each)]);
}
