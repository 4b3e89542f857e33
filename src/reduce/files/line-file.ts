/**
 * A file that only grows, by whole lines. The process may be killed while it writes one. The
 * fragment is removed before the next line is written, so that every line in the file is
 * complete.
 */
import { type Disk, onDisk } from "../../core/disk.ts";

const NEWLINE = 0x0a;

export class LineFile {
  readonly #disk: Disk;
  readonly #path: string;
  /** Those that were there when it was opened. */
  readonly lines: readonly string[];
  /** How much of the file is whole lines. */
  #length: number;
  #isTorn: boolean;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
    const bytes = onDisk("read", path, () => disk.read(path)) ?? new Uint8Array();
    this.#length = bytes.lastIndexOf(NEWLINE) + 1;
    this.#isTorn = this.#length < bytes.length;
    const text = Buffer.from(bytes.subarray(0, this.#length)).toString("utf8");
    this.lines = text === "" ? [] : text.slice(0, -1).split("\n");
  }

  append(line: string): void {
    onDisk("write to", this.#path, () => {
      // There may be none yet: the first attempt to write it failed.
      if (this.#isTorn && this.#disk.exists(this.#path)) {
        this.#disk.truncate(this.#path, this.#length);
      }
      this.#isTorn = true;
      this.#disk.append(this.#path, `${line}\n`);
      this.#isTorn = false;
    });
    this.#length += Buffer.byteLength(line) + 1;
  }
}
