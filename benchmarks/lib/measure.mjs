/**
 * Runs one command and measures its cost. The shell's `time` keyword gives the CPU time of the child; Node
 * has no call for that, and /usr/bin/time would need a package.
 */
import { spawn, spawnSync } from "node:child_process";

const TIMED = 'TIMEFORMAT="%R %U %S"; time "$@"';
/**
 * A locale with a decimal comma would break the parser below. If certificates for network tools are set, they
 * cost every Node process 40 ms that should not be measured here.
 */
const ENVIRONMENT = { ...process.env, LC_ALL: "C", NODE_EXTRA_CA_CERTS: "" };

/** Splits off what the `time` keyword wrote after the command's own standard error. */
function split(stderr) {
  const lines = stderr.trimEnd().split("\n");
  const [wall, user, system] = (lines.pop() ?? "").split(" ").map(Number);
  return { stderr: lines.join("\n"), wall, cpu: user + system };
}

/** @returns {{status: number | null, stdout: string, stderr: string, wall: number, cpu: number}} seconds */
export function timed(command, args, options = {}) {
  const result = spawnSync("bash", ["-c", TIMED, "bash", command, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: ENVIRONMENT,
    ...options,
  });
  if (result.error !== undefined) throw result.error;
  return { status: result.status, stdout: result.stdout, ...split(result.stderr) };
}

/**
 * The same with a time limit: null if the command was still running then. It is killed with all its children,
 * so that a hanging run does not disturb later measurements.
 */
export async function timedWithin(seconds, command, args) {
  const child = spawn("bash", ["-c", TIMED, "bash", command, ...args], {
    detached: true, // a process group of its own, which can be killed as one
    stdio: ["ignore", "pipe", "pipe"],
    env: ENVIRONMENT,
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8");
    child[name].on("data", (text) => {
      output[name] += text;
    });
  }
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, seconds * 1000);
  const status = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  return isOver ? null : { status, stdout: output.stdout, ...split(output.stderr) };
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

export const geometricMean = (numbers) =>
  Math.exp(sum(numbers.map((n) => Math.log(n))) / numbers.length);
