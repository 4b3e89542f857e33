/** Damage that leaves JSON well formed: values of other types, extremes, and members that are gone or said twice. */
import * as fc from "fast-check";

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  3,
  70_000,
  2 ** 31,
  2 ** 53,
  -1e308,
  "",
  "\u0000",
  "../../../etc/passwd",
  "Main",
  "x".repeat(5000),
  [],
  {},
  [[]],
  { length: 5 },
];

/** Which of the values in it, in the order of the text, and what becomes of it. */
export interface JsonDamage {
  readonly which: number;
  readonly what: "replace" | "remove" | "repeat" | "nudge";
  readonly value: number;
}

export const jsonDamages: fc.Arbitrary<readonly JsonDamage[]> = fc.array(
  fc.record({
    which: fc.nat(),
    what: fc.constantFrom("replace", "remove", "repeat", "nudge"),
    value: fc.nat(),
  }),
  { minLength: 1, maxLength: 3 },
);

export function damageJson(text: string, damages: readonly JsonDamage[]): string {
  const root: { value: unknown } = { value: JSON.parse(text) };
  for (const { which, what, value } of damages) {
    const places = [...membersOf(root)];
    if (places.length === 0) break; // all of it is gone
    const [holder, key] = places[which % places.length]!;
    const old: unknown = Reflect.get(holder, key);
    if (what === "remove") Reflect.deleteProperty(holder, key);
    else if (what === "replace") Reflect.set(holder, key, VALUES[value % VALUES.length]);
    else if (what === "nudge") Reflect.set(holder, key, nudged(old, value));
    else if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(old));
    else Reflect.set(holder, `${key}2`, structuredClone(old));
  }
  return JSON.stringify(root.value) ?? "";
}

/** Nearly what it was: such a value gets further than one of another type. */
function nudged(old: unknown, by: number): unknown {
  if (typeof old === "number") return old + ((by % 5) - 2);
  if (typeof old === "boolean") return !old;
  if (typeof old === "string") return old.slice(0, by % (old.length + 1));
  if (Array.isArray(old)) return old.toReversed();
  return old;
}

function* membersOf(value: unknown): Generator<readonly [object, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield [value, key];
    yield* membersOf(member);
  }
}
