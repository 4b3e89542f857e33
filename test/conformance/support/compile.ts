/**
 * Compiles the corpus with a JDK's own javac, one run for all programs with
 * the same options, into a cache under the system's temporary folder that is
 * keyed by the content of the sources. Asking again is free.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Jdk } from "./jdks.ts";
import type { ConformanceProgram } from "./programs.ts";

const CACHE = join(tmpdir(), "deadwood-conformance");

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
  const hash = createHash("sha256").update(jdk.build).update(options);
  for (const program of batch) {
    hash.update(program.id);
    for (const source of program.sources) hash.update(readFileSync(source));
    for (const bytes of program.classes.values()) hash.update(bytes);
  }
  const folder = join(CACHE, hash.digest("hex").slice(0, 24));
  if (existsSync(folder)) return folder;
  // Built beside its place and moved there, so that no one ever sees half of it.
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "new-"));
  if (options === "assembled") writeClasses(fresh, batch);
  else javac(fresh, batch, jdk);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
  return folder;
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
  try {
    execFileSync(
      join(jdk.home, "bin", "javac"),
      ["-nowarn", "-Xlint:none", "-encoding", "UTF-8", ...options, "-d", folder, ...sources],
      { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
    );
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}
