import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { makeImage } from "./image-writer.ts";
import { classNamed, errorOf, makeZip, scratch, writeTree } from "./support.ts";

const image = makeImage({
  "/java.base/java/lang/Object.class": classNamed("java/lang/Object"),
});
const release = (version: string): string => `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`;
const EMPTY = { env: {} };

function fakeJdk(version = "21.0.3"): string {
  return writeTree(scratch(), {
    "lib/modules": image,
    release: release(version),
    "bin/java": "",
    "bin/javac": "",
  });
}

describe("where a JDK is looked for", () => {
  test("an explicit directory comes first", () => {
    const home = fakeJdk("21.0.3");
    const env = { JAVA_HOME: fakeJdk("17"), PATH: join(fakeJdk("19"), "bin") };
    const jdk = findJdk({ explicit: home, env });
    expect(jdk?.home).toBe(home);
    expect(jdk?.featureVersion).toBe(21);
    expect(jdk?.javac).toBe(join(home, "bin/javac"));
  });

  test("then JAVA_HOME, then the PATH", () => {
    const onPath = { PATH: `/none::${join(fakeJdk("19"), "bin")}` };
    expect(findJdk({ env: { ...onPath, JAVA_HOME: fakeJdk("17.0.1") } })?.featureVersion).toBe(17);
    expect(findJdk({ env: onPath })?.featureVersion).toBe(19);
    expect(findJdk({ env: { ...onPath, JAVA_HOME: "" } })?.featureVersion).toBe(19);
    expect(findJdk({ env: { ...onPath, JAVA_HOME: scratch() } })?.featureVersion).toBe(19);
  });

  test("links to the java command are followed", () => {
    const home = fakeJdk();
    const bin = scratch();
    symlinkSync(join(home, "bin/java"), join(bin, "step"));
    symlinkSync(join(bin, "step"), join(bin, "java"));
    expect(findJdk({ env: { PATH: bin } })?.home).toBe(home);
  });

  test("a java on the PATH outside any JDK is passed over", () => {
    const stub = writeTree(scratch(), { "bin/java": "" });
    expect(findJdk({ env: { PATH: join(stub, "bin") } })).toBeNull();
  });

  test("nothing anywhere", () => {
    expect(findJdk(EMPTY)).toBeNull();
    expect(findJdk({ env: { PATH: "", JAVA_HOME: "/none" } })).toBeNull();
  });

  test("the bundle layout of macOS", () => {
    const bundle = writeTree(scratch(), { "Contents/Home/lib/modules": image });
    expect(findJdk({ explicit: bundle })?.home).toBe(join(bundle, "Contents/Home"));
  });
});

describe("what is not a JDK", () => {
  test("an explicit one is an error", () => {
    const error = errorOf(() => findJdk({ explicit: scratch(), ...EMPTY }));
    expect(error.code).toBe("E101_INPUT_UNREADABLE");
    expect(error.message).toContain("is not a JDK");
    expect(error.hint).toBeTruthy();
    expect(errorOf(() => findJdk({ explicit: "/none" })).code).toBe("E101_INPUT_UNREADABLE");
  });

  test.each(["lib/rt.jar", "jre/lib/rt.jar"])("Java 8 with %s is refused by name", (file) => {
    const home = writeTree(scratch(), { [file]: "", release: release("1.8.0_402") });
    for (const search of [{ explicit: home }, { env: { JAVA_HOME: home } }]) {
      const error = errorOf(() => findJdk(search));
      expect(error.code).toBe("E101_INPUT_UNREADABLE");
      expect(error.message).toContain("JDK 9 or later");
      expect(error.hint).toContain("--jdk");
    }
  });
});

const jmod = (...names: string[]): Uint8Array =>
  makeZip(
    names.map((name) => ({ name: `classes/${name}.class`, data: classNamed(name) })),
    { prefix: Buffer.from("JM\u0001\0", "latin1") },
  );

describe("what is in it", () => {
  test.each([
    ["17.0.15", 17],
    ["25", 25],
    ["22-ea", 22],
    ["9.0.4", 9],
  ] as const)("version %s", (version, feature) => {
    expect(findJdk({ explicit: fakeJdk(version) })?.featureVersion).toBe(feature);
  });

  test("without a release file the version is that of its classes", () => {
    const home = writeTree(scratch(), { "lib/modules": image });
    const jdk = findJdk({ explicit: home });
    expect(jdk?.featureVersion).toBe(17); // major version 61
    expect(jdk?.javac).toBeNull();
  });

  test("the image is opened only when a class is asked for", () => {
    const home = writeTree(scratch(), { "lib/modules": "rubbish", release: release("17") });
    const jdk = findJdk({ explicit: home });
    expect(jdk?.featureVersion).toBe(17);
    expect(errorOf(() => jdk?.source.find("A")).code).toBe("E103_BAD_ARCHIVE");
  });

  test("classes come with module and origin", () => {
    const home = fakeJdk();
    const source = findJdk({ explicit: home })!.source;
    expect(source.find("java/lang/Object")).toEqual({
      bytes: classNamed("java/lang/Object"),
      origin: "jrt:/java.base/java/lang/Object",
      module: "java.base",
    });
    expect(source.find("java/lang/Missing")).toBeNull();
    expect(source.describe()).toContain(home);
  });

  test("jmods serve where there is no image", () => {
    const home = writeTree(scratch(), {
      "jmods/java.base.jmod": jmod("java/lang/Object", "module-info"),
      "jmods/java.sql.jmod": jmod("java/sql/Driver", "java/sql/Array"),
      "jmods/a.first.jmod": jmod("java/sql/sub/Other"),
    });
    const { source } = findJdk({ explicit: home })!;
    expect(source.find("java/sql/Driver")?.origin).toBe("jrt:/java.sql/java/sql/Driver");
    expect(source.find("java/sql/Missing")).toBeNull();
    expect(source.find("Top")).toBeNull();
    expect(source.classes.moduleOf("java.lang")).toBe("java.base");
    expect(source.classes.moduleOf("java")).toBeNull();
    expect(source.classes.modules()).toEqual(["a.first", "java.base", "java.sql"]);
    expect(source.classes.classNames("java.base")).toEqual(["java/lang/Object"]);
    expect(source.classes.classNames("java.sql")).toEqual(["java/sql/Array", "java/sql/Driver"]);
    expect(source.classes.classNames("none")).toEqual([]);
    expect(source.classes.read("../x", "A")).toBeNull();
    source.close();
  });

  test("a jmod without its header is refused", () => {
    const home = scratch();
    mkdirSync(join(home, "jmods"));
    writeTree(home, { "jmods/java.base.jmod": makeZip([{ name: "classes/A.class", data: "" }]) });
    const error = errorOf(() => findJdk({ explicit: home })?.source.find("p/A"));
    expect(error.code).toBe("E103_BAD_ARCHIVE");
    expect(error.message).toContain("java.base.jmod is not a jmod");
  });
});
