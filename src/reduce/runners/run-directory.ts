/**
 * A fresh directory for each run, with the candidate in it and a place for the command's own
 * files. A tool that leaves a cache or a lock there does not make the next answer another one.
 */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Disk, onDisk } from "../../core/disk.ts";
import {
  type Candidate,
  type CandidateForm,
  writeDirectory,
  writeJar,
} from "../files/candidate.ts";

export interface RunDirectory {
  readonly directory: string;
  /** Where the candidate is. */
  readonly path: string;
  /** Empty: for whatever the command wants to write. */
  readonly scratch: string;
  /** By which names the run may call its directory. */
  readonly names: readonly string[];
  remove(): void;
}

/** Ends in a plain name, for tools that examine the extension. */
const NAMES: Readonly<Record<CandidateForm, string>> = { jar: "input.jar", directory: "input" };

const SCRATCH = "files";

/** How many directories are kept for runs that may never happen. */
const MOST_READY = 3;

export class Workplace {
  readonly #disk: Disk;
  readonly #form: CandidateForm;
  readonly #root: string;
  /** Directories of runs that have not begun, by the candidate's hash. */
  readonly #ready = new Map<string, RunDirectory>();

  /** `parent`: a directory for temporary files. */
  constructor(disk: Disk, form: CandidateForm, parent: string = tmpdir()) {
    this.#disk = disk;
    this.#form = form;
    this.#root = onDisk("make a directory for the predicate's runs in", parent, () =>
      disk.makeFresh(join(parent, "deadwood-reduce-")),
    );
  }

  /** A directory for this candidate alone that no run has used. */
  prepare(candidate: Candidate): RunDirectory {
    const ready = this.#ready.get(candidate.hash);
    if (ready === undefined) return this.#prepare(candidate);
    this.#ready.delete(candidate.hash);
    return ready;
  }

  /** For a run that will probably be asked for. */
  prepareAhead(candidate: Candidate): void {
    const { hash } = candidate;
    if (this.#ready.has(hash)) return;
    const [oldest] = this.#ready;
    if (oldest !== undefined && this.#ready.size >= MOST_READY) {
      this.#ready.delete(oldest[0]);
      oldest[1].remove();
    }
    try {
      this.#ready.set(hash, this.#prepare(candidate));
    } catch {
      // The candidate has not been asked for. It is written again when it is.
    }
  }

  /** All of them have names of the same length: output that is cut is cut at the same place. */
  #prepare(candidate: Candidate): RunDirectory {
    const directory = onDisk("make a directory for a run in", this.#root, () =>
      this.#disk.makeFresh(join(this.#root, "run-")),
    );
    const path = join(directory, NAMES[this.#form]);
    const scratch = join(directory, SCRATCH);
    try {
      onDisk("make the directory", scratch, () => this.#disk.makeDirectory(scratch));
      if (this.#form === "jar") writeJar(this.#disk, path, candidate);
      else writeDirectory(this.#disk, path, candidate);
    } catch (error) {
      this.#remove(directory);
      throw error;
    }
    const names = [...new Set([realpathSync(directory), directory])];
    return { directory, path, scratch, names, remove: () => this.#remove(directory) };
  }

  /** For the files of a process that outlives a run. */
  prepareEmpty(): string {
    return onDisk("make a directory for a process in", this.#root, () =>
      this.#disk.makeFresh(join(this.#root, "process-")),
    );
  }

  close(): void {
    this.#remove(this.#root);
  }

  /** What a tool has locked against us stays where temporary files are: no reason to stop. */
  #remove(path: string): void {
    try {
      this.#disk.remove(path);
    } catch {
      // The next attempt is when all runs have ended.
    }
  }
}
