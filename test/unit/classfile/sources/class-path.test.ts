import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readClassName } from "../../../../src/classfile/reading/class-name.ts";
import {
  CompositeSource,
  DirectorySource,
  parseClassPath,
  SingleClassSource,
} from "../../../../src/classfile/sources/class-path.ts";
import { Jar } from "../../../../src/classfile/sources/jar.ts";
import { classNamed, errorOf, makeZip, scratch, writeTree, type ZipEntry } from "./support.ts";

const manifest = (text: string): ZipEntry => ({ name: "META-INF/MANIFEST.MF", data: text });
const entry = (name: string, says: string = name): ZipEntry => ({
  name: `${name}.class`,
  data: classNamed(says),
});
const jar = (...entries: ZipEntry[]): Uint8Array => makeZip(entries);
const nameIn = (found: { bytes: Uint8Array } | null): string | null =>
  found && readClassName(found.bytes, "test");

describe("a directory", () => {
  test("finds classes by internal name", () => {
    const root = writeTree(scratch(), {
      "p/q/A.class": classNamed("p/q/A"),
      "B.class": classNamed("B"),
    });
    const source = new DirectorySource(root);
    const found = source.find("p/q/A");
    expect(nameIn(found)).toBe("p/q/A");
    expect(found?.origin).toBe(join(root, "p/q/A.class"));
    expect(found?.module).toBeNull();
    expect(Buffer.isBuffer(found?.bytes)).toBe(false);
    expect(nameIn(source.find("B"))).toBe("B");
    expect(source.find("p/q/C")).toBeNull();
    expect(source.describe()).toBe(root);
  });

  test("never looks outside itself", () => {
    const root = writeTree(scratch(), {
      "Out.class": classNamed("Out"),
      "in/In.class": classNamed("In"),
    });
    const source = new DirectorySource(join(root, "in"));
    expect(source.find("In")).not.toBeNull();
    for (const name of [
      "../Out",
      "In/../../Out",
      "./In",
      "/In",
      "In/",
      "",
      "..",
      "p//In",
      "..\\Out",
      "In\0",
      join(root, "Out"),
      "[LIn;",
      "In.class",
      "x".repeat(5000),
    ]) {
      expect(source.find(name), JSON.stringify(name)).toBeNull();
    }
  });

  test("upper and lower case matter", () => {
    const source = new DirectorySource(
      writeTree(scratch(), { "p/Abc.class": classNamed("p/Abc") }),
    );
    expect(source.find("p/abc")).toBeNull();
    expect(source.find("P/Abc")).toBeNull();
    expect(source.find("p/Abc")).not.toBeNull();
  });

  test("sees a class that was compiled after the first look", () => {
    const root = writeTree(scratch(), { "A.class": classNamed("A") });
    const source = new DirectorySource(root);
    expect(source.find("A")).not.toBeNull();
    expect(source.find("B")).toBeNull();
    writeTree(root, { "B.class": classNamed("B") });
    expect(nameIn(source.find("B"))).toBe("B");
  });

  test("a directory or a dead link with the name of a class is none", () => {
    const root = scratch();
    mkdirSync(join(root, "A.class"));
    symlinkSync(join(root, "gone"), join(root, "B.class"));
    const source = new DirectorySource(root);
    expect(source.find("A")).toBeNull();
    expect(source.find("B")).toBeNull();
  });
});

describe("a single class file", () => {
  test("is found under its own name, wherever it lies", () => {
    const root = writeTree(scratch(), { "Moved.class": classNamed("p/Original") });
    const source = SingleClassSource.open(join(root, "Moved.class"));
    expect(source.className).toBe("p/Original");
    expect(source.find("p/Original")?.origin).toBe(join(root, "Moved.class"));
    expect(source.find("Moved")).toBeNull();
  });

  test("must exist and be a class file", () => {
    const root = writeTree(scratch(), { "A.class": "no class at all, but long enough" });
    const bad = errorOf(() => SingleClassSource.open(join(root, "A.class")));
    expect(bad.code).toBe("E201_BAD_CLASS_FILE");
    expect(bad.message).toContain("A.class");
    const none = errorOf(() => SingleClassSource.open(join(root, "B.class")));
    expect(none.code).toBe("E101_INPUT_UNREADABLE");
  });

  test("cut off before its name ends, it is refused", () => {
    const whole = classNamed("p/A");
    const nameEnds = whole.length - 12; // after this_class
    for (let length = 0; length < nameEnds; length++) {
      const error = errorOf(() => readClassName(whole.slice(0, length), "A.class"));
      expect(error.code).toBe("E201_BAD_CLASS_FILE");
    }
  });
});

