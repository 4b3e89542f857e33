import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readClassName } from "../../../../src/classfile/reading/class-name.ts";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { installedJdks, missing, scratch } from "./support.ts";

/** Each so many-th class is looked at; all of them would take seconds. */
const STRIDE = 20;

const jdks = installedJdks();
afterAll(() => {
  for (const jdk of jdks) jdk.close();
});

describe.each([17, 25])("JDK %i", (version) => {
  const jdk = jdks.find((each) => each.featureVersion === version);

  describe.skipIf(missing(jdk, `JDK ${version}`))("installed", () => {
    test("every class it lists is found and is that class", () => {
      const names = jdk!.source.classes.classNames("java.base");
      expect(names.length).toBeGreaterThan(5000);
      expect(new Set(names).size).toBe(names.length);
      for (let index = 0; index < names.length; index += STRIDE) {
        const name = names[index]!;
        const found = jdk!.source.find(name);
        expect(found?.module, name).toBe("java.base");
        expect(found?.origin).toBe(`jrt:/java.base/${name}`);
        expect(Buffer.from(found!.bytes.subarray(0, 4)).toString("hex")).toBe("cafebabe");
        expect(readClassName(found!.bytes, name)).toBe(name);
      }
    });

    test("classes outside java.base are found in their modules", () => {
      const { source } = jdk!;
      const modules = source.classes.modules();
      expect(modules).toContain("java.base");
      for (const module of modules) {
        const name = source.classes.classNames(module)[0];
        if (name === undefined) continue; // an aggregator such as java.se
        const found = source.find(name);
        expect(found?.module, name).toBe(module);
        expect(readClassName(found!.bytes, name)).toBe(name);
        expect(source.classes.moduleOf(name.slice(0, name.lastIndexOf("/")))).toBe(module);
      }
    });

    test("what it does not have is not found", () => {
      for (const name of ["java/lang/NoSuchClass", "no/such/Class", "Object", "java/Object"]) {
        expect(jdk!.source.find(name)).toBeNull();
      }
    });
  });
});

// Newer JDKs may come without jmods; one that has them is enough to compare.
const withJmods = jdks.find((jdk) => existsSync(join(jdk.home, "jmods", "java.base.jmod")));

describe.skipIf(missing(withJmods, "a JDK with jmods"))("jmods", () => {
  test("agree with the image byte for byte", () => {
    const home = scratch();
    symlinkSync(join(withJmods!.home, "jmods"), join(home, "jmods"));
    const other = findJdk({ explicit: home })!;
    expect(other.featureVersion).toBe(withJmods!.featureVersion); // read from java.lang.Object
    for (const module of ["java.base", "java.logging", "java.sql"]) {
      const names = other.source.classes.classNames(module);
      expect(names.length).toBeGreaterThan(10);
      for (let index = 0; index < names.length; index += STRIDE) {
        const name = names[index]!;
        const fromImage = withJmods!.source.find(name);
        const fromJmod = other.source.find(name);
        expect(fromJmod?.module, name).toBe(module);
        expect(Buffer.compare(fromImage!.bytes, fromJmod!.bytes), name).toBe(0);
      }
    }
    other.close();
  });
});
