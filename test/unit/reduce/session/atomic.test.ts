import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, systemDisk } from "../../../../src/core/disk.ts";
import { DiskFullError, OutputUnwritableError } from "../../../../src/core/errors.ts";
import { replaceFile } from "../../../../src/core/replace-file.ts";
import { readJar } from "../../../../src/reduce/files/candidate.ts";
import {
  replaceCandidate,
  replaceDirectory,
} from "../../../../src/reduce/files/replace-atomically.ts";
import { candidateOf, scratch, systemError } from "../predicate/helpers.ts";

const OLD = candidateOf({ "a/A": "old", "a/B": "old" });
const NEW = candidateOf({ "a/A": "new" });

/** Of a tree: paths of files with their contents. */
function contents(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((path) => [path.slice(directory.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Half of what is written arrives, then there is no room. */
const full: Disk = {
  ...systemDisk,
  writeNew(path, bytes) {
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    throw systemError("ENOSPC");
  },
  writeDurably(path, bytes) {
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    throw systemError("ENOSPC");
  },
};

describe("a file", () => {
  test("is replaced, and nothing is left beside it", () => {
    const directory = scratch();
    const path = join(directory, "best");
    replaceFile(systemDisk, path, Buffer.from("one"));
    replaceFile(systemDisk, path, Buffer.from("two"));
    expect(contents(directory)).toEqual({ best: "two" });
  });

  test("is what it was when the disk is full", () => {
    const directory = scratch();
    const path = join(directory, "best");
    replaceFile(systemDisk, path, Buffer.from("one"));
    expect(() => replaceFile(full, path, Buffer.from("two"))).toThrow(DiskFullError);
    expect(contents(directory)).toEqual({ best: "one" });
  });

  test("is whole at every moment", () => {
    const path = join(scratch(), "best");
    const seen: (string | null)[] = [];
    const look = (): void => {
      seen.push(existsSync(path) ? readFileSync(path, "utf8") : null);
    };
    const watched: Disk = {
      ...systemDisk,
      writeDurably(file, bytes) {
        look();
        writeFileSync(file, bytes.subarray(0, 1));
        look();
        systemDisk.writeDurably(file, bytes);
        look();
      },
      rename(from, to) {
        look();
        renameSync(from, to);
        look();
      },
    };
    replaceFile(watched, path, Buffer.from("one"));
    replaceFile(watched, path, Buffer.from("two"));
    expect(seen).toEqual([null, null, null, null, "one", "one", "one", "one", "one", "two"]);
  });

  test.each(["EACCES", "EROFS", "ENOTDIR"])(
    "that may not be written (%s) is told as such",
    (code) => {
      const closed: Disk = {
        ...systemDisk,
        writeDurably() {
          throw systemError(code);
        },
      };
      const write = (): void => replaceFile(closed, "/x/best", new Uint8Array());
      expect(write).toThrow(OutputUnwritableError);
      expect(write).toThrow(`cannot write /x/best (${code})`);
    },
  );

  test("whose writing fails for a reason of our own is no error of the user", () => {
    const broken: Disk = {
      ...systemDisk,
      writeDurably() {
        throw new TypeError("a bug");
      },
    };
    expect(() => replaceFile(broken, join(scratch(), "a"), new Uint8Array())).toThrow(TypeError);
  });
});

describe("a directory", () => {
  test("is replaced, and nothing is left of the old one", () => {
    const parent = scratch();
    const path = join(parent, "out");
    replaceDirectory(systemDisk, path, OLD);
    expect(contents(parent)).toEqual({ "out/a/A": "old", "out/a/B": "old" });
    replaceDirectory(systemDisk, path, NEW);
    expect(contents(parent)).toEqual({ "out/a/A": "new" });
  });

  test("is what it was when the disk is full", () => {
    const parent = scratch();
    const path = join(parent, "out");
    replaceDirectory(systemDisk, path, OLD);
    expect(() => replaceDirectory(full, path, NEW)).toThrow(DiskFullError);
    expect(contents(parent)).toEqual({ "out/a/A": "old", "out/a/B": "old" });
  });

  test("comes back when the new one cannot take its place", () => {
    const parent = scratch();
    const path = join(parent, "out");
    replaceDirectory(systemDisk, path, OLD);
    const stubborn: Disk = {
      ...systemDisk,
      rename(from, to) {
        if (from.endsWith("-new")) throw systemError("EACCES");
        renameSync(from, to);
      },
    };
    expect(() => replaceDirectory(stubborn, path, NEW)).toThrow(OutputUnwritableError);
    expect(contents(parent)).toEqual({ "out/a/A": "old", "out/a/B": "old" });
  });

  test("that was renamed when the process was killed comes back first", () => {
    const parent = scratch();
    const path = join(parent, "out");
    replaceDirectory(systemDisk, path, OLD);
    renameSync(path, `${path}.deadwood-old`);
    expect(() => replaceDirectory(full, path, NEW)).toThrow(DiskFullError);
    expect(contents(parent)).toEqual({ "out/a/A": "old", "out/a/B": "old" });
  });
});

test("a candidate is replaced in the form asked for", () => {
  const directory = scratch();
  replaceCandidate(systemDisk, join(directory, "a.jar"), NEW, "jar");
  replaceCandidate(systemDisk, join(directory, "a"), NEW, "directory");
  expect(readJar(join(directory, "a.jar")).hash).toBe(NEW.hash);
  expect(contents(join(directory, "a"))).toEqual({ "a/A": "new" });
});
