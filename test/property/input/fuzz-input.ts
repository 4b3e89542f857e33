/**
 * `npm run fuzz:input -- --count N [--seed S] [--kind K] [--out DIR]`: N damaged class files and
 * N/10 damaged jars, traces, sessions and JSON files in equal parts. Exit code 1 when one of
 * them ends in exit code 70, a JavaScript stack trace, a dead process, more than 20 seconds,
 * or more memory than a gigabyte above what undamaged inputs take.
 * With `--jvm`: N damaged class files are run here and by a JVM, and what only one of them
 * refuses is named.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findJdk, VERSIONS } from "../../conformance/support/jdks.ts";
import { bundledSeeds, type ClassSeed, compiledSeeds, storedSeeds } from "./class-seeds.ts";
import { jsonKind, sessionKind, traceKind } from "./file-seeds.ts";
import { HANG_MILLIS, hunt, type SearchCounters, usualLimits } from "./hunt.ts";
import { againstJvm, disagreements } from "./jvm.ts";
import { classKind, jarKind, type Kind } from "./kinds.ts";
import { Worker } from "./worker.ts";

export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      count: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      kind: { type: "string" },
      jvm: { type: "boolean", default: false },
      out: { type: "string", default: join(tmpdir(), "deadwood-bad-inputs") },
    },
  });
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    process.stderr.write("--count and --seed take whole numbers\n");
    return 2;
  }
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-fuzz-input-"));
  const worker = new Worker();
  try {
    if (values.jvm) return await compareWithJvm(worker, scratch, { count, seed, out: values.out });
    const tallies = await huntAll(worker, scratch, { ...values, count, seed });
    process.stdout.write(`${tableOf(tallies)}\n`);
    const bad = tallies.flatMap((tally) => tally.bad);
    for (const { kind, number, why, text } of bad) {
      process.stdout.write(`\n${kind} ${number}: ${why}\n${text.slice(0, 1500)}\n`);
    }
    if (bad.length > 0) process.stdout.write(`\nSaved in ${values.out}.\n`);
    return bad.length > 0 ? 1 : 0;
  } finally {
    worker.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function compareWithJvm(
  worker: Worker,
  scratch: string,
  { count, seed, out }: { count: number; seed: number; out: string },
): Promise<number> {
  const jdk = VERSIONS.map(findJdk).findLast((each) => each !== null);
  if (jdk === undefined || jdk === null) throw new Error("there is no JDK to compare with");
  const seeds = [...storedSeeds(), ...bundledSeeds(), ...compiledSeeds(scratch)];
  const limits = { millis: HANG_MILLIS, peakBytes: Number.MAX_SAFE_INTEGER };
  const tally = await againstJvm(worker, seeds, scratch, { jdk, count, seed, limits, out });
  const { inputs, bothRefuse, bothRun, missed, tooStrict, elsewhere, differ } = tally;
  process.stdout.write(
    `class files ${inputs}: refused by both ${bothRefuse}, run by both ${bothRun}, ` +
      `refused by the JVM only ${missed.length}, refused here only ${tooStrict.length}, ` +
      `refused at another point ${elsewhere.length}, run to another end ${differ.length}\n`,
  );
  const all = { missed, tooStrict, elsewhere, differ };
  for (const [what, list] of Object.entries(all)) {
    for (const { number, here, jvm } of list) {
      process.stdout.write(`${what} ${number}: here ${here}; JVM ${jvm}\n`);
    }
  }
  if (disagreements(tally).length === 0) return 0;
  process.stdout.write(`Saved in ${out}.\n`);
  return 1;
}

async function huntAll(
  worker: Worker,
  scratch: string,
  { count, seed, kind, out }: { count: number; seed: number; kind?: string; out: string },
): Promise<SearchCounters[]> {
  const stored = storedSeeds();
  const named = (name: string): ClassSeed => stored.find((each) => each.main === name)!;
  const makers: Readonly<Record<string, () => Kind | Promise<Kind>>> = {
    "class file": () => classKind([...stored, ...bundledSeeds(), ...compiledSeeds(scratch)]),
    jar: () => jarKind(stored),
    trace: () => traceKind(worker, scratch),
    session: () => sessionKind(worker, scratch, named("Shapes")),
    JSON: () => jsonKind(named("Turns")),
  };
  const all: Kind[] = [];
  for (const [name, make] of Object.entries(makers)) {
    if (kind === undefined || kind === name) all.push(await make());
  }
  const limits = await usualLimits(worker, all);
  const tallies: SearchCounters[] = [];
  for (const each of all) {
    const share = each.name === "class file" ? count : Math.ceil(count / 40);
    const tally = await hunt(worker, each, { count: share, seed, limits, out });
    tallies.push(tally);
    process.stderr.write(`${tally.kind}: ${tally.inputs} inputs, ${tally.bad.length} bad\n`);
  }
  return tallies;
}

function tableOf(tallies: readonly SearchCounters[]): string {
  const rows = tallies.map(({ kind, inputs, outcomes, bad, slowestMillis }) => {
    const ways = [...outcomes].toSorted(([, a], [, b]) => b - a);
    const text = ways.map(([name, times]) => `${name} ${times}`).join(", ");
    const slowest = `${(slowestMillis / 1000).toFixed(1)} s`;
    return [kind, `${inputs}`, `${bad.length}`, slowest, text];
  });
  const table = [["kind", "inputs", "bad", "slowest", "outcomes"], ...rows];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)));
  return table
    .map((row) => row.map((cell, i) => (i === 4 ? cell : cell.padEnd(widths[i]!))).join("  "))
    .join("\n");
}
