/** Accesses to memory that a native makes by an address, and how each of them orders threads. */

/** How an access counts: as the field was declared, as a plain one whatever was declared, or as one that orders. */
export const BY_FIELD = 0;
export const PLAIN = 1;
export const ORDERED = 2;
export type AccessMode = typeof BY_FIELD | typeof PLAIN | typeof ORDERED;

/** Takes accesses to the bytes [from, to) of the machine's memory; `object` is 0 for a static field. */
export interface AccessSink {
  add(object: number, from: number, to: number, isWrite: boolean, mode: AccessMode): void;
}

/**
 * A call (Unsafe, Object, long offset, …) accesses the memory of an object by
 * its offset in bytes. The object is the second argument, the offset the third.
 */
export interface MemoryShape {
  /** get; put; getAndAdd and getAndSet; compareAndSet and compareAndExchange; blocks of bytes. */
  readonly does: "get" | "put" | "update" | "compare" | "copy" | "fill";
  /** Descriptor of the value; null for a block of bytes. */
  readonly type: string | null;
  /** A plain access, which orders nothing. */
  readonly isPlain: boolean;
}

export const isReferenceShape = ({ type }: MemoryShape): boolean => type === "Ljava/lang/Object;";

/** Bytes of a value in a field, whose word it fills, and in an array, where it is packed. */
export const bytesInField = (type: string): 4 | 8 => (type === "J" || type === "D" ? 8 : 4);

export function bytesInArray(type: string): 1 | 2 | 4 | 8 {
  if (type === "Z" || type === "B") return 1;
  return type === "C" || type === "S" ? 2 : bytesInField(type);
}
