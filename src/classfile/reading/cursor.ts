/**
 * A bounds-checked, big-endian read position in a class file. Reading past
 * `limit` is a malformed class file; entering an attribute narrows `limit`, so
 * that no length field can make a reader leave its attribute.
 */
import { BadClassFileError } from "../../core/errors.ts";

export class Cursor {
  readonly bytes: Uint8Array;
  at: number;
  limit: number;

  constructor(bytes: Uint8Array, at: number = 0, limit: number = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.limit = limit;
  }

  u1(): number {
    const { at } = this;
    this.at = at + 1;
    if (this.at > this.limit) this.truncated(at);
    return this.bytes[at] ?? 0;
  }

  u2(): number {
    const { at, bytes } = this;
    this.at = at + 2;
    if (this.at > this.limit) this.truncated(at);
    return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  }

  /** Unsigned. */
  u4(): number {
    return this.u2() * 0x10000 + this.u2();
  }

  skip(length: number): void {
    const { at } = this;
    this.at = at + length;
    if (this.at > this.limit) this.truncated(at);
  }

  /** Reports what is wrong with the `width` bytes just read. */
  fail(message: string, width: number = 0): never {
    throw new BadClassFileError(`${message} at offset ${this.at - width}`);
  }

  private truncated(at: number): never {
    throw new BadClassFileError(`class file or attribute ends too early, at offset ${at}`);
  }
}
