/**
 * Standard streams for a running program: written in large pieces but always
 * up to date when the program pauses, and read without an event loop.
 */
import { readSync, writeSync } from "node:fs";
import { InputUnreadableError } from "../core/errors.ts";
import type { Streams } from "./host.ts";

const FLUSH_AT = 1 << 15;

export class StandardStreams implements Streams {
  #pending: Uint8Array[] = [];
  #size = 0;
  /** Where the pending bytes go. */
  #fd = 1;
  readonly #blocking: (read: () => number) => number;

  /** `blocking` surrounds reads that may wait for input. */
  constructor(blocking: (read: () => number) => number = (read) => read()) {
    this.#blocking = blocking;
  }

  write(fd: number, bytes: Uint8Array): void {
    // Both streams may lead to the same place, where the order shows.
    if (fd !== this.#fd) {
      this.flush();
      this.#fd = fd;
    }
    this.#pending.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= FLUSH_AT) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    writeAll(this.#fd, Buffer.concat(this.#pending));
    this.#pending = [];
    this.#size = 0;
  }

  read(into: Uint8Array): number {
    return this.#blocking(() => {
      this.flush();
      return readSome(into);
    });
  }
}

function readSome(into: Uint8Array): number {
  for (;;) {
    try {
      const count = readSync(0, into);
      return count === 0 ? -1 : count;
    } catch (error) {
      if (codeOf(error) === "EOF") return -1;
      if (codeOf(error) !== "EAGAIN") {
        throw new InputUnreadableError(
          `cannot read standard input (${codeOf(error) ?? String(error)})`,
          {
            cause: error,
          },
        );
      }
      pauseBriefly();
    }
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      // The reader has gone, the disk is full: as in Java, what is left is lost without a word.
      if (codeOf(error) !== "EAGAIN") return;
      pauseBriefly();
    }
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** A full pipe or an empty terminal: wait a little without spinning. */
function pauseBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
