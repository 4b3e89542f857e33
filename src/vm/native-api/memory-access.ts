/**
 * Accesses to memory that a native makes by an address, and how each of them orders threads.
 *
 * `Unsafe` knows a field by an object and an offset in bytes, a `long` whose low word is all that
 * counts. A static field goes with its class's mirror; its offset says where the field is among
 * the static words of the class. How far those are from the mirror depends on which classes were
 * loaded before, and programs keep offsets in their states.
 */
import type { RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { STATIC_BASE } from "../memory/memory.ts";
import { SLOT } from "../memory/object-layout.ts";

const BYTES_PER_WORD = 4;

/** Offsets of static fields from here on; no class has fields of so many bytes. */
const STATIC_OFFSETS = 1 << 24;

/** What `Unsafe` calls the offset of a field. */
export function offsetOfField({ isStatic, offset, owner }: RuntimeField): number {
  if (!isStatic) return offset * BYTES_PER_WORD;
  return STATIC_OFFSETS + (offset - owner.statusIndex) * BYTES_PER_WORD;
}

/** The distance in bytes from an object to what an offset means; negative for a static field of a mirror's class. */
export function bytesFrom(m: Machine, ref: number, offset: number): number {
  if (offset < STATIC_OFFSETS || ref === 0) return offset;
  if (m.program.classes[m.H[ref]!]!.name !== "java/lang/Class") return offset;
  const { statusIndex } = m.mirrored(ref);
  return (STATIC_BASE + statusIndex - ref) * BYTES_PER_WORD + offset - STATIC_OFFSETS;
}

/** The same of two arguments in a row, an object and an offset. */
export const bytesAt = (m: Machine, slot: number): number =>
  bytesFrom(m, m.S[slot]!, m.S[slot + SLOT]!);

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
