/**
 * Every question of a reduction, for people (CSV) and for programs (JSON lines).
 * Both have the same fields under the same names.
 */
import { join } from "node:path";
import type { Disk } from "../../core/disk.ts";
import { boolean, literal, number, object, parseJson, string } from "../../core/json-shape.ts";
import { LineFile } from "../files/line-file.ts";
import type { VerdictWord } from "../predicate/verdict.ts";

export interface LoggedStep {
  /** Seconds since the session began, without those between its end and its being taken up again. */
  readonly time: number;
  /** How many different candidates the predicate had to be run on so far. */
  readonly run: number;
  readonly strategy: string;
  /** Of the candidate. */
  readonly items: number;
  readonly classes: number;
  readonly bytes: number;
  readonly verdict: VerdictWord;
  /** The verdict was known before. */
  readonly known: boolean;
  /** Bytes of the best so far, this one included. */
  readonly best: number;
}

const COLUMNS = [
  "time",
  "run",
  "strategy",
  "items",
  "classes",
  "bytes",
  "verdict",
  "known",
  "best",
] as const satisfies readonly (keyof LoggedStep)[];

const STEPS_CSV = "steps.csv";
const STEPS_JSON = "steps.jsonl";

export class StepLog {
  readonly #csv: LineFile;
  readonly #json: LineFile;
  /** Those that earlier processes logged. */
  readonly earlier: readonly LoggedStep[];

  constructor(disk: Disk, directory: string) {
    this.#csv = new LineFile(disk, join(directory, STEPS_CSV));
    this.#json = new LineFile(disk, join(directory, STEPS_JSON));
    this.earlier = stepsIn(this.#json.lines);
    if (this.#csv.lines.length === 0) this.#csv.append(COLUMNS.join(","));
  }

  add(step: LoggedStep): void {
    const fields = COLUMNS.map((column) => [column, step[column]] as const);
    this.#json.append(JSON.stringify(Object.fromEntries(fields)));
    this.#csv.append(fields.map(([, value]) => csvField(`${value}`)).join(","));
  }
}

const csvField = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const STEP = object({
  time: number,
  run: number,
  strategy: string,
  items: number,
  classes: number,
  bytes: number,
  verdict: literal("interesting", "boring", "timed-out"),
  known: boolean,
  best: number,
});

/** Foreign lines are skipped: the log is for people, and a reduction does not depend on it. */
const stepsIn = (lines: readonly string[]): LoggedStep[] =>
  lines.map((line) => parseJson(line)).filter((step) => STEP.fits(step));
