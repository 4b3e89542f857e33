/**
 * The verdicts on candidates, by their contents. Strategies repeat their questions, and a
 * resumed session must not repeat those of the last one. The cache belongs to one
 * predicate: with another command it means nothing.
 */

import type { Disk } from "../../core/disk.ts";
import { boolean, nullable, number, object, parseJson, string } from "../../core/json-shape.ts";
import { LineFile } from "../files/line-file.ts";
import type { CandidateVerdict } from "../predicate/verdict.ts";

export class VerdictCache {
  readonly #known = new Map<string, CandidateVerdict>();
  readonly #file: LineFile | null;
  readonly #later: (action: () => void) => void;
  /** Known before this process began. */
  readonly #earlier: ReadonlySet<string>;

  private constructor(file: LineFile | null, later = (action: () => void): void => action()) {
    this.#file = file;
    this.#later = later;
    for (const line of file?.lines ?? []) {
      const entry = parseEntry(line);
      if (entry !== null) this.#known.set(entry.hash, entry.verdict);
    }
    this.#earlier = new Set(this.#known.keys());
  }

  static inMemory(): VerdictCache {
    return new VerdictCache(null);
  }

  /** Starts with the contents of the file and appends to it, through `later` if writes are deferred. */
  static inFile(disk: Disk, path: string, later?: (action: () => void) => void): VerdictCache {
    return new VerdictCache(new LineFile(disk, path), later);
  }

  get size(): number {
    return this.#known.size;
  }

  isFromEarlier(hash: string): boolean {
    return this.#earlier.has(hash);
  }

  get(hash: string): CandidateVerdict | undefined {
    return this.#known.get(hash);
  }

  /** What was known of it before no longer counts. */
  set(hash: string, verdict: CandidateVerdict): void {
    this.#known.set(hash, verdict);
    const file = this.#file;
    if (file !== null) this.#later(() => file.append(JSON.stringify({ hash, ...verdict })));
  }
}

const ENTRY = object({
  hash: string,
  interesting: boolean,
  isTimeout: boolean,
  exitCode: nullable(number),
  slippedTo: nullable(string),
});

/** Null for a line that is not an entry: the predicate is then run again. */
function parseEntry(line: string): { hash: string; verdict: CandidateVerdict } | null {
  const entry = parseJson(line);
  if (!ENTRY.fits(entry)) return null;
  const { hash, interesting, isTimeout, exitCode, slippedTo } = entry;
  return { hash, verdict: { interesting, isTimeout, exitCode, slippedTo } };
}
