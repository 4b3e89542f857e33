/**
 * Real libraries as Debian ships them. They are installed when they are missing and
 * that is allowed; a benchmark says which it had to do without.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "/usr/share/java";

/** Where a jar of a package is. */
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
      // One by one: a name that this release of Debian has not must not cost the others.
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
