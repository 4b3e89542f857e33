/**
 * All the reports that a check writes for other tools. They are written however the check ends: with a verdict,
 * with what was known when a signal came, or with an error. A tool must never find the report of an earlier run.
 */
import { type CheckOutcome, failedCheck } from "../check/failed-check.ts";
import { refusedBySystem } from "../core/disk.ts";
import { DeadwoodError } from "../core/errors.ts";
import { oneOf } from "../core/one-of.ts";
import type { ReportFormat } from "../report/check/render.ts";
import { type Host, print } from "./host.ts";
import type { OptionRow } from "./options.ts";
import { type OutputFiles, requireWritable } from "./output-files.ts";

/** The options of a format are called as their value in `FORMATS`. */
export interface ReportWords {
  readonly json?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly summary?: string;
  readonly annotations?: string;
}

interface FileFormat {
  readonly option: keyof Omit<ReportWords, "annotations">;
  readonly format: ReportFormat;
  readonly about: string;
  /** The file may have contents that stay. */
  readonly isAppended?: true;
}

/** A new format is a new row. */
const FORMATS: readonly FileFormat[] = [
  { option: "json", format: "json", about: "write the report as JSON" },
  { option: "junit", format: "junit", about: "write the report as JUnit XML" },
  { option: "sarif", format: "sarif", about: "write the report as SARIF" },
  {
    option: "summary",
    format: "markdown",
    about: "append a summary in Markdown, as to $GITHUB_STEP_SUMMARY",
    isAppended: true,
  },
];

const ANNOTATIONS = ["github"] as const;

export const REPORT_OPTIONS: readonly OptionRow[] = [
  ...FORMATS.map(({ option, about }) => ({ flags: `--${option} <file>`, about })),
  {
    flags: `--annotations <${ANNOTATIONS.join("|")}>`,
    about: "also print the violations as annotations of GitHub Actions",
  },
];

export class ReportFiles {
  readonly #words: ReportWords;
  readonly #host: Host;

  /** Fails early for a file that could not be written at the end. */
  constructor(words: ReportWords, host: Host) {
    this.#words = words;
    this.#host = host;
    for (const { option } of FORMATS) requireWritable(`--${option}`, words[option]);
    if (words.annotations !== undefined) oneOf("--annotations", words.annotations, ANNOTATIONS);
  }

  async write(outcome: CheckOutcome, files: OutputFiles): Promise<void> {
    const wanted = FORMATS.filter(({ option }) => this.#words[option] !== undefined);
    if (wanted.length === 0 && this.#words.annotations === undefined) return;
    // Most checks write none, and should not wait for the code of all formats.
    const { render, reportPlace } = await import("../report/check/render.ts");
    const { directory } = this.#host;
    if (this.#words.annotations !== undefined) {
      const { githubAnnotations } = await import("../report/check/annotations.ts");
      print(this.#host, githubAnnotations(outcome, reportPlace(directory)));
    }
    for (const { option, format, isAppended } of wanted) {
      const make = (): string => render(outcome, format, { directory });
      if (isAppended === true) files.append(`--${option}`, this.#words[option], make);
      else files.text(`--${option}`, this.#words[option], make);
    }
  }

  /** `words`: the program and its arguments. */
  async writeError(words: readonly string[], error: unknown, files: OutputFiles): Promise<void> {
    const known = error instanceof DeadwoodError ? error : refusedBySystem(error);
    await this.write(failedCheck(words, known ?? error), files);
  }
}
