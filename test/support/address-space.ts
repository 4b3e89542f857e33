/**
 * Keeps test processes able to start others. Every machine reserves gigabytes of address space that
 * V8 does not count (src/core/words.ts), so a process that makes many machines collects them late. Once
 * it has reserved more than the computer has memory, the system refuses to start a process from it
 * (ENOMEM).
 */
import { existsSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach } from "vitest";

/** Pages of 4 KiB: garbage is collected once a process has reserved this many more than it had, 6 GiB of them. */
const MOST_NEW_PAGES = 3 << 19;
const SIZES = "/proc/self/statm";

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // V8 refuses compiled code that was made with other flags.
  setFlagsFromString("--no-expose-gc");
  return collect;
}

const pages = (): number => Number(readFileSync(SIZES, "utf8").split(" ")[0]);

if (existsSync(SIZES)) {
  const collect = garbageCollector();
  let kept = pages();
  beforeEach(() => {
    if (pages() - kept < MOST_NEW_PAGES) return;
    collect();
    kept = pages();
  });
}
