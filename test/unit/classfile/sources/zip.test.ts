import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { ZipArchive } from "../../../../src/classfile/sources/zip.ts";
import { errorOf, makeZip, scratch, type ZipEntry, type ZipOptions } from "./support.ts";

const text = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString("utf8");

function open(bytes: Uint8Array): ZipArchive {
  const path = join(scratch(), "test.jar");
  writeFileSync(path, bytes);
  return ZipArchive.open(path);
}

const zip = (entries: readonly ZipEntry[], options?: ZipOptions): ZipArchive =>
  open(makeZip(entries, options));

const LONG = "the same words again and again. ".repeat(500);

describe("reading", () => {
  test("an archive another tool wrote", () => {
    const archive = open(zipSync({ "a/B.class": Buffer.from(LONG), "a/empty": new Uint8Array(0) }));
    expect([...archive.names()]).toEqual(["a/B.class", "a/empty"]);
    expect(text(archive.read("a/B.class"))).toBe(LONG);
    expect(text(archive.read("a/empty"))).toBe("");
    expect(archive.read("a/b.class")).toBeNull();
    archive.close();
  });

  test("stored, deflated and empty entries, and a comment at the end", () => {
    const archive = zip(
      [
        { name: "stored", data: "plain", method: 0 },
        { name: "deflated", data: LONG },
        { name: "empty", data: "", method: 0 },
        { name: "empty-deflated", data: "" },
        { name: "dir/", data: "", method: 0 },
      ],
      { comment: "PK\u0005\u0006 is not the end" },
    );
    expect(text(archive.read("stored"))).toBe("plain");
    expect(text(archive.read("deflated"))).toBe(LONG);
    expect(text(archive.read("empty"))).toBe("");
    expect(text(archive.read("empty-deflated"))).toBe("");
    expect(archive.has("dir/")).toBe(true);
  });

  test("what it returns is a plain array of its own", () => {
    const archive = zip([{ name: "a", data: "abc", method: 0 }]);
    const first = archive.read("a");
    expect(Buffer.isBuffer(first)).toBe(false);
    first?.fill(0);
    expect(text(archive.read("a"))).toBe("abc");
  });

  test("zip64 sizes and offsets", () => {
    const entries = [
      { name: "a", data: "one", wide: true },
      { name: "b", data: LONG, wide: true },
    ];
    for (const wideEnd of [false, true]) {
      const archive = zip(entries, { wideEnd });
      expect(text(archive.read("a"))).toBe("one");
      expect(text(archive.read("b"))).toBe(LONG);
    }
  });

  test("with something before the archive", () => {
    const prefix = Buffer.from("#!/bin/sh\nexec java -jar $0\n");
    for (const wideEnd of [false, true]) {
      const archive = zip([{ name: "a", data: LONG }], { prefix, wideEnd });
      expect(text(archive.read("a"))).toBe(LONG);
    }
  });

  test("no entries at all", () => {
    expect([...zip([]).names()]).toEqual([]);
  });

  test("names in UTF-8", () => {
    expect(text(zip([{ name: "ä/Ω.class", data: "x" }]).read("ä/Ω.class"))).toBe("x");
  });

  test("entries listed in another order than they lie", () => {
    const entries = [
      { name: "a", data: "1" },
      { name: "b", data: "2" },
    ];
    const archive = zip(entries, { reversed: true });
    expect([...archive.names()]).toEqual(["b", "a"]);
    expect(text(archive.read("a"))).toBe("1");
    expect(text(archive.read("b"))).toBe("2");
  });
});

describe("names that leave the archive", () => {
  test.each([
    "/etc/passwd",
    "../up.class",
    "a/../../up.class",
    "a/..",
    "..",
    "a\\b.class",
    "a\0.class",
    "C:/windows.class",
  ])("%j is refused at once", (name) => {
    const error = errorOf(() =>
      zip([
        { name: "ok", data: "" },
        { name, data: "" },
      ]),
    );
    expect(error.code).toBe("E103_BAD_ARCHIVE");
    expect(error.message).toContain("test.jar");
    expect(error.message).toContain(JSON.stringify(name));
    expect(error.message).toContain("points outside the archive");
    expect(error.hint).toBeTruthy();
  });

  test("dots inside a name are fine", () => {
    const names = ["a..b/c", "...", "a/.hidden", "x..", "aa:b/c:d"];
    const archive = zip(names.map((name) => ({ name, data: name })));
    for (const name of names) expect(text(archive.read(name))).toBe(name);
  });

  test("bytes that are no UTF-8 are refused", () => {
    const error = errorOf(() => zip([{ name: Uint8Array.of(0x61, 0xff), data: "" }]));
    expect(error.message).toContain("not UTF-8");
  });
});

