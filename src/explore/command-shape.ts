/** Reads the commands that the page sends. They come from outside, so that nothing about them is taken for granted. */
import { type JsonShape, literal, matching, object } from "../core/json-shape.ts";
import type { ExploreCommand } from "./explore-data.ts";

const whole = (least: number): JsonShape<number> =>
  matching(
    `a whole number from ${least} on`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least,
  );

const SHAPES: readonly JsonShape<ExploreCommand>[] = [
  object({ do: literal("step"), thread: whole(0), choice: whole(-1) }),
  object({ do: literal("go"), to: whole(0) }),
  object({
    do: literal("run"),
    thread: whole(0),
    until: literal("line", "lock", "blocked", "end"),
    seed: whole(0),
  }),
  object({ do: literal("check") }),
  object({ do: literal("stop") }),
  object({ do: literal("jump"), violation: whole(0) }),
];

/** Null for anything that is no command. */
export function commandFrom(value: unknown): ExploreCommand | null {
  for (const shape of SHAPES) if (shape.fits(value)) return value;
  return null;
}
