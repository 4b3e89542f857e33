/**
 * Runs the long tests file by file until the time given is over, and says which
 * files were not run. A file that fails, or that is stopped in the middle, is
 * named; only a failure is an error.
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

const secondsLeft = () => (end - Date.now()) / 1000;
const say = (line) => process.stdout.write(`${line}\n`);

const files = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => join("test", file))
  .filter((file) => readFileSync(file, "utf8").includes("support/size.ts"))
  .toSorted();

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
    const { status, signal, stdout } = spawnSync(
      "npx",
      ["vitest", "run", "--mode", "long", "--reporter=json", `--outputFile=${report}`, file],
      { encoding: "utf8", timeout: secondsLeft() * 1000, stdio: ["ignore", "pipe", "inherit"] },
    );
    if (signal !== null) left.push(`${file} (stopped in the middle)`);
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
for (const file of left) say(`skipped: no time left for the long test ${file}`);
for (const file of failed) say(`FAILED: long test ${file}`);
process.exitCode = failed.length > 0 ? 1 : 0;
