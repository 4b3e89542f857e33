/**
 * Where the time of the tests goes: with DEADWOOD_TEST_CPU=FILE each test file adds a line to that
 * file, with the seconds of processor time that it took, and how many of them were other processes'. On Linux only.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const TICKS_A_SECOND = 100;

/** Of this process in user and system mode, and of its ended children. */
function processorTime(): { readonly all: number; readonly children: number } {
  const stat = readFileSync("/proc/self/stat", "latin1");
  // The second field, which is the name, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  const children = (childUser + childSystem) / TICKS_A_SECOND;
  return { all: (user + system) / TICKS_A_SECOND + children, children };
}

const before = processorTime();

afterAll(() => {
  const after = processorTime();
  const { testPath } = expect.getState();
  const seconds = [after.all - before.all, after.children - before.children];
  const line = [...seconds.map((each) => each.toFixed(2)), relative("", testPath ?? "")];
  appendFileSync(process.env["DEADWOOD_TEST_CPU"]!, `${line.join("\t")}\n`);
});
