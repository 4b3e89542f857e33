/**
 * The corpus compiled for releases before the JDK's own: what javac makes of a
 * program depends on it (how lambdas reach private methods, whether nests, call
 * sites and accessors are used). Which programs a release can have is for javac
 * to say. One JVM compiles all of them, into a folder that is kept.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder } from "./cached-folder.ts";
import { type Jdk, SHORT_RUN } from "./jdks.ts";
import type { ConformanceProgram } from "./programs.ts";

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
  const contents = programs.flatMap(({ id, sources }) => [
    id,
    ...sources.map((source) => readFileSync(source)),
  ]);
  const key = [jdk.build, releases.join(), readFileSync(COMPILER), ...contents];
  return cachedFolder(key, (folder) => {
    const list = join(folder, "list");
    writeFileSync(list, programs.map(({ id, sources }) => [id, ...sources].join("\t")).join("\n"));
    execFileSync(
      join(jdk.home, "bin", "java"),
      [...SHORT_RUN, COMPILER, folder, list, ...releases.map(String)],
      { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
    );
  });
}
