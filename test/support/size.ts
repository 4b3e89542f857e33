/**
 * How much a test does. `npm test` has ten CPU minutes for everything, so tests
 * that repeat one question over many programs, seeds or configurations ask it
 * of some of them; `npm run test:long` asks it of all. It runs the test files
 * that import this one, and only those (vitest.config.ts).
 */
export const isLong = process.env["DEADWOOD_LONG_TESTS"] === "1";

/** A number that an environment variable of this name can set. */
export function sized(name: string, usual: number, long: number): number {
  return Number(process.env[name] ?? (isLong ? long : usual));
}

/** Some of the items, evenly spread; all of them in a long run. */
export function sample<T>(items: readonly T[], usual: number): readonly T[] {
  if (isLong || items.length <= usual) return items;
  return Array.from({ length: usual }, (_, i) => items[Math.floor((i * items.length) / usual)]!);
}