describe("a jar", () => {
  test("gives classes and says where they were", () => {
    const root = writeTree(scratch(), { "app.jar": jar(entry("p/A")) });
    const path = join(root, "app.jar");
    const source = parseClassPath(path, { featureVersion: 17 });
    expect(source.find("p/A")?.origin).toBe(`${path}!/p/A.class`);
    expect(source.find("p/B")).toBeNull();
    expect(source.find("../p/A")).toBeNull();
    source.close();
  });

  describe("for several releases", () => {
    const entries = [
      entry("A", "A0"),
      entry("META-INF/versions/8/A", "A8"),
      entry("META-INF/versions/9/A", "A9"),
      entry("META-INF/versions/17/A", "A17"),
      entry("META-INF/versions/11/New", "New11"),
      entry("META-INF/versions/x/A", "Ax"),
      entry("B"),
    ];
    const open = (text: string, version: number): Jar => {
      const path = join(scratch(), "multi.jar");
      writeFileSync(path, jar(manifest(text), ...entries));
      return Jar.open(path, version);
    };

    test.each([
      [8, "A0"],
      [9, "A9"],
      [16, "A9"],
      [17, "A17"],
      [25, "A17"],
    ] as const)("Java %i gets %s", (version, expected) => {
      const multi = open("Multi-Release: true\n", version);
      expect(nameIn(multi.find("A"))).toBe(expected);
      expect(nameIn(multi.find("New"))).toBe(version >= 11 ? "New11" : null);
      expect(nameIn(multi.find("B"))).toBe("B");
      expect(multi.classNames()).toEqual(version >= 11 ? ["A", "B", "New"] : ["A", "B"]);
    });

    test("only if the manifest says so", () => {
      const plain = open("Multi-Release: false\n", 25);
      expect(nameIn(plain.find("A"))).toBe("A0");
      expect(plain.find("New")).toBeNull();
      expect(plain.classNames()).toEqual(["A", "B"]);
    });
  });

  test("a manifest in lower case is read too", () => {
    const path = join(scratch(), "a.jar");
    writeFileSync(path, jar({ name: "meta-inf/manifest.mf", data: "Main-Class: A\n" }));
    expect(Jar.open(path, 17).manifest?.mainClass).toBe("A");
  });
});

const parse = (text: string, delimiter = ":") =>
  parseClassPath(text, { featureVersion: 17, delimiter });

describe("parseClassPath", () => {
  test("entries in order, the first wins", () => {
    const root = writeTree(scratch(), {
      "one/A.class": classNamed("First"),
      "two/A.class": classNamed("Second"),
      "two/B.class": classNamed("B"),
      "three.jar": jar(entry("A", "Third"), entry("C")),
    });
    const source = parse(`${root}/one:${root}/two:${root}/three.jar`);
    expect(nameIn(source.find("A"))).toBe("First");
    expect(nameIn(source.find("B"))).toBe("B");
    expect(nameIn(source.find("C"))).toBe("C");
    expect(source.describe()).toBe(`${root}/one, ${root}/two, ${root}/three.jar`);
    expect(source.sources).toHaveLength(3);
  });

  test("another delimiter", () => {
    const root = scratch();
    expect(parse(`${root};${root}/none`, ";").describe()).toBe(root);
  });

  test("what does not exist is skipped, and nothing is there twice", () => {
    const root = scratch();
    expect(parse(`/does/not/exist:${root}:${root}:${root}/none.jar`).describe()).toBe(root);
  });

  test("an empty entry is the current directory", () => {
    expect(parse("").describe()).toBe(".");
    expect(parse(`${scratch()}:`).sources[1]?.describe()).toBe(".");
  });

  test("a star means the jars of a directory, not its classes", () => {
    const root = writeTree(scratch(), {
      "lib/b.jar": jar(entry("B")),
      "lib/a.JAR": jar(entry("A")),
      "lib/sub/c.jar": jar(entry("C")),
      "lib/D.class": classNamed("D"),
      "lib/e.zip": jar(entry("E")),
    });
    const source = parse(`${root}/lib/*`);
    expect(source.describe()).toBe(`${root}/lib/a.JAR, ${root}/lib/b.jar`);
    expect(parse(`${root}/none/*`).sources).toEqual([]);
  });

  test("a file that is no archive is an error", () => {
    const root = writeTree(scratch(), { "good.jar": jar(entry("A")), "bad.jar": "not a zip" });
    const error = errorOf(() => parse(`${root}/good.jar:${root}/bad.jar`));
    expect(error.code).toBe("E103_BAD_ARCHIVE");
    expect(error.message).toContain("bad.jar");
  });

  test("manifests name further entries, even each other", () => {
    const root = writeTree(scratch(), {
      "main.jar": jar(
        manifest("Class-Path: lib/x%20y.jar dir/ dir gone.jar http://h/z.jar\n"),
        entry("M"),
      ),
      "lib/x y.jar": jar(manifest("Class-Path: ../main.jar z.jar\n"), entry("A", "FromX")),
      "lib/z.jar": jar(entry("A", "FromZ"), entry("Z")),
      "dir/D.class": classNamed("D"),
      "last.jar": jar(entry("D", "Late")),
    });
    const source = parse(`${root}/main.jar:${root}/last.jar`);
    expect(source.sources.map((each) => each.describe().slice(root.length))).toEqual([
      "/main.jar",
      "/lib/x y.jar",
      "/lib/z.jar",
      "/dir/",
      "/last.jar",
    ]);
    expect(nameIn(source.find("A"))).toBe("FromX");
    expect(nameIn(source.find("D"))).toBe("D");
  });
});

test("an empty composite has nothing", () => {
  expect(new CompositeSource([]).find("A")).toBeNull();
});
