/**
 * Prints the one line "N passed, N failed" from vitest's JSON report. A test
 * file that could not even be loaded has no tests in the report; it counts as
 * one failure, so that a syntax error never looks like success.
 */
import { existsSync, readFileSync } from "node:fs";

const file = process.argv[2];
if (file === undefined || !existsSync(file)) {
  process.stdout.write("failed: the tests left no report; no result can be given\n");
  process.exit(1);
}
const report = JSON.parse(readFileSync(file, "utf8"));
const broken = report.testResults.filter(
  (result) =>
    result.status === "failed" && !result.assertionResults.some((test) => test.status === "failed"),
).length;
const passed = report.numPassedTests;
const failed = report.numFailedTests + broken;
const skipped = report.numPendingTests + report.numTodoTests;
process.stdout.write(
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
);
// A run without a single test proves nothing.
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
