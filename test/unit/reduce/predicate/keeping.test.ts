import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, systemDisk } from "../../../../src/core/disk.ts";
import { DiskFullError } from "../../../../src/core/errors.ts";
import { readJar } from "../../../../src/reduce/files/candidate.ts";
import { LineFile } from "../../../../src/reduce/files/line-file.ts";
import type { CandidateVerdict } from "../../../../src/reduce/predicate/verdict.ts";
import { SideFinds } from "../../../../src/reduce/session/other-failures.ts";
import { VerdictCache } from "../../../../src/reduce/session/verdict-cache.ts";
import { candidateOf, scratch, systemError } from "./helpers.ts";

const YES: CandidateVerdict = {
  interesting: true,
  isTimeout: false,
  exitCode: 1,
  slippedTo: "crash",
};
const NO: CandidateVerdict = {
  interesting: false,
  isTimeout: true,
  exitCode: null,
  slippedTo: null,
};

describe("a file of lines", () => {
  test("goes on where it ended", () => {
    const path = join(scratch(), "lines");
    new LineFile(systemDisk, path).append("one");
    const again = new LineFile(systemDisk, path);
    expect(again.lines).toEqual(["one"]);
    again.append("zwei €");
    again.append("three");
    expect(new LineFile(systemDisk, path).lines).toEqual(["one", "zwei €", "three"]);
  });

  test("loses a line that was cut off, and no other", () => {
    const path = join(scratch(), "lines");
    writeFileSync(path, "one\ntw");
    const file = new LineFile(systemDisk, path);
    expect(file.lines).toEqual(["one"]);
    expect(readFileSync(path, "utf8"), "untouched until there is something to write").toBe(
      "one\ntw",
    );
    file.append("three");
    expect(readFileSync(path, "utf8")).toBe("one\nthree\n");
  });

  test("is whole again after the disk was full", () => {
    const path = join(scratch(), "lines");
    let isFull = false;
    const disk: Disk = {
      ...systemDisk,
      append(file, text) {
        appendFileSync(file, isFull ? text.slice(0, 2) : text);
        if (isFull) throw systemError("ENOSPC");
      },
    };
    const file = new LineFile(disk, path);
    file.append("one");
    isFull = true;
    expect(() => file.append("two")).toThrow(DiskFullError);
    expect(readFileSync(path, "utf8")).toBe("one\ntw");
    isFull = false;
    file.append("three");
    expect(readFileSync(path, "utf8")).toBe("one\nthree\n");
  });
});

describe("a cache of verdicts", () => {
  test("in memory knows what it was told last", () => {
    const cache = VerdictCache.inMemory();
    expect(cache.get("a")).toBeUndefined();
    cache.set("a", YES);
    expect(cache.get("a")).toEqual(YES);
    cache.set("a", NO);
    expect(cache.get("a")).toEqual(NO);
    expect(cache.size).toBe(1);
  });

  test("in a file knows what was known before", () => {
    const path = join(scratch(), "verdicts");
    const first = VerdictCache.inFile(systemDisk, path);
    first.set("a", YES);
    first.set("b", YES);
    first.set("b", NO);
    expect(first.isFromEarlier("a")).toBe(false);
    const second = VerdictCache.inFile(systemDisk, path);
    expect([second.get("a"), second.get("b"), second.get("c")]).toEqual([YES, NO, undefined]);
    expect(["a", "b", "c"].map((hash) => second.isFromEarlier(hash))).toEqual([true, true, false]);
  });

  test("takes no notice of lines that are none of its own", () => {
    const path = join(scratch(), "verdicts");
    const lines = ["nonsense", "null", "{}", '{"hash":"x","interesting":1}', '"hash"'];
    writeFileSync(path, `${lines.join("\n")}\n`);
    VerdictCache.inFile(systemDisk, path).set("a", YES);
    appendFileSync(path, '{"hash":"b","interesting":true,"isTim');
    const cache = VerdictCache.inFile(systemDisk, path);
    expect(cache.size).toBe(1);
    expect(cache.get("a")).toEqual(YES);
  });
});

describe("side finds", () => {
  const one = candidateOf({ a: "1" });
  const two = candidateOf({ a: "2" });

  test("are kept once each, by exit code and contents", () => {
    const directory = join(scratch(), "also");
    const finds = new SideFinds(systemDisk, directory, [5, 6]);
    const path = finds.offer(one, 5);
    expect(path).toBe(join(directory, "exit-5", `${one.hash}.jar`));
    expect(readJar(path!).hash).toBe(one.hash);
    expect(finds.offer(candidateOf({ a: "1" }), 5)).toBeNull();
    expect(finds.offer(two, 6)).toContain("exit-6");
    expect(readdirSync(directory, { recursive: true })).toHaveLength(4);
  });

  test("are those with the exit codes asked for", () => {
    const directory = join(scratch(), "also");
    const finds = new SideFinds(systemDisk, directory, [5]);
    expect([finds.offer(one, 1), finds.offer(one, null)]).toEqual([null, null]);
    expect(systemDisk.exists(directory)).toBe(false);
  });

  test("that an earlier process has kept are not kept again", () => {
    const directory = join(scratch(), "also");
    expect(new SideFinds(systemDisk, directory, [5]).offer(one, 5)).not.toBeNull();
    expect(new SideFinds(systemDisk, directory, [5]).offer(one, 5)).toBeNull();
  });
});
