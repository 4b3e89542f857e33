/**
 * The schedules of the violations that were found, by handle. They are files in a temporary directory, which is
 * removed when the server ends; only the newest are kept.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTrace } from "../check/trace-file.ts";
import { InputUnreadableError } from "../core/errors.ts";
import { temporaryDirectory } from "../launch/temporary-directory.ts";

const MAX_TRACES = 50;
/** A resource is read as a whole. */
const MAX_RESOURCE = 1_000_000;
const HANDLE = /^trace-(\d+)\.(\d+)$/;

export class Traces {
  readonly #folder = temporaryDirectory("deadwood-mcp-");
  #calls = 0;

  get directory(): string {
    return this.#folder.path;
  }

  /** How the handles of the next call's traces begin. */
  nextPrefix(): string {
    return `trace-${++this.#calls}`;
  }

  /** The handles, oldest first. */
  names(): string[] {
    return readdirSync(this.directory)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length))
      .filter((name) => HANDLE.test(name))
      .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  /** The path that a handle stands for; other texts are paths already. */
  pathOf(trace: string): string {
    if (!HANDLE.test(trace)) return trace;
    const known = this.names();
    if (known.includes(trace)) return join(this.directory, `${trace}.json`);
    throw new InputUnreadableError(`there is no trace ${trace}`, {
      hint:
        known.length === 0
          ? "No check of this server has found a violation yet: call check first."
          : `Call check again, or use one of ${known.slice(-10).join(", ")}.`,
    });
  }

  /** Removes the oldest, when there are too many. */
  prune(): void {
    for (const name of this.names().slice(0, -MAX_TRACES)) rmSync(this.pathOf(name));
  }

  /** The trace file; of a long one only what a replay needs. */
  read(name: string): string {
    const path = this.pathOf(name);
    if (statSync(path).size <= MAX_RESOURCE) return readFileSync(path, "utf8");
    const { steps, ...rest } = readTrace(path);
    const trace = { steps: steps.map(({ thread, choice }) => ({ thread, choice })) };
    const text = JSON.stringify({ format: "deadwood-trace", version: 1, ...rest, trace });
    if (text.length <= MAX_RESOURCE) return text;
    throw new InputUnreadableError(`${name} has ${steps.length} steps, too many for a resource`, {
      hint: "Use replay with fromRow and rows to read parts of it.",
    });
  }

  remove(): void {
    this.#folder.remove();
  }
}
