import { expect, test } from "vitest";
import type { Host } from "../../../src/cli/host.ts";
import { ProgressLine } from "../../../src/cli/progress-line.ts";

/** What is written by a line that is updated at each of these times, in seconds. */
function written(times: readonly number[], terminalWidth?: number): string {
  let text = "";
  const host: Host = {
    streams: {
      write: (fd, bytes) => {
        expect(fd).toBe(2);
        text += Buffer.from(bytes).toString();
      },
      read: () => -1,
      flush: () => {},
    },
    env: {},
    directory: "/",
    terminalWidth,
    onInterrupt: () => () => {},
  };
  let now = 0;
  const line = new ProgressLine(host, { now: () => now });
  for (const time of times) {
    now = time * 1000;
    line.update(() => "exploring what follows");
  }
  line.clear();
  return text;
}

const CLEARED = "\r\u001b[K";
const LINE = `${CLEARED}exploring what follows`;

test("a line that appears after a second, changes four times a second, and disappears at the end", () => {
  expect(written([0.3, 0.6, 0.9], 80)).toBe("");
  expect(written([0.9, 1, 1.2, 1.25, 1.6], 80)).toBe(`${LINE}${LINE}${LINE}${CLEARED}`);
});

test("no longer than the width of the terminal", () => {
  expect(written([2], 20)).toBe(`${CLEARED}exploring what foll${CLEARED}`);
});

test("at once on request", () => {
  const shown: string[] = [];
  const line = new ProgressLine({
    streams: {
      write: (_, bytes) => shown.push(Buffer.from(bytes).toString()),
      read: () => -1,
      flush: () => {},
    },
    env: {},
    directory: "/",
    terminalWidth: 80,
    onInterrupt: () => () => {},
  });
  line.show("first");
  line.show("second");
  line.clear();
  line.clear();
  expect(shown).toEqual([`${CLEARED}first`, `${CLEARED}second`, CLEARED]);
});

test("nothing in a pipe", () => {
  expect(written([1, 2, 3])).toBe("");
});
