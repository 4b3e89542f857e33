/**
 * The tool as users start it: dist/ is built when sources are newer. Tests may
 * run at the same time, so that one builds and the others wait.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** For a test's beforeAll. */
export const BUILD_TIMEOUT = 120_000;
/** A lock that is older than this belongs to a run that was ended. */
const STALE = BUILD_TIMEOUT;

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isStale(): boolean {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  const newest = Math.max(...sources.map((name) => modified(join(ROOT, "src", name))));
  return modified(join(ROOT, "dist/bundle/deadwood.cjs")) < newest;
}

export async function requireBuild(): Promise<void> {
  const lock = join(tmpdir(), `deadwood-build-${statSync(ROOT).ino}`);
  while (isStale() || modified(lock) > 0) {
    if (takeLock(lock)) {
      try {
        if (isStale()) build();
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
      return;
    }
    if (Date.now() - modified(lock) > STALE) rmSync(lock, { recursive: true, force: true });
    await sleep(100);
  }
}

function build(): void {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm run build failed\n${stdout}${stderr}`);
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
