/**
 * The access modes of variable handles. All of them are atomic here, since a
 * thread is never stopped inside an instruction, and all are volatile, since
 * memory is sequentially consistent; so only what is computed differs between
 * modes, and which of them order for those who look for races.
 */

export type VarHandleOperation = "get" | "set" | "compareAndSet" | "compareAndExchange" | "update";

/** How the new value follows from the old one and the argument. */
export type Update = "set" | "add" | "or" | "and" | "xor";

export interface Mode {
  readonly name: string;
  /** Its place in VarHandle.AccessMode. */
  readonly number: number;
  readonly operation: VarHandleOperation;
  readonly update: Update;
  /** get and set: what Java gives no order. */
  readonly isPlain: boolean;
}

const ordered = (name: string): string[] => [name, `${name}Acquire`, `${name}Release`];

/** In the order of VarHandle.AccessMode. */
const GROUPS: readonly (readonly [readonly string[], VarHandleOperation, Update?])[] = [
  [["get"], "get"],
  [["set"], "set"],
  [["getVolatile"], "get"],
  [["setVolatile"], "set"],
  [["getOpaque"], "get"],
  [["setOpaque"], "set"],
  [["getAcquire"], "get"],
  [["setRelease"], "set"],
  [["compareAndSet"], "compareAndSet"],
  [ordered("compareAndExchange"), "compareAndExchange"],
  [["weakCompareAndSetPlain", ...ordered("weakCompareAndSet")], "compareAndSet"],
  [ordered("getAndSet"), "update"],
  [ordered("getAndAdd"), "update", "add"],
  [ordered("getAndBitwiseOr"), "update", "or"],
  [ordered("getAndBitwiseAnd"), "update", "and"],
  [ordered("getAndBitwiseXor"), "update", "xor"],
];

export const ACCESS_MODES: readonly Mode[] = GROUPS.flatMap(([names, operation, update]) =>
  names.map((name) => ({ name, operation, update: update ?? "set" })),
).map((mode, number) => ({
  ...mode,
  number,
  isPlain: mode.name === "get" || mode.name === "set",
}));

const BY_NAME = new Map(ACCESS_MODES.map((mode) => [mode.name, mode]));

/** Null for a method of VarHandle that is not an access. */
export const accessMode = (name: string): Mode | null => BY_NAME.get(name) ?? null;
