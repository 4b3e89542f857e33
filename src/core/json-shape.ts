/**
 * Checks values that come from JSON files. One definition gives the type and the check, so they
 * cannot disagree; a mismatch names the first place that is wrong.
 *
 *     const ENTRY = object({ program: string, args: optional(array(string)) });
 *     type Entry = ShapeOf<typeof ENTRY>;
 *     if (ENTRY.fits(value)) use(value.args ?? []);
 */

export interface JsonShape<T> {
  /** What is wrong with a value at `path`, or null. */
  readonly mismatch: (value: unknown, path: string) => string | null;
  readonly fits: (value: unknown) => value is T;
}

/** The field may be missing. */
export interface OptionalShape<T> extends JsonShape<T> {
  readonly isOptional: true;
}

export type ShapeOf<S> = S extends JsonShape<infer T> ? T : never;

type Fields = Readonly<Record<string, JsonShape<unknown>>>;

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalShape<unknown> ? K : never;
}[keyof F];

type ObjectOf<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ShapeOf<F[K]>;
} & { readonly [K in OptionalKeys<F>]?: ShapeOf<F[K]> };

export function shape<T>(mismatch: JsonShape<T>["mismatch"]): JsonShape<T> {
  return { mismatch, fits: (value): value is T => mismatch(value, "") === null };
}

const whole = (path: string): string => (path === "" ? "it" : path);

/** A value for which `holds` is true; `what` is what the message says it should be. */
export const matching = <T>(what: string, holds: (value: unknown) => value is T): JsonShape<T> =>
  shape((value, path) => (holds(value) ? null : `${whole(path)} is not ${what}`));

export const string = matching("a string", (value) => typeof value === "string");
export const number = matching("a number", (value) => typeof value === "number");
export const boolean = matching("true or false", (value) => typeof value === "boolean");
export const anything: JsonShape<unknown> = shape(() => null);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with any fields. */
export const record = matching("an object", isRecord);

export const literal = <const T extends string | number | boolean | null>(
  ...allowed: readonly T[]
): JsonShape<T> =>
  matching(allowed.map((each) => JSON.stringify(each)).join(" or "), (value): value is T =>
    allowed.some((each) => each === value),
  );

export const nullable = <T>(of: JsonShape<T>): JsonShape<T | null> =>
  shape((value, path) => (value === null ? null : of.mismatch(value, path)));

export const optional = <T>(of: JsonShape<T>): OptionalShape<T> => ({ ...of, isOptional: true });

export const array = <T>(of: JsonShape<T>): JsonShape<readonly T[]> =>
  shape((value, path) => {
    if (!Array.isArray(value)) return `${whole(path)} is not a list`;
    return firstOf(value.entries(), ([i, each]) => of.mismatch(each, `${path}[${i}]`));
  });

/** Other fields are ignored. */
export const object = <F extends Fields>(fields: F): JsonShape<ObjectOf<F>> =>
  shape((value, path) => {
    if (!isRecord(value)) return `${whole(path)} is not an object`;
    return firstOf(Object.entries(fields), ([name, of]) => {
      const field = Object.hasOwn(value, name) ? value[name] : undefined;
      if (field === undefined && "isOptional" in of) return null;
      const at = path === "" ? name : `${path}.${name}`;
      return field === undefined ? `${at} is missing` : of.mismatch(field, at);
    });
  });

function firstOf<T>(values: Iterable<T>, mismatch: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = mismatch(value);
    if (found !== null) return found;
  }
  return null;
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