const readFails = (entry: Partial<ZipEntry>): string => {
  const archive = zip([
    { name: "ok", data: "1" },
    { name: "p/A.class", data: LONG, ...entry },
  ]);
  expect(text(archive.read("ok"))).toBe("1");
  const error = errorOf(() => archive.read("p/A.class"));
  expect(error.code).toBe("E103_BAD_ARCHIVE");
  expect(error.message).toContain('test.jar: entry "p/A.class"');
  expect(error.hint).toBeTruthy();
  return error.message;
};

describe("entries that lie", () => {
  test("checksum", () => expect(readFails({ crc: 1 })).toContain("checksum"));
  test("size too small", () => expect(readFails({ size: 100 })).toContain("larger than"));
  test("size too large", () => expect(readFails({ size: 16_001 })).toContain("are declared"));
  test("stored size differs", () =>
    expect(readFails({ method: 0, size: 5 })).toContain("are declared"));
  test("more than a class file may have", () =>
    expect(readFails({ size: 64 * 1024 * 1024 + 1 })).toContain("more than the limit"));
  test("a ratio deflate cannot reach", () =>
    expect(readFails({ size: 60 * 1024 * 1024 })).toContain("no deflate stream"));
  test("encrypted", () => expect(readFails({ flags: 1 })).toContain("encrypted"));
  test("another method", () => expect(readFails({ method: 12 })).toContain("method 12"));
  test("another name in place", () =>
    expect(readFails({ localName: "p/B.class" })).toContain("not where the directory says"));
  test("a deflate stream cut short", () =>
    expect(readFails({ compressedSize: 40 })).toContain("damaged"));

  test("a bomb stops at the declared size", () => {
    const zeros = new Uint8Array(8 * 1024 * 1024);
    const archive = zip([{ name: "bomb", data: zeros, size: 1000 }]);
    expect(errorOf(() => archive.read("bomb")).message).toContain("declared 1000 bytes");
  });

  test("the limit is the caller's to lower", () => {
    const archive = zip([{ name: "a", data: LONG }]);
    expect(errorOf(() => archive.read("a", 10)).message).toContain("limit of 10");
  });

  test("two entries of one name", () => {
    const archive = zip([
      { name: "A.class", data: "1" },
      { name: "A.class", data: "2" },
    ]);
    expect(errorOf(() => archive.read("A.class")).message).toContain("occurs twice");
  });
});

const openFails = (bytes: Uint8Array): string => {
  const error = errorOf(() => open(bytes));
  expect(error.code).toBe("E103_BAD_ARCHIVE");
  expect(error.message).toContain("test.jar");
  expect(error.hint).toBeTruthy();
  return error.message;
};

describe("archives that lie", () => {
  test("not a zip", () => expect(openFails(Buffer.from("hello"))).toContain("not a zip"));
  test("empty file", () => expect(openFails(new Uint8Array(0))).toContain("not a zip"));

  test("cut off anywhere", () => {
    const whole = makeZip([
      { name: "a", data: LONG },
      { name: "b", data: "x" },
    ]);
    for (let length = 0; length < whole.length; length += 7) {
      openFails(whole.subarray(0, length));
    }
  });

  test("entries that share bytes", () => {
    const entries = [
      { name: "a", data: LONG, method: 0 },
      { name: "b", data: LONG, method: 0, offset: 10 },
    ];
    expect(openFails(makeZip(entries))).toContain("share the same bytes");
  });

  test("an entry beyond the end", () => {
    expect(openFails(makeZip([{ name: "a", data: "x", offset: 5000 }]))).toContain("outside");
  });

  test("an entry whose data runs into the directory", () => {
    const bytes = makeZip([{ name: "a", data: "x", compressedSize: 200 }]);
    expect(openFails(bytes)).toContain("outside");
  });

  test("a wrong count of entries", () => {
    expect(openFails(makeZip([{ name: "a", data: "" }], { entryCount: 3 }))).toContain("declared");
  });

  test("zip64 sizes beyond any file", () => {
    const entries = [{ name: "a", data: "x", wide: true, compressedSize: 2 ** 60 }];
    expect(openFails(makeZip(entries))).toContain("outside");
  });
});

test("a path that is not there or is a directory", () => {
  const root = scratch();
  expect(errorOf(() => ZipArchive.open(join(root, "none.jar"))).code).toBe("E101_INPUT_UNREADABLE");
  expect(errorOf(() => ZipArchive.open(root)).code).toBe("E101_INPUT_UNREADABLE");
});
