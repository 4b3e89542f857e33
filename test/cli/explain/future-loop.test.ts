/** What a user sees while the future of a state is explored. */
import { afterEach, expect, test, vi } from "vitest";
import { type Explorable, exploreFuture } from "../../../src/cli/future-loop.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

interface Seen {
  readonly error: string;
  readonly stoppedBy: string | null;
  readonly slices: number;
}

/** A search of so many slices that take 300 ms each; Ctrl-C comes in the slice given. */
async function explore(slices: number, terminalWidth?: number, interruptIn = -1): Promise<Seen> {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let taken = 0;
  let stoppedBy: string | null = null;
  let error = "";
  let interrupt: (signal: "SIGINT") => void = () => {};
  const search: Explorable = {
    graph: { states: 1234 },
    explore() {
      now += 300;
      if (taken === interruptIn) interrupt("SIGINT");
      return ++taken < slices;
    },
    stopBy(limit) {
      stoppedBy = limit;
      return false;
    },
  };
  await exploreFuture(search, {
    streams: {
      write: (fd, bytes) => {
        if (fd === 2) error += Buffer.from(bytes).toString();
      },
      read: () => -1,
      flush: () => {},
    },
    env: {},
    directory: "/",
    terminalWidth,
    onInterrupt(handler) {
      interrupt = handler;
      return () => {
        interrupt = () => {};
      };
    },
  });
  return { error, stoppedBy, slices: taken };
}

const LINE = "\r\u001b[Kexploring what follows: 1,234 states";

test("a line that moves after a second, and is gone at the end", async () => {
  expect((await explore(3, 80)).error).toBe("");
  expect((await explore(6, 80)).error).toBe(`${LINE}${LINE}\r\u001b[K`);
});

test("no longer than the terminal is wide", async () => {
  expect((await explore(5, 20)).error).toBe("\r\u001b[Kexploring what foll\r\u001b[K");
});

test("nothing in a pipe", async () => {
  expect((await explore(20)).error).toBe("");
});

test("Ctrl-C is heard between slices", async () => {
  expect(await explore(20, undefined, 2)).toEqual({ error: "", stoppedBy: "Ctrl-C", slices: 3 });
});
