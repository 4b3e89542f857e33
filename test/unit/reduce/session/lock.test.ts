/** Two reductions do not work in one directory, and one that was killed is in nobody's way. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemDisk } from "../../../../src/core/disk.ts";
import { BadSessionError } from "../../../../src/core/errors.ts";
import {
  LOCK_FILE,
  type LockOwner,
  type Processes,
  SessionLock,
  systemProcesses,
} from "../../../../src/reduce/session/lock.ts";
import { scratch } from "../predicate/helpers.ts";

const SELF: LockOwner = { pid: 7, host: "here", started: "100" };
/** A host on which there are these processes. */
const running = (starts: Readonly<Record<number, string | null>>): Processes => ({
  self: SELF,
  startOf: (pid) => (pid in starts ? starts[pid] : undefined),
});

const place = (text?: string): { directory: string; path: string } => {
  const directory = scratch();
  const path = join(directory, LOCK_FILE);
  if (text !== undefined) writeFileSync(path, text);
  return { directory, path };
};
const owned = (owner: Partial<LockOwner>): string => `${JSON.stringify({ ...SELF, ...owner })}\n`;

describe("a directory is somebody's", () => {
  test("until it is released", () => {
    const directory = join(scratch(), "a/b");
    const lock = SessionLock.take(systemDisk, directory);
    expect(() => SessionLock.take(systemDisk, directory)).toThrow(BadSessionError);
    expect(() => SessionLock.take(systemDisk, directory)).toThrow(
      `another reduction is at work in ${directory}: process ${process.pid}`,
    );
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
    SessionLock.take(systemDisk, directory).release();
  });

  test.each([
    ["a process that works", { pid: 8, started: "200" }, { 8: "200" }],
    ["one of which nobody knows when it began", { pid: 8, started: "200" }, { 8: null }],
    ["one that did not say when it began", { pid: 8, started: null }, { 8: "200" }],
    ["one on another host", { pid: 8, host: "there" }, {}],
  ])("%s", (_, owner, starts) => {
    const { directory, path } = place(owned(owner));
    expect(() => SessionLock.take(systemDisk, directory, running(starts))).toThrow(
      /at work in .*: process 8/,
    );
    expect(readFileSync(path, "utf8")).toBe(owned(owner));
  });
});

describe("a lock that is nobody's any more is taken over", () => {
  test.each<[string, string, Readonly<Record<number, string>>]>([
    ["the process has ended", owned({ pid: 8 }), {}],
    ["its number is another's now", owned({ pid: 8, started: "200" }), { 8: "300" }],
    ["its number is ours now", owned({ pid: 7, started: "50" }), { 7: "100" }],
    ["it was cut off", '{"pid": 8, "ho', { 8: "200" }],
    ["it is empty", "", {}],
    ["it is none", '{"pid": -1, "host": "here", "started": null}', {}],
  ])("%s", (_, text, starts) => {
    const { directory, path } = place(text);
    const lock = SessionLock.take(systemDisk, directory, running(starts));
    expect(readFileSync(path, "utf8")).toBe(owned({}));
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a real process that has ended", () => {
    const { pid } = spawnSync("true");
    const { directory } = place(`${JSON.stringify({ ...systemProcesses.self, pid })}\n`);
    SessionLock.take(systemDisk, directory).release();
  });
});

test("what another has put there in between stays", () => {
  const { directory, path } = place(owned({ pid: 8 }));
  // While we look, a third process takes the stale one over.
  const theirs = owned({ pid: 9, started: "900" });
  const disk = {
    ...systemDisk,
    rename(from: string, to: string) {
      if (from === path && readFileSync(path, "utf8") !== theirs) writeFileSync(path, theirs);
      systemDisk.rename(from, to);
    },
  };
  const processes = running({ 9: "900" });
  expect(() => SessionLock.take(disk, directory, processes)).toThrow(/process 9/);
  expect(readFileSync(path, "utf8")).toBe(theirs);
});

test("a lock that is being written is not taken for one that was cut off", () => {
  const { directory, path } = place("");
  const theirs = owned({ pid: 9, started: "900" });
  let reads = 0;
  const disk = {
    ...systemDisk,
    read(from: string) {
      if (++reads === 2) writeFileSync(path, theirs);
      return systemDisk.read(from);
    },
  };
  expect(() => SessionLock.take(disk, directory, running({ 9: "900" }))).toThrow(/process 9/);
  expect(readFileSync(path, "utf8")).toBe(theirs);
});

test("release leaves another's alone", () => {
  const { directory, path } = place();
  const lock = SessionLock.take(systemDisk, directory, running({}));
  writeFileSync(path, owned({ pid: 9 }));
  lock.release();
  expect(existsSync(path)).toBe(true);
});
