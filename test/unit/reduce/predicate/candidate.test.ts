import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { systemDisk } from "../../../../src/core/disk.ts";
import { OutputUnwritableError } from "../../../../src/core/errors.ts";
import {
  Candidate,
  readJar,
  writeDirectory,
  writeJar,
} from "../../../../src/reduce/files/candidate.ts";
import { jarBytes } from "../../../../src/reduce/files/jar-bytes.ts";
import { candidateOf, scratch } from "./helpers.ts";

describe("a candidate", () => {
  test("has the manifest first and the rest by path, however it was given", () => {
    const paths = ["b/B.class", "A.class", "META-INF/MANIFEST.MF", "META-INF/LICENSE", "a"];
    const candidate = new Candidate(paths.map((path) => ({ path, bytes: Buffer.from(path) })));
    expect(candidate.files.map(({ path }) => path)).toEqual([
      "META-INF/MANIFEST.MF",
      "A.class",
      "META-INF/LICENSE",
      "a",
      "b/B.class",
    ]);
    expect(candidate.classes).toBe(2);
    expect(candidate.bytes).toBe(paths.join("").length);
  });

  test("has the same hash for the same contents in any order", () => {
    const { hash } = candidateOf({ a: "1", b: "2" });
    expect(candidateOf({ b: "2", a: "1" }).hash).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("has another hash for another path, other contents, or contents that moved", () => {
    const hashes = [
      candidateOf({ a: "1", b: "2" }),
      candidateOf({ a: "2", b: "1" }),
      candidateOf({ a: "12", b: "" }),
      candidateOf({ a: "1", c: "2" }),
      candidateOf({ a: "1" }),
      candidateOf({}),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test.each(["", "/etc/passwd", "../a", "a/../../b", "a/", "a\\b", "a\0b"])(
    "has no file called %j",
    (path) => {
      expect(() => candidateOf({ [path]: "" })).toThrow("no path of a file");
    },
  );

  test("has no path twice", () => {
    const file = { path: "a", bytes: new Uint8Array() };
    expect(() => new Candidate([file, file])).toThrow("two files");
  });

  test("in a directory has its files where their paths say", () => {
    const directory = join(scratch(), "out");
    writeDirectory(systemDisk, directory, candidateOf({ "a/b/C.class": "C", "a/D": "D", e: "" }));
    expect(readFileSync(join(directory, "a/b/C.class"), "utf8")).toBe("C");
    expect(readFileSync(join(directory, "a/D"), "utf8")).toBe("D");
    expect(readFileSync(join(directory, "e"), "utf8")).toBe("");
  });

  test("with a file where another needs a directory fits into a jar only", () => {
    const both = candidateOf({ a: "file", "a/b": "inside" });
    const directory = scratch();
    expect(() => writeDirectory(systemDisk, join(directory, "out"), both)).toThrow(
      OutputUnwritableError,
    );
    writeJar(systemDisk, join(directory, "out.jar"), both);
    expect(readJar(join(directory, "out.jar")).hash).toBe(both.hash);
  });
});

describe("a jar", () => {
  const files = {
    "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\n\r\n",
    "1": "a name that an object would put first",
    __proto__x: "x".repeat(1000),
    "é/ü.class": "not ASCII",
    empty: "",
  };
  // An object's literal cannot have it as a name.
  const candidate = new Candidate([
    ...candidateOf(files).files,
    { path: "__proto__", bytes: Buffer.from("a name that an object has already") },
  ]);

  test.each(["stored", "deflated"] as const)("%s comes back as it was", (compression) => {
    const path = join(scratch(), "a.jar");
    writeJar(systemDisk, path, candidate, compression);
    const back = readJar(path);
    expect(back.files.map((file) => file.path)).toEqual(candidate.files.map((file) => file.path));
    expect(back.hash).toBe(candidate.hash);
  });

  test.each(["stored", "deflated"] as const)("%s is read by another library", (compression) => {
    const read = unzipSync(candidateOf(files).toJar(compression));
    const texts = Object.entries(read).map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString(),
    ]);
    expect(Object.fromEntries(texts)).toEqual(files);
  });

  test("has its entries in the order given and all of the same time", () => {
    const bytes = Buffer.from(candidate.toJar("deflated"));
    const names: string[] = [];
    for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4)) {
      expect(bytes.readUInt32LE(at + 12), "time and date").toBe(0x00210000);
      names.push(bytes.toString("utf8", at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
    }
    expect(names).toEqual(candidate.files.map(({ path }) => path));
  });

  test("is smaller when deflated, and no entry larger than it was", () => {
    const stored = candidate.toJar("stored").length;
    expect(candidate.toJar("deflated").length).toBeLessThan(stored - 900);
    const tiny = candidateOf({ a: "x" });
    expect(tiny.toJar("deflated")).toEqual(tiny.toJar("stored"));
  });

  test("cannot have more entries than its format counts", () => {
    const entry = { path: "a", bytes: new Uint8Array() };
    expect(() =>
      jarBytes(
        Array.from({ length: 65_536 }, () => entry),
        "stored",
      ),
    ).toThrow("cannot hold 65536 files");
  });

  test("is not written over another file", () => {
    const directory = scratch();
    mkdirSync(join(directory, "d"));
    writeFileSync(join(directory, "a.jar"), "precious");
    for (const name of ["a.jar", "d", "none/a.jar"]) {
      expect(() => writeJar(systemDisk, join(directory, name), candidate)).toThrow(
        OutputUnwritableError,
      );
    }
    expect(readFileSync(join(directory, "a.jar"), "utf8")).toBe("precious");
  });
});
