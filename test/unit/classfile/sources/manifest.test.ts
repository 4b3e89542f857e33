import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  parseManifest,
  resolveClassPathEntry,
} from "../../../../src/classfile/sources/manifest.ts";

const parse = (text: string) => parseManifest(Buffer.from(text, "utf8"));

describe("parseManifest", () => {
  test("the attributes that matter", () => {
    const manifest = parse(
      "Manifest-Version: 1.0\r\nMain-Class: com.example.Main\r\nClass-Path: a.jar  lib/b.jar dir/\r\nMulti-Release: true\r\n\r\n",
    );
    expect(manifest.mainClass).toBe("com.example.Main");
    expect(manifest.classPath).toEqual(["a.jar", "lib/b.jar", "dir/"]);
    expect(manifest.multiRelease).toBe(true);
    expect(manifest.attributes.get("manifest-version")).toBe("1.0");
  });

  test("nothing in it", () => {
    expect(parse("")).toMatchObject({ mainClass: null, classPath: [], multiRelease: false });
    expect(parse("Main-Class:   \n").mainClass).toBeNull();
  });

  test("keys and the word true in any case", () => {
    const manifest = parse("MAIN-CLASS: A\nmulti-release: TRUE\n");
    expect(manifest.mainClass).toBe("A");
    expect(manifest.multiRelease).toBe(true);
  });

  test.each(["\n", "\r\n", "\r"])("long lines continue after %j", (newline) => {
    const manifest = parse(
      `Class-Path: one.j${newline} ar two.j${newline} ar${newline}Main-Class: B`,
    );
    expect(manifest.classPath).toEqual(["one.jar", "two.jar"]);
    expect(manifest.mainClass).toBe("B");
  });

  test("a line may break inside a character", () => {
    const name = Buffer.from("Ω");
    const bytes = Buffer.concat([
      Buffer.from("Main-Class: p."),
      name.subarray(0, 1),
      Buffer.from("\r\n "),
      name.subarray(1),
      Buffer.from("\r\n"),
    ]);
    expect(parseManifest(bytes).mainClass).toBe("p.Ω");
  });

  test("sections about single entries do not count", () => {
    const manifest = parse("Main-Class: A\n\nName: x\nMain-Class: B\nMulti-Release: true\n");
    expect(manifest.mainClass).toBe("A");
    expect(manifest.multiRelease).toBe(false);
  });

  test("lines without a colon are passed over", () => {
    expect(parse("rubbish\n: none\nMain-Class: A\n").mainClass).toBe("A");
  });
});

describe("resolveClassPathEntry", () => {
  const jar = "/apps/main.jar";

  test("relative to the jar", () => {
    expect(resolveClassPathEntry(jar, "lib/a.jar")).toEqual({
      path: "/apps/lib/a.jar",
      isDirectory: false,
    });
    expect(resolveClassPathEntry(jar, "../b/")).toEqual({ path: "/b/", isDirectory: true });
    expect(resolveClassPathEntry(jar, "a%20b.jar")?.path).toBe("/apps/a b.jar");
    expect(resolveClassPathEntry(jar, pathToFileURL("/x/y.jar").href)?.path).toBe("/x/y.jar");
  });

  test.each(["http://example.org/a.jar", "//host/a.jar", "a%2fb.jar", "http://["])(
    "%s names no file",
    (entry) => expect(resolveClassPathEntry(jar, entry)).toBeNull(),
  );
});
