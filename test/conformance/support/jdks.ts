/**
 * Finds the JDKs the corpus is checked against. A machine may have several;
 * what counts is the feature version in a home's `release` file.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export interface Jdk {
  /** Feature version: 17, 25. */
  readonly version: number;
  readonly home: string;
  /** The whole version, which is part of what compiled programs are cached under. */
  readonly build: string;
}

/** The versions recordings are kept for. */
export const VERSIONS = [17, 25] as const;

const USUAL_PLACE = "/usr/lib/jvm";

export function findJdk(version: number): Jdk | null {
  const named = process.env[`DEADWOOD_JDK${version}`];
  if (named !== undefined && named !== "") {
    const jdk = jdkAt(named);
    if (jdk?.version !== version) {
      throw new Error(`DEADWOOD_JDK${version} does not name a JDK ${version}: ${named}`);
    }
    return jdk;
  }
  return candidates().find((jdk) => jdk.version === version) ?? null;
}

function candidates(): Jdk[] {
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "javac"))
    .filter((file) => existsSync(file))
    .map((file) => dirname(dirname(realpathSync(file))));
  const installed = existsSync(USUAL_PLACE)
    ? readdirSync(USUAL_PLACE)
        .toSorted()
        .map((name) => join(USUAL_PLACE, name))
    : [];
  return [...onPath, ...installed].map(jdkAt).filter((jdk) => jdk !== null);
}

/** Null for a runtime without a compiler as well: it cannot build the corpus. */
function jdkAt(home: string): Jdk | null {
  const release = join(home, "release");
  if (!existsSync(release) || !existsSync(join(home, "bin", "javac"))) return null;
  const build = /^JAVA_(?:RUNTIME_)?VERSION="([^"]+)"/m.exec(readFileSync(release, "utf8"))?.[1];
  const feature = /^(?:1\.)?(\d+)/.exec(build ?? "")?.[1];
  if (build === undefined || feature === undefined) return null;
  return { version: Number(feature), home, build };
}

/** For a JVM that runs for a second: better code costs more than it gains, and so do threads that collect garbage. */
export const SHORT_RUN: readonly string[] = [
  "-XX:TieredStopAtLevel=1",
  "-XX:+UseSerialGC",
  "-Xshare:auto",
];

/** Runs a JDK's javac. What it says is part of the error if it fails, and is not told otherwise. */
export function runJavac(jdk: { readonly home: string }, args: readonly string[]): void {
  const javac = join(jdk.home, "bin", "javac");
  const options = SHORT_RUN.map((option) => `-J${option}`);
  execFileSync(javac, [...options, "-proc:none", ...args], { stdio: "pipe" });
}
