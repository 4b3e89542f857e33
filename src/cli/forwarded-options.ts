/** Options of another command: offered as one's own, and handed on as they were given. */
import type { Command, Option } from "commander";

/** Offers the options of `from`, but for those named. Whatever it learns later is offered here, too. */
export function borrowOptions(command: Command, from: Command, without: ReadonlySet<string>): void {
  for (const option of from.options) {
    if (option.long !== undefined && without.has(option.long)) continue;
    command.addOption(option);
  }
}

/** What was given on the command line of the options that `to` has as well, in its words. */
export function givenOptions(
  command: Command,
  to: Command,
  without: ReadonlySet<string>,
): string[] {
  return to.options.flatMap((option) => {
    const { long } = option;
    if (long === undefined || long === null || without.has(long)) return [];
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "cli") return [];
    return words(long, option, command.getOptionValue(name));
  });
}

function words(long: string, option: Option, value: unknown): string[] {
  const takesValue = option.required || option.optional;
  if (!takesValue) return value === !option.negate ? [long] : [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => [long, String(each)]);
}
