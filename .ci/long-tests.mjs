/**
 * Runs the long tests file by file until the time given is over, and says which
 * files were not run. A file that fails, or that is stopped in the middle, is
 * named; only a failure is an error.
 *
 * Each commit begins with the next file, so that every file has its turn even
 * where the time is never enough for all of them.
 *
 *     node .ci/long-tests.mjs SECONDS
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const end = Date.now() + Number(process.argv[2]) * 1000;
/** A file is not begun with less than this left. */
const LEAST_SECONDS = 30;
/** One file has at most this share of the time that is left, so that others have some too. */
const SHARE = 0.5;
/** What `timeout` ends with when the time was over: by itself, or because the command had to be killed. */
const TIMED_OUT = 124;
const KILLED = 137;

const secondsLeft = () => (end - Date.now()) / 1000;
const say = (line) => process.stdout.write(`${line}\n`);

const sorted = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => join("test", file))
  .filter((file) => readFileSync(file, "utf8").includes("support/size.ts"))
  .toSorted();

/** How many commits led here; 0 where there is no history to ask. */
function commitCount() {
  const { stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" });
  return Number(stdout) || 0;
}

const first = commitCount() % sorted.length;
const files = [...sorted.slice(first), ...sorted.slice(0, first)];

const work = mkdtempSync(join(tmpdir(), "deadwood-long-"));
const failed = [];
const left = [];
let passed = 0;
try {
  for (const file of files) {
    if (secondsLeft() < LEAST_SECONDS) {
      left.push(file);
      continue;
    }
    const report = join(work, "report.json");
    rmSync(report, { force: true });
    // `timeout` ends the workers too, which would go on without their parent.
    const limit = Math.ceil(Math.max(LEAST_SECONDS, secondsLeft() * SHARE));
    const { status, stdout } = spawnSync(
      "timeout",
      [
        "--kill-after=5",
        String(limit),
        "npx",
        "vitest",
        "run",
        "--mode",
        "long",
        file,
        "--reporter=json",
        `--outputFile=${report}`,
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    if (status === TIMED_OUT || status === KILLED) left.push(`${file} (stopped in the middle)`);
    else if (status === 0) passed += JSON.parse(readFileSync(report, "utf8")).numPassedTests;
    else {
      failed.push(file);
      say(stdout);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

say(
  `long tests: ${passed} tests passed in ${files.length - left.length - failed.length} of ${files.length} files`,
);
for (const file of left) say(`skipped: not enough time for the long test ${file}`);
for (const file of failed) say(`FAILED: long test ${file}`);
process.exitCode = failed.length > 0 ? 1 : 0;
