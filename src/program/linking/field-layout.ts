/**
 * Where fields go. Instance fields follow the superclass's; a long or double
 * is aligned to 8 bytes, and the word that alignment may leave free is given to
 * the next narrow field. Static fields of all classes share one area, together
 * with each class's initialisation status.
 */

import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { FieldInfo } from "../../classfile/format/class-file.ts";
import { lowerBound } from "../../core/sorted.ts";
import { isReferenceDescriptor, type RuntimeClass } from "./runtime-class.ts";

/** Words before the first field: class, lock, hash. */
const OBJECT_HEADER_WORDS = 3;

export interface InstanceLayout {
  readonly words: number;
  /** For each declared field its word offset, -1 for statics. */
  readonly offsets: readonly number[];
  readonly referenceOffsets: readonly number[];
}

const isWide = (descriptor: string): boolean => descriptor === "J" || descriptor === "D";

export function layOutInstance(
  superclass: RuntimeClass | null,
  fields: readonly FieldInfo[],
): InstanceLayout {
  let next = superclass === null ? OBJECT_HEADER_WORDS : superclass.instanceWords;
  let gap = -1;
  const referenceOffsets = superclass === null ? [] : [...superclass.referenceOffsets];
  const offsets: number[] = [];
  for (const field of fields) {
    if ((field.accessFlags & ACC_STATIC) !== 0) {
      offsets.push(-1);
      continue;
    }
    if (isWide(field.descriptor)) {
      if ((next & 1) !== 0) {
        gap = next;
        next++;
      }
      offsets.push(next);
      next += 2;
      continue;
    }
    const offset = gap >= 0 ? gap : next++;
    gap = -1;
    offsets.push(offset);
    if (isReferenceDescriptor(field.descriptor)) referenceOffsets.push(offset);
  }
  return { words: next, offsets, referenceOffsets };
}

/**
 * Hands out words of the static area, in blocks. Index 0 is never used. A class has one block: its
 * initialisation status, then its static fields. Blocks lie in order of loading, but all begin at
 * an even index, so within its block a field is at the same place in every process.
 */
export class StaticArea {
  #next = 2;
  /** Indices of the words that hold references. */
  readonly references: number[] = [];
  /** Where the blocks begin, ascending, and the names of what they belong to. */
  readonly #starts: number[] = [];
  readonly #owners: string[] = [];

  get words(): number {
    return this.#next;
  }

  /** Begins the block of something with a name of its own; returns its first word. */
  begin(owner: string): number {
    this.#next += this.#next & 1;
    this.#starts.push(this.#next);
    this.#owners.push(owner);
    return this.#next++;
  }

  /** Places a field in the block begun last. */
  place(field: Pick<FieldInfo, "descriptor">): number {
    if (isWide(field.descriptor)) this.#next += this.#next & 1;
    const index = this.#next;
    this.#next += isWide(field.descriptor) ? 2 : 1;
    if (isReferenceDescriptor(field.descriptor)) this.references.push(index);
    return index;
  }

  /** What names a word in every process: the owner of its block, and its place there. */
  nameOf(index: number): string {
    const block = lowerBound(this.#starts, index + 1) - 1;
    return `${this.#owners[block]}+${index - (this.#starts[block] ?? 0)}`;
  }
}
