/** `deadwood fuzz`: random programs, searched in several ways that must agree. */
import type { Command } from "commander";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { count } from "../../core/numbers.ts";
import type { CampaignTotals } from "../../fuzz/campaign.ts";
import { type FuzzEvent, fuzz, recheckDifference } from "../../fuzz/fuzz.ts";
import type { FuzzReport } from "../../fuzz/fuzz-report.ts";
import { DEFAULT_PROGRAMS, type FuzzOptions } from "../../fuzz/options.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import { fuzzLines } from "../../report/fuzz/text.ts";
import { addFuzzOptions, type FuzzCommandOptions, fuzzOptions } from "../fuzz-options.ts";
import { type Host, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";

/** `known` is all that --configurations can name. */
export function addFuzzCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  const command = program
    .command("fuzz")
    .description("compare ways to search, on random programs with several threads");
  addFuzzOptions(command).action(async (options: FuzzCommandOptions) => {
    done(await runFuzz(options, host, known));
  });
}

async function runFuzz(
  given: FuzzCommandOptions,
  host: Host,
  known: readonly Configuration[],
): Promise<number> {
  const options: FuzzOptions = { ...fuzzOptions(given), known, env: host.env };
  requireWritable("--json", given.json);
  if (given.input !== undefined) return await recheck(given.input, given.classes, options, host);
  if (given.classes !== undefined) throw new BadUsageError("--classes goes with --input");
  const report = await campaign(options, host);
  host.streams.write(1, Buffer.from(`${fuzzLines(report).join("\n")}\n`));
  const files = new OutputFiles(host);
  files.json("--json", given.json, () => report);
  return files.exitCode(EXIT_CODES[report.verdict]);
}

const EXIT_CODES = {
  same: ExitCode.safe,
  different: ExitCode.violated,
  incomplete: ExitCode.incomplete,
} as const;

async function campaign(options: FuzzOptions, host: Host): Promise<FuzzReport> {
  const interrupt = interruptSignal(host);
  const progress = new FuzzProgress(host, options.programs ?? DEFAULT_PROGRAMS);
  try {
    const job = fuzz({ ...options, signal: interrupt.signal });
    for await (const event of job) show(event, progress, host);
    return await job;
  } finally {
    interrupt.close();
    progress.clear();
  }
}

function show(event: FuzzEvent, progress: FuzzProgress, host: Host): void {
  switch (event.type) {
    case "progress":
      progress.show(event.totals);
      break;
    case "families-skipped":
      warn(host, `no JDK was found: no programs of the kinds ${event.families.join(" and ")}`);
      break;
    case "difference":
      progress.clear();
  }
  host.streams.flush();
}

/** Whether a saved difference still occurs. */
async function recheck(
  directory: string,
  classes: string | undefined,
  options: FuzzOptions,
  host: Host,
): Promise<number> {
  const { verdict, differences } = await recheckDifference(directory, options, classes);
  const lines = differences.map((each) => `${each.configuration}: ${each.kind} ${each.text}`);
  const { text, exitCode } = RECHECKED[verdict];
  host.streams.write(1, Buffer.from(`${[...lines, text].join("\n")}\n`));
  return exitCode;
}

const RECHECKED = {
  different: {
    text: "different: the saved difference still occurs",
    exitCode: ExitCode.violated,
  },
  gone: { text: "no difference: it no longer occurs", exitCode: ExitCode.safe },
  incomplete: {
    text: "incomplete: the saved difference did not show within the limits",
    exitCode: ExitCode.incomplete,
  },
} as const;

/** Milliseconds after which there is a progress line, and between two of them. */
const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;

class FuzzProgress {
  readonly #host: Host;
  readonly #programs: number;
  readonly #begin = performance.now();
  #shownAt = PROGRESS_AFTER - PROGRESS_EVERY;
  #isShown = false;

  constructor(host: Host, programs: number) {
    this.#host = host;
    this.#programs = programs;
  }

  show({
    programs,
    unfinished,
    skipped,
    different,
  }: Pick<CampaignTotals, "programs" | "unfinished" | "skipped" | "different">): void {
    const millis = performance.now() - this.#begin;
    const width = this.#host.terminalWidth;
    if (width === undefined || millis < this.#shownAt + PROGRESS_EVERY) return;
    this.#shownAt = millis;
    this.#isShown = true;
    const speed = ((programs / millis) * 1000).toFixed(1);
    const line = `${count(programs)} of ${count(this.#programs)} programs, ${count(unfinished + skipped)} too large for the reference, ${count(different)} different, ${speed} programs/s`;
    this.#write(`\r\u001b[K${line.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#write("\r\u001b[K");
    this.#isShown = false;
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
  }
}
