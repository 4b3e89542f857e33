/**
 * Where fields go. Instance fields follow the superclass's; a long or double
 * is aligned to 8 bytes, and the word that alignment may leave free is given to
 * the next narrow field. Static fields of all classes share one area, together
 * with each class's initialisation status.
 */

import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { FieldInfo } from "../../classfile/format/class-file.ts";
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

/** Hands out words of the static area. Index 0 is never used. */
export class StaticArea {
  #next = 2;
  /** Indices of the words that hold references. */
  readonly references: number[] = [];

  get words(): number {
    return this.#next;
  }

  reserve(words: number): number {
    const index = this.#next;
    this.#next += words;
    return index;
  }

  place(field: FieldInfo): number {
    if (isWide(field.descriptor) && (this.#next & 1) !== 0) this.#next++;
    const index = this.reserve(isWide(field.descriptor) ? 2 : 1);
    if (isReferenceDescriptor(field.descriptor)) this.references.push(index);
    return index;
  }
}
