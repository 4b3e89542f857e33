/**
 * The standard streams of a running program. Output is written in large pieces, but is up to date whenever
 * the program pauses. Input is read without an event loop.
 */
import { readSync, writeSync } from "node:fs";
import { InputUnreadableError } from "../core/errors.ts";
import type { Streams } from "./host.ts";

const FLUSH_AT = 1 << 15;

export class StandardStreams implements Streams {
  #pending: Uint8Array[] = [];
  #size = 0;
  /** The stream that the pending bytes go to. */
  #fd = 1;
  readonly #blocking: (read: () => number) => number;

  /** `blocking` wraps reads that may wait for input. */
  constructor(blocking: (read: () => number) => number = (read) => read()) {
    this.#blocking = blocking;
  }

  write(fd: number, bytes: Uint8Array): void {
    // Both streams may lead to the same place, where their order is visible.
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
      // The reader is gone or the disk is full. As in Java, the rest of the output is lost silently.
      if (codeOf(error) !== "EAGAIN") return;
      pauseBriefly();
    }
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** Waits a little without spinning, for a full pipe or an empty terminal. */
function pauseBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
