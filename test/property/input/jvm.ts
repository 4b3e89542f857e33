/**
 * What a JVM refuses of damaged class files must be refused here too, at the same point, and what
 * it runs must end here as there. The JVM verifies the classes of each program in a class loader
 * of its own, in one process for all of them (Verdicts.java).
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Jdk } from "../../conformance/support/jdks.ts";
import { type ClassSeed, writeFiles } from "./class-seeds.ts";
import { inRoot } from "./file-seeds.ts";
import { runKind } from "./kinds.ts";
import type { Ended, Limits, Worker } from "./worker.ts";

const VERDICTS = join(import.meta.dirname, "java/Verdicts.java");
/** Errors of loading and of linking, besides those of resolution, which come when an instruction runs. */
const REFUSED =
  /^java\.lang\.(VerifyError|ClassFormatError|NoClassDefFoundError|UnsupportedClassVersionError|ClassCircularityError)\b/;
/** Limits, and what there is no model of: nothing can be said of these. */
const UNKNOWN = /^E4/;
const THROWN = /^Exception in thread "[^"]*" ([\w.$]+)/m;

export interface Disagreement {
  /** Of the input. */
  readonly number: number;
  readonly here: string;
  readonly jvm: string;
}

export interface JvmTally {
  readonly inputs: number;
  /** The JVM refuses it, and it was run here. */
  readonly missed: readonly Disagreement[];
  /** It was refused as a bad class file here, and the JVM runs it to its end. */
  readonly tooStrict: readonly Disagreement[];
  /** Both refuse it, after different output. */
  readonly elsewhere: readonly Disagreement[];
  /** Both run it, to different ends. */
  readonly differ: readonly Disagreement[];
  readonly bothRefuse: number;
  readonly bothRun: number;
}

interface End {
  /** "-", or the error that ended it. */
  readonly end: string;
  readonly out: string;
}

export interface JvmOptions {
  readonly jdk: Jdk;
  readonly count: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Where class files go that the two disagree about; null: they are not saved. */
  readonly out: string | null;
}

export async function againstJvm(
  worker: Worker,
  seeds: readonly ClassSeed[],
  scratch: string,
  { jdk, count, seed, limits, out }: JvmOptions,
): Promise<JvmTally> {
  const here = new Map<string, Ended>();
  const lines: string[] = [];
  const inputs = fc.sample(runKind(seeds).damaged, { numRuns: count, seed });
  for (const [number, input] of inputs.entries()) {
    const root = join(scratch, `mutant-${number}`);
    writeFiles(root, input.files);
    const directory = join(root, "classes");
    const argv = inRoot(input.argv, root);
    here.set(directory, await worker.run({ argv, directory: root }, limits));
    lines.push(`${directory} ${input.argv.at(-1)!}`);
  }
  // Those are about threads: how one ends may depend on the schedule.
  const threaded = seeds.filter(({ name }) => name.startsWith("bundled ")).map(({ main }) => main);
  const hasOneEnd = inputs.map(({ argv }) => !threaded.includes(argv.at(-1)!));
  const tally = compare(here, verdicts(jdk, scratch, lines), hasOneEnd);
  for (const { number } of out === null ? [] : disagreements(tally)) {
    cpSync(join(scratch, `mutant-${number}`), join(out!, `jvm-${seed}-${number}`), COPYING);
  }
  return tally;
}

const COPYING = { recursive: true, force: true };

export const disagreements = ({
  missed,
  tooStrict,
  elsewhere,
  differ,
}: JvmTally): Disagreement[] => [...missed, ...tooStrict, ...elsewhere, ...differ];

function compare(
  here: ReadonlyMap<string, Ended>,
  there: ReadonlyMap<string, End>,
  hasOneEnd: readonly boolean[],
): JvmTally {
  const all = [...here].map(([directory, ended], number) => {
    const jvm = there.get(directory) ?? { end: "no verdict", out: "" };
    const { outcome, text, out } = ended;
    const isRun = /^(ran|E402)/.test(outcome);
    const end = outcome === "ran" ? (THROWN.exec(text)?.[1] ?? "-") : outcome;
    return {
      number,
      here: outcome === "ran" ? end : `${outcome} ${text.split("\n")[1] ?? ""}`,
      jvm: jvm.end,
      isRun,
      isRefused: REFUSED.test(jvm.end),
      isKnown: hasOneEnd[number]! && !UNKNOWN.test(outcome) && jvm.end !== "running",
      sameEnd: jvm.end === end || jvm.end.startsWith(`${end}:`),
      sameOutput: out.slice(0, 1000) === jvm.out.slice(0, 1000),
    };
  });
  const runs = all.filter((each) => each.isRun && !each.isRefused);
  const refused = all.filter((each) => !each.isRun && each.isRefused);
  return {
    inputs: all.length,
    missed: all.filter((each) => each.isRun && each.isRefused),
    tooStrict: all.filter((each) => each.here.startsWith("E201") && each.jvm === "-"),
    elsewhere: refused.filter((each) => each.isKnown && !each.sameOutput),
    differ: runs.filter((each) => each.isKnown && !(each.sameEnd && each.sameOutput)),
    bothRefuse: refused.length,
    bothRun: runs.length,
  };
}

function verdicts(jdk: Jdk, scratch: string, lines: readonly string[]): Map<string, End> {
  const [list, answers] = [join(scratch, "programs.txt"), join(scratch, "verdicts.txt")];
  mkdirSync(scratch, { recursive: true });
  writeFileSync(list, lines.join("\n"));
  const java = join(jdk.home, "bin/java");
  execFileSync(java, ["-XX:TieredStopAtLevel=1", "-Xmx512m", VERDICTS, list, answers], {
    stdio: "ignore",
    timeout: 600_000,
  });
  const found = readFileSync(answers, "utf8").matchAll(/^(\S+) =(\S*) (.*)$/gm);
  return new Map(
    [...found].map(([, directory, output, end]) => [
      directory!,
      { end: end!, out: Buffer.from(output!, "base64").toString() },
    ]),
  );
}
