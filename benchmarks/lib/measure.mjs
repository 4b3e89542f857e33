/**
 * Runs one command and says what it cost. The shell's own `time` keyword gives
 * the CPU time of the child, which Node has no call for and /usr/bin/time
 * would need a package for.
 */
import { spawnSync } from "node:child_process";

const TIMED = 'TIMEFORMAT="%R %U %S"; time "$@"';

/** @returns {{status: number | null, stdout: string, stderr: string, wall: number, cpu: number}} seconds */
export function timed(command, args, options = {}) {
  const result = spawnSync("bash", ["-c", TIMED, "bash", command, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    // A decimal comma of the user's locale would not parse below.
    env: { ...process.env, LC_ALL: "C" },
    ...options,
  });
  if (result.error !== undefined) throw result.error;
  const lines = result.stderr.trimEnd().split("\n");
  const [wall, user, system] = (lines.pop() ?? "").split(" ").map(Number);
  return {
    status: result.status,
    stdout: result.stdout,
    stderr: lines.join("\n"),
    wall,
    cpu: user + system,
  };
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

export const geometricMean = (numbers) =>
  Math.exp(sum(numbers.map((n) => Math.log(n))) / numbers.length);
