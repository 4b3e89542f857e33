/**
 * Compiles the corpus with a JDK's own javac, one run for all programs with
 * the same options, into a folder that is kept. Asking again is free.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cachedFolder } from "./cached-folder.ts";
import { type Jdk, runJavac } from "./jdks.ts";
import type { ConformanceProgram } from "./programs.ts";

/** The folder of class files of each program, by its id. */
export function compilePrograms(
  programs: readonly ConformanceProgram[],
  jdk: Jdk,
): ReadonlyMap<string, string> {
  const batches = new Map<string, ConformanceProgram[]>();
  for (const program of programs) {
    const key = program.classes.size > 0 ? "assembled" : program.javac.join(" ");
    batches.set(key, [...(batches.get(key) ?? []), program]);
  }
  const folders = new Map<string, string>();
  for (const [key, batch] of batches) {
    const folder = cached(key, batch, jdk);
    for (const program of batch) folders.set(program.id, folder);
  }
  return folders;
}

function cached(options: string, batch: readonly ConformanceProgram[], jdk: Jdk): string {
  const contents = batch.flatMap(({ id, sources, classes }) => [
    id,
    ...sources.map((source) => readFileSync(source)),
    ...classes.values(),
  ]);
  return cachedFolder([jdk.build, options, ...contents], (folder) => {
    if (options === "assembled") writeClasses(folder, batch);
    else javac(folder, batch, jdk);
  });
}

function writeClasses(folder: string, batch: readonly ConformanceProgram[]): void {
  for (const { classes } of batch) {
    for (const [name, bytes] of classes) {
      const file = join(folder, `${name}.class`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
  }
}

function javac(folder: string, batch: readonly ConformanceProgram[], jdk: Jdk): void {
  const sources = batch.flatMap((program) => program.sources);
  const options = batch[0]?.javac ?? [];
  const quietly = ["-nowarn", "-Xlint:none", "-encoding", "UTF-8"];
  runJavac(jdk, [...quietly, ...options, "-d", folder, ...sources]);
}
