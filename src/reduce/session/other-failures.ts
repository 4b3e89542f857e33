/**
 * Candidates that are not what was looked for but fail in a way the user also
 * cares about (`--also-interesting CODE`): each is kept once, by its contents.
 */
import { join } from "node:path";
import { type Disk, onDisk } from "../../core/disk.ts";
import { replaceFile } from "../../core/replace-file.ts";
import type { Candidate } from "../files/candidate.ts";

export class SideFinds {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #codes: ReadonlySet<number>;
  readonly #kept = new Set<string>();

  constructor(disk: Disk, directory: string, exitCodes: Iterable<number>) {
    this.#disk = disk;
    this.#directory = directory;
    this.#codes = new Set(exitCodes);
  }

  /** The path under which it is now kept; null if it is not such a failure or was kept before. */
  offer(candidate: Candidate, exitCode: number | null): string | null {
    if (exitCode === null || !this.#codes.has(exitCode)) return null;
    const { hash } = candidate;
    if (this.#kept.has(hash)) return null;
    const folder = join(this.#directory, `exit-${exitCode}`);
    const path = join(folder, `${hash}.jar`);
    const isThere = this.#disk.exists(path);
    if (!isThere) {
      onDisk("make the directory", folder, () => this.#disk.makeDirectory(folder));
      replaceFile(this.#disk, path, candidate.toJar("deflated"));
    }
    this.#kept.add(hash);
    return isThere ? null : path;
  }
}
