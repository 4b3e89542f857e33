/**
 * Shares a campaign among several processes. Each runs `deadwood fuzz` on some of the seeds, and their
 * reports are added up. The findings do not depend on the number of processes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInterruptName } from "../core/interrupts.ts";
import { abortText } from "../core/job.ts";
import { temporaryDirectory } from "../launch/temporary-directory.ts";
import { addTotals, type CampaignTotals, newTotals } from "./campaign.ts";
import type { FamilyName } from "./families/all-families.ts";
import { type FuzzReport, isFuzzReport, type ReportedDifference } from "./fuzz-report.ts";
import { type FuzzOptions, type FuzzPlan, repeatingOptions } from "./options.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/deadwood.js", import.meta.url));
/**
 * The maximum number of programs in a share: enough for a process to warm up, and few enough for the last
 * shares to end together.
 */
const MAX_SHARE = 600;
/** The minimum number of shares for each process. */
const SHARES = 4;

/**
 * Each machine allocates some megabytes and frees them. Above this size the C library should get memory from
 * the system, which provides cleared pages, instead of clearing memory it has kept.
 */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: "131072" };

interface Share {
  readonly seed: number;
  readonly programs: number;
}

export interface SharedResult {
  readonly totals: CampaignTotals;
  readonly differences: readonly ReportedDifference[];
  readonly limit: string | null;
}

export interface SharedCampaign {
  readonly plan: FuzzPlan;
  readonly families: readonly FamilyName[];
  readonly options: FuzzOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (totals: CampaignTotals) => void;
}

export const runInProcesses = (campaign: SharedCampaign): Promise<SharedResult> =>
  new WorkerProcesses(campaign).run();

function sharesOf({ seed, programs, jobs }: FuzzPlan, families: number): Share[] {
  const wanted = Math.min(MAX_SHARE, Math.ceil(programs / (jobs * SHARES)));
  // A share starts at a multiple of the number of families, so that its programs are the same.
  const size = Math.ceil(wanted / families) * families;
  const shares: Share[] = [];
  for (let at = 0; at < programs; at += size) {
    shares.push({ seed: seed + at / families, programs: Math.min(size, programs - at) });
  }
  return shares;
}

class WorkerProcesses {
  readonly #campaign: SharedCampaign;
  readonly #shares: readonly Share[];
  readonly #folder = temporaryDirectory("deadwood-fuzz-");
  readonly #children = new Set<ChildProcess>();
  readonly #totals = newTotals();
  readonly #differences: ReportedDifference[] = [];
  readonly #begin = performance.now();
  #next = 0;
  #limit: string | null = null;

  constructor(campaign: SharedCampaign) {
    this.#campaign = campaign;
    this.#shares = sharesOf(campaign.plan, campaign.families.length);
  }

  async run(): Promise<SharedResult> {
    const { signal } = this.#campaign.options;
    const stop = (): void => {
      if (signal !== undefined) this.#limit ??= abortText(signal);
      for (const child of this.#children) child.kill();
    };
    signal?.addEventListener("abort", stop);
    try {
      await Promise.all(Array.from({ length: this.#campaign.plan.jobs }, () => this.#work()));
    } finally {
      signal?.removeEventListener("abort", stop);
      for (const child of this.#children) child.kill();
      this.#folder.remove();
    }
    const differences = this.#differences.toSorted(
      (a, b) => a.seed - b.seed || (a.kind < b.kind ? -1 : 1),
    );
    return { totals: this.#totals, differences, limit: this.#limit };
  }

  /** Runs one share after the other until none is left or a limit is reached. */
  async #work(): Promise<void> {
    const { seconds } = this.#campaign.plan;
    for (;;) {
      const left = seconds - (performance.now() - this.#begin) / 1000;
      const number = this.#next++;
      const share = this.#shares[number];
      if (share === undefined || this.#limit !== null) return;
      if (left <= 0) {
        this.#limit = `${seconds} s`;
        return;
      }
      this.#add(await this.#start(share, join(this.#folder.path, `${number}.json`), left));
    }
  }

  #add(report: FuzzReport): void {
    addTotals(this.#totals, report.totals);
    this.#differences.push(...report.differences);
    if (report.limit !== null) {
      // Report the limit that the user set, not the time that was left for the share.
      const { seconds } = this.#campaign.plan;
      this.#limit ??= isInterruptName(report.limit) ? report.limit : `${seconds} s`;
    }
    this.#campaign.onProgress(this.#totals);
  }

  #start(share: Share, file: string, left: number): Promise<FuzzReport> {
    const child = spawn(process.execPath, [PROGRAM, ...this.#words(share, file, left)], {
      env: { ...this.#campaign.env, ...ENVIRONMENT },
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
    const { families, options } = this.#campaign;
    const { saveTo, jdk } = options;
    const time = left === Number.POSITIVE_INFINITY ? undefined : left.toFixed(3);
    const given = { out: saveTo, jdk, time };
    const fixed = {
      seed: `${seed}`,
      programs: `${programs}`,
      json: file,
      kind: families.join(","),
    };
    const named = Object.entries({ ...fixed, ...given }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
    return ["fuzz", ...named, ...repeatingOptions(options)];
  }
}

/** Null if the process ended before it could report. */
function readReport(file: string): FuzzReport | null {
  try {
    const report: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isFuzzReport(report) ? report : null;
  } catch {
    return null;
  }
}
