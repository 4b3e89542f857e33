/** A cursor that also knows the constant pool, so that indices are checked as they are read. */

import type { ClassConstants } from "../format/constant-pool.ts";
import { TAG_NAMES } from "./constant-checks.ts";
import { Cursor } from "./cursor.ts";

export class CheckedCursor extends Cursor {
  private readonly constants: ClassConstants;

  constructor(constants: ClassConstants) {
    super(constants.bytes, constants.end);
    this.constants = constants;
  }

  /** A constant-pool index of an entry with this tag. */
  ref(tag: number, what: string): number {
    const index = this.u2();
    if (this.constants.tag(index) !== tag) this.wrong(index, what, TAG_NAMES[tag] ?? "");
    return index;
  }

  /** As `ref`, but 0 means none. */
  optionalRef(tag: number, what: string): number {
    const index = this.u2();
    if (index !== 0 && this.constants.tag(index) !== tag) {
      this.wrong(index, what, TAG_NAMES[tag] ?? "");
    }
    return index;
  }

  /** A constant-pool index of an entry whose tag is in the bit set `tags`. */
  refAny(tags: number, what: string): number {
    const index = this.u2();
    const tag = this.constants.tag(index);
    if (tag === 0 || (tags & (1 << tag)) === 0) this.wrong(index, what, "constant of another kind");
    return index;
  }

  /** A count and that many indices. */
  refs(tag: number, what: string): void {
    for (let n = this.u2(); n > 0; n--) this.ref(tag, what);
  }

  private wrong(index: number, what: string, wanted: string): never {
    const actual =
      index >= this.constants.count
        ? "is out of range"
        : `is ${TAG_NAMES[this.constants.tag(index)] ?? "unknown"}`;
    return this.fail(`${what} should be a ${wanted}, but constant ${index} ${actual}`, 2);
  }
}

/** Records the positions of the indices that it has read, for code that rewrites them. */
export class IndexRecorder extends CheckedCursor {
  readonly #uses: number[] = [];

  override ref(tag: number, what: string): number {
    this.#uses.push(this.at);
    return super.ref(tag, what);
  }

  override optionalRef(tag: number, what: string): number {
    this.#uses.push(this.at);
    return super.optionalRef(tag, what);
  }

  override refAny(tags: number, what: string): number {
    this.#uses.push(this.at);
    return super.refAny(tags, what);
  }

  /** Each once: what is looked at twice is not written twice. */
  sortedUses(): Int32Array {
    return Int32Array.from(new Set(this.#uses)).toSorted();
  }
}
