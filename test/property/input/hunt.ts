/** Gives damaged inputs to the tool and counts how that ended. Bad ones are saved with their command line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { writeFiles } from "./class-seeds.ts";
import { inRoot } from "./file-seeds.ts";
import type { Input, Kind } from "./kinds.ts";
import type { Ended, Limits, Worker } from "./worker.ts";

export const HANG_MILLIS = 20_000;
const MORE_THAN_NORMAL = 1 << 30;

export interface Bad {
  readonly kind: string;
  readonly number: number;
  readonly why: string;
  readonly text: string;
  readonly argv: readonly string[];
}

export interface SearchCounters {
  readonly kind: string;
  readonly inputs: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly bad: readonly Bad[];
  readonly slowestMillis: number;
}

/** The most memory that undamaged inputs take, and one gigabyte. */
export async function usualLimits(worker: Worker, kinds: readonly Kind[]): Promise<Limits> {
  let peak = 0;
  const generous = { millis: 6 * HANG_MILLIS, peakBytes: Number.MAX_SAFE_INTEGER };
  for (const { name, intact } of kinds) {
    for (const input of intact) {
      const { bad, text, peakBytes } = await feed(worker, input, generous);
      if (bad !== null) throw new Error(`an undamaged ${name}: ${bad}\n${text}`);
      peak = Math.max(peak, peakBytes);
    }
  }
  return { millis: HANG_MILLIS, peakBytes: peak + MORE_THAN_NORMAL };
}

export interface HuntOptions {
  readonly count: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Where bad inputs go; null: they are not saved. */
  readonly out: string | null;
}

export async function hunt(
  worker: Worker,
  kind: Kind,
  options: HuntOptions,
): Promise<SearchCounters> {
  const { count, seed, limits, out } = options;
  const outcomes = new Map<string, number>();
  const bad: Bad[] = [];
  let slowestMillis = 0;
  const inputs = fc.sample(kind.damaged, { numRuns: count, seed });
  for (const [number, input] of inputs.entries()) {
    const begin = performance.now();
    const ended = await feed(worker, input, limits);
    slowestMillis = Math.max(slowestMillis, performance.now() - begin);
    outcomes.set(ended.outcome, (outcomes.get(ended.outcome) ?? 0) + 1);
    if (ended.bad === null) continue;
    const { argv } = input;
    bad.push({ kind: kind.name, number, why: ended.bad, text: ended.text, argv });
    if (out !== null)
      save(join(out, `${kind.name.replaceAll(" ", "-")}-${seed}-${number}`), input, ended);
  }
  return { kind: kind.name, inputs: inputs.length, outcomes, bad, slowestMillis };
}

async function feed(worker: Worker, input: Input, limits: Limits): Promise<Ended> {
  const root = mkdtempSync(join(tmpdir(), "deadwood-input-"));
  try {
    writeFiles(root, input.files);
    return await worker.run({ argv: inRoot(input.argv, root), directory: root }, limits);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function save(directory: string, input: Input, { bad, text }: Ended): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  writeFiles(directory, input.files);
  const command = inRoot(input.argv, directory).join(" ");
  writeFileSync(join(directory, "bad.txt"), `deadwood ${command}\n${bad}\n${text}\n`);
}
