/**
 * What a JVM refuses of damaged class files must be refused here too. The JVM verifies the classes
 * of each program in a class loader of its own, in one process for all of them (Verdicts.java).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { installedJdk } from "../../support/java.ts";
import { type ClassSeed, writeFiles } from "./class-seeds.ts";
import { inRoot } from "./file-seeds.ts";
import { runKind } from "./kinds.ts";
import type { Limits, Worker } from "./worker.ts";

const VERDICTS = join(import.meta.dirname, "java/Verdicts.java");
/** Errors of loading and of linking, besides those of resolution, which come when an instruction runs. */
const REFUSED =
  /^java\.lang\.(VerifyError|ClassFormatError|NoClassDefFoundError|UnsupportedClassVersionError|ClassCircularityError)\b/;

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
  readonly bothRefuse: number;
  readonly bothRun: number;
}

export async function againstJvm(
  worker: Worker,
  seeds: readonly ClassSeed[],
  scratch: string,
  { count, seed, limits }: { count: number; seed: number; limits: Limits },
): Promise<JvmTally> {
  const here = new Map<string, string>();
  const lines: string[] = [];
  const inputs = fc.sample(runKind(seeds).damaged, { numRuns: count, seed });
  for (const [number, input] of inputs.entries()) {
    const root = join(scratch, `mutant-${number}`);
    writeFiles(root, input.files);
    const { outcome, text } = await worker.run(
      { argv: inRoot(input.argv, root), directory: root },
      limits,
    );
    const directory = join(root, "classes");
    here.set(directory, outcome === "ran" ? outcome : `${outcome} ${text.split("\n")[1] ?? ""}`);
    lines.push(`${directory} ${input.argv.at(-1)!}`);
  }
  const jvm = verdicts(scratch, lines);
  const all = [...here].map(([directory, outcome], number) => ({
    number,
    here: outcome,
    jvm: jvm.get(directory) ?? "no verdict",
  }));
  const isRun = (each: Disagreement): boolean => /^(ran|E402)/.test(each.here);
  return {
    inputs: all.length,
    missed: all.filter((each) => isRun(each) && REFUSED.test(each.jvm)),
    tooStrict: all.filter((each) => each.here.startsWith("E201") && each.jvm === "-"),
    bothRefuse: all.filter((each) => !isRun(each) && REFUSED.test(each.jvm)).length,
    bothRun: all.filter((each) => isRun(each) && !REFUSED.test(each.jvm)).length,
  };
}

function verdicts(scratch: string, lines: readonly string[]): Map<string, string> {
  const [list, answers] = [join(scratch, "programs.txt"), join(scratch, "verdicts.txt")];
  mkdirSync(scratch, { recursive: true });
  writeFileSync(list, lines.join("\n"));
  const java = join(installedJdk!.home, "bin/java");
  execFileSync(java, ["-XX:TieredStopAtLevel=1", "-Xmx512m", VERDICTS, list, answers], {
    stdio: "ignore",
    timeout: 600_000,
  });
  return new Map(
    readFileSync(answers, "utf8")
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );
}
