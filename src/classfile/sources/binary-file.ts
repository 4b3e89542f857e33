/**
 * A file read by position: archives, images and jmods hold their parts at
 * offsets that may be wrong. Reading past the end of the file is damage and
 * gives an error, never a short result.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { BadArchiveError, InputUnreadableError } from "../../core/errors.ts";

/** Files up to this size are read whole: one system call instead of two per class. */
const SMALL_FILE = 1 << 22;

export class BinaryFile {
  readonly path: string;
  readonly size: number;
  readonly #descriptor: number;
  #whole: Buffer | null = null;

  private constructor(path: string, size: number, descriptor: number) {
    this.path = path;
    this.size = size;
    this.#descriptor = descriptor;
  }

  static open(path: string): BinaryFile {
    let descriptor: number;
    try {
      descriptor = openSync(path, "r");
    } catch (cause) {
      throw new InputUnreadableError(`cannot open ${path}`, {
        cause,
        hint: "Check that the path exists and is readable.",
      });
    }
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      closeSync(descriptor);
      throw new InputUnreadableError(`${path} is not a file`, { hint: "Name a file." });
    }
    return new BinaryFile(path, status.size, descriptor);
  }

  /** `what` names the part that is being read, for the message. */
  read(offset: number, length: number, what: string): Buffer<ArrayBuffer> {
    const isInside = offset >= 0 && length <= this.size - offset;
    const bytes = Buffer.from(new ArrayBuffer(isInside ? length : 0));
    if (!isInside || this.#copy(bytes, offset) < length) {
      throw new BadArchiveError(
        `${this.path} is damaged: ${what} (${length} bytes at ${offset}) lies outside the file of ${this.size} bytes`,
        { hint: "The file may be incomplete. Copy or build it again." },
      );
    }
    return bytes;
  }

  #copy(bytes: Buffer, offset: number): number {
    if (this.size > SMALL_FILE) return this.#fill(bytes, offset);
    if (this.#whole === null) {
      const whole = Buffer.allocUnsafe(this.size);
      this.#whole = whole.subarray(0, this.#fill(whole, 0));
    }
    return this.#whole.copy(bytes, 0, offset, offset + bytes.length);
  }

  #fill(bytes: Uint8Array, offset: number): number {
    let done = 0;
    while (done < bytes.length) {
      let count: number;
      try {
        count = readSync(this.#descriptor, bytes, done, bytes.length - done, offset + done);
      } catch (cause) {
        throw new InputUnreadableError(`cannot read ${this.path}`, {
          cause,
          hint: "The disk or network file system reported an error.",
        });
      }
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
