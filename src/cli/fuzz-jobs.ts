/**
 * A campaign shared out among processes: each runs `deadwood fuzz` itself on some of
 * the seeds, and what they report is added up. What is found does not depend on
 * how many there are.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { interruptName, isInterruptName } from "../core/interrupts.ts";
import { addTotals, type CampaignTotals, newTotals } from "../fuzz/campaign.ts";
import { type FamilyName } from "../fuzz/families/all-families.ts";
import { temporaryDirectory } from "../launch/temporary-directory.ts";
import {
  type FuzzReport,
  isFuzzReport,
  type ReportedDifference,
} from "../report/fuzz/fuzz-report.ts";
import { FuzzProgress } from "./fuzz-loop.ts";
import type { FuzzOptions, FuzzPlan } from "./fuzz-options.ts";
import type { Host } from "./host.ts";
import { watchInterrupts } from "./interrupts.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/deadwood.js", import.meta.url));
/** Programs of a share, at most: enough for a process to get warm, and few enough for the last ones to end together. */
const MAX_SHARE = 600;
/** Shares for each process, at least. */
const SHARES = 4;

/**
 * Each machine takes memory of some megabytes and gives it back. Beyond this size the C
 * library should ask the system for it, which has cleared pages, and not clear what it kept.
 */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: "131072" };

interface Share {
  readonly seed: number;
  readonly programs: number;
}

export interface JobsResult {
  readonly totals: CampaignTotals;
  readonly differences: readonly ReportedDifference[];
  readonly limit: string | null;
}

function sharesOf({ seed, programs, jobs }: FuzzPlan, kinds: number): Share[] {
  const wanted = Math.min(MAX_SHARE, Math.ceil(programs / (jobs * SHARES)));
  // A share begins where the kinds begin to take turns, so that it has the same programs.
  const size = Math.ceil(wanted / kinds) * kinds;
  const shares: Share[] = [];
  for (let at = 0; at < programs; at += size) {
    shares.push({ seed: seed + at / kinds, programs: Math.min(size, programs - at) });
  }
  return shares;
}

export async function runJobs(
  plan: FuzzPlan,
  kinds: readonly FamilyName[],
  options: FuzzOptions,
  host: Host,
): Promise<JobsResult> {
  const jobs = new Jobs(plan, options, host, sharesOf(plan, kinds.length));
  return jobs.run();
}

class Jobs {
  readonly #plan: FuzzPlan;
  readonly #options: FuzzOptions;
  readonly #host: Host;
  readonly #shares: readonly Share[];
  readonly #folder = temporaryDirectory("deadwood-fuzz-");
  readonly #children = new Set<ChildProcess>();
  readonly #totals = newTotals();
  readonly #differences: ReportedDifference[] = [];
  readonly #progress: FuzzProgress;
  readonly #begin = performance.now();
  #next = 0;
  #limit: string | null = null;

  constructor(plan: FuzzPlan, options: FuzzOptions, host: Host, shares: readonly Share[]) {
    this.#plan = plan;
    this.#options = options;
    this.#host = host;
    this.#shares = shares;
    this.#progress = new FuzzProgress(host, plan.programs);
  }

  async run(): Promise<JobsResult> {
    const interrupt = watchInterrupts(this.#host, (signal) => {
      this.#limit ??= interruptName(signal);
      for (const child of this.#children) child.kill(signal);
    });
    try {
      await Promise.all(Array.from({ length: this.#plan.jobs }, () => this.#work()));
    } finally {
      interrupt.close();
      for (const child of this.#children) child.kill();
      this.#progress.clear();
      this.#folder.remove();
    }
    const differences = this.#differences.toSorted(
      (a, b) => a.seed - b.seed || (a.kind < b.kind ? -1 : 1),
    );
    return { totals: this.#totals, differences, limit: this.#limit };
  }

  /** One share after the other, until there is none or a limit is reached. */
  async #work(): Promise<void> {
    for (;;) {
      const left = this.#plan.seconds - (performance.now() - this.#begin) / 1000;
      const number = this.#next++;
      const share = this.#shares[number];
      if (share === undefined || this.#limit !== null) return;
      if (left <= 0) {
        this.#limit = `${this.#plan.seconds} s`;
        return;
      }
      this.#add(await this.#start(share, join(this.#folder.path, `${number}.json`), left));
    }
  }

  #add(report: FuzzReport): void {
    addTotals(this.#totals, report.totals);
    this.#differences.push(...report.differences);
    if (report.limit !== null) {
      // The time that was left to it is not the time that the user gave.
      this.#limit ??= isInterruptName(report.limit) ? report.limit : `${this.#plan.seconds} s`;
    }
    this.#progress.show(this.#totals);
    this.#host.streams.flush();
  }

  #start(share: Share, file: string, left: number): Promise<FuzzReport> {
    const child = spawn(process.execPath, [PROGRAM, ...this.#words(share, file, left)], {
      env: { ...this.#host.env, ...ENVIRONMENT },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#children.add(child);
    let messages = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      messages += text;
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        this.#children.delete(child);
        const report = readReport(file);
        if (report === null) {
          reject(new Error(`a process of the campaign ended with code ${code}:\n${messages}`));
        } else resolve(report);
      });
    });
  }

  #words({ seed, programs }: Share, file: string, left: number): string[] {
    const { kind, configurations, sample, against, states, out, jvmRuns, libraryStates, jdk } =
      this.#options;
    const limits = { "jvm-runs": jvmRuns, "library-states": libraryStates };
    const optional = { kind, configurations, sample, out, ...limits, jdk };
    const named = Object.entries(optional).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
    const time = left === Number.POSITIVE_INFINITY ? [] : ["--time", left.toFixed(3)];
    const fixed = { against, states, seed: `${seed}`, programs: `${programs}`, json: file };
    const all = Object.entries(fixed).flatMap(([name, value]) => [`--${name}`, value]);
    return ["fuzz", ...all, ...named, ...time];
  }
}

/** Null when the process did not come that far. */
function readReport(file: string): FuzzReport | null {
  try {
    const report: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isFuzzReport(report) ? report : null;
  } catch {
    return null;
  }
}
