/**
 * The corpus compiled for releases before the JDK's own: what javac makes of a
 * program depends on it (how lambdas reach private methods, whether nests, call
 * sites and accessors are used). Which programs a release can have is for javac
 * to say. One JVM compiles all of them, into the same kind of cache as
 * `compile.ts`.
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
import { join } from "node:path";
import type { Jdk } from "./jdks.ts";
import type { ConformanceProgram } from "./programs.ts";

const CACHE = join(tmpdir(), "deadwood-conformance");
const COMPILER = join(import.meta.dirname, "CompileReleases.java");

export interface Release {
  /** What javac was asked to compile for. */
  readonly release: number;
  /** Folder of the class files. */
  readonly classes: string;
  /** Those that javac accepts for the release. */
  readonly programs: readonly ConformanceProgram[];
}

/** Programs that say themselves what they are compiled with say it for a reason. */
export const isForReleases = ({ sources, javac, minJdk }: ConformanceProgram): boolean =>
  sources.length > 0 && javac.join(" ") === "-g" && minJdk <= 25;

export function compileReleases(
  programs: readonly ConformanceProgram[],
  releases: readonly number[],
  jdk: Jdk,
): Release[] {
  const folder = cached(programs, releases, jdk);
  return releases.map((release) => {
    const classes = join(folder, String(release));
    const accepted = new Set(readFileSync(join(classes, "programs"), "utf8").split("\n"));
    return { release, classes, programs: programs.filter(({ id }) => accepted.has(id)) };
  });
}

function cached(
  programs: readonly ConformanceProgram[],
  releases: readonly number[],
  jdk: Jdk,
): string {
  const hash = createHash("sha256").update(jdk.build).update(releases.join());
  hash.update(readFileSync(COMPILER));
  for (const { id, sources } of programs) {
    hash.update(id);
    for (const source of sources) hash.update(readFileSync(source));
  }
  const folder = join(CACHE, hash.digest("hex").slice(0, 24));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "new-"));
  const list = join(fresh, "list");
  writeFileSync(list, programs.map(({ id, sources }) => [id, ...sources].join("\t")).join("\n"));
  try {
    execFileSync(join(jdk.home, "bin", "java"), [COMPILER, fresh, list, ...releases.map(String)], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    // Another worker was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
