/**
 * Real libraries as Debian ships them. Missing ones are installed if that is allowed; a benchmark names those
 * it had to skip.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "/usr/share/java";

/** The path of a package's jar. */
export const jarOf = (name) => join(FOLDER, `${name}.jar`);

const isThere = ({ jar }) => existsSync(jarOf(jar));
const isRoot = () => process.getuid?.() === 0;

/**
 * Tries to install the packages of those that are missing.
 *
 * @param {readonly {jar: string, debian: string}[]} libraries
 * @returns those that are there, and the names of the others
 */
export function withJars(libraries, progress) {
  const missing = new Set(libraries.filter((each) => !isThere(each)).map(({ debian }) => debian));
  if (missing.size > 0 && isRoot()) {
    for (const debian of missing) {
      progress(`apt-get install ${debian}`);
      // One by one, so that a name that this Debian release lacks does not affect the others.
      spawnSync("apt-get", ["install", "-y", "--no-install-recommends", debian], {
        stdio: "ignore",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    }
  }
  return {
    present: libraries.filter(isThere),
    skipped: libraries.filter((each) => !isThere(each)).map(({ jar }) => jar),
  };
}

export const skippedLines = (skipped) =>
  skipped.length === 0 ? [] : [`skipped, because it is not installed: ${skipped.join(", ")}`];
