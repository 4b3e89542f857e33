/** Values that are one of a few words. */
import { BadUsageError } from "./errors.ts";
import { didYouMean } from "./nearest.ts";

export function oneOf<T extends string>(option: string, text: string, values: readonly T[]): T {
  const known = values.find((value) => value === text);
  if (known !== undefined) return known;
  if (values.length === 1) {
    throw new BadUsageError(`${option} ${text} is not known`, {
      hint: `The only one is ${option} ${values.join()}.`,
    });
  }
  const hint = didYouMean(text, values, `${option} `);
  throw new BadUsageError(
    values.length === 2
      ? `${option} ${text} is neither ${values.join(" nor ")}`
      : `${option} ${text} is not one of ${values.join(", ")}`,
    hint === null ? {} : { hint },
  );
}
