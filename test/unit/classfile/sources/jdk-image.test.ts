import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JdkImage } from "../../../../src/classfile/sources/jdk-image.ts";
import { makeImage, type Resources } from "./image-writer.ts";
import { classNamed, errorOf, scratch } from "./support.ts";

const RESOURCES: Resources = {
  "/java.base/java/lang/Object.class": classNamed("java/lang/Object"),
  "/java.base/java/lang/String.class": classNamed("java/lang/String"),
  "/java.base/java/lang/messages.properties": Buffer.from("a=b"),
  "/java.base/module-info.class": classNamed("module-info"),
  "/java.sql/java/sql/Driver.class": classNamed("java/sql/Driver"),
  "/java.sql/module-info.class": classNamed("module-info"),
  "/java.sql/Top.class": classNamed("Top"),
  "/packages/java": [
    { module: "java.base", empty: true },
    { module: "java.sql", empty: true },
  ],
  "/packages/java.lang": [{ module: "java.base", empty: false }],
  "/packages/java.sql": [
    { module: "java.base", empty: true },
    { module: "java.sql", empty: false },
  ],
};

function open(bytes: Uint8Array): JdkImage {
  const path = join(scratch(), "modules");
  writeFileSync(path, bytes);
  return JdkImage.open(path);
}

describe.each([
  ["little-endian", {}],
  ["big-endian", { bigEndian: true }],
  ["zip-compressed", { compress: "zip" }],
  ["big-endian and zip-compressed", { bigEndian: true, compress: "zip" }],
])("a %s image", (_, options) => {
  test("answers every question", () => {
    const image = open(makeImage(RESOURCES, options));
    expect(image.read("java.base", "java/lang/String")).toEqual(classNamed("java/lang/String"));
    expect(image.read("java.sql", "java/lang/String")).toBeNull();
    expect(image.find("java/lang/Object")).toEqual({
      module: "java.base",
      bytes: classNamed("java/lang/Object"),
    });
    expect(image.find("java/sql/Driver")?.module).toBe("java.sql");
    expect(image.moduleOf("java/sql")).toBe("java.sql");
    expect(image.moduleOf("java.lang")).toBe("java.base");
    expect(image.moduleOf("java")).toBeNull();
    expect(image.moduleOf("no/such")).toBeNull();
    expect(image.modules()).toEqual(["java.base", "java.sql"]);
    expect(image.classNames("java.base")).toEqual(["java/lang/Object", "java/lang/String"]);
    expect(image.classNames("java.sql")).toEqual(["Top", "java/sql/Driver"]);
    expect(image.classNames("java.sq")).toEqual([]);
    image.close();
  });

  test("has nothing under other names", () => {
    const image = open(makeImage(RESOURCES, options));
    for (const name of [
      "",
      "Object",
      "java/lang/object",
      "java/lang/Strin",
      "java/lang/Stringg",
      "../java.sql/java/sql/Driver",
      "java.lang.Object",
      "java//lang/Object",
      "no/such/Class",
    ]) {
      expect(image.find(name), name).toBeNull();
    }
  });
});

const fails = (action: () => unknown, code: string): string => {
  const error = errorOf(action);
  expect(error.code).toBe(code);
  expect(error.hint).toBeTruthy();
  return error.message;
};

describe("an image that cannot be used", () => {
  test("says which compression it does not know", () => {
    const image = open(makeImage(RESOURCES, { compress: "compact-cp" }));
    const message = fails(
      () => image.read("java.base", "java/lang/Object"),
      "E401_UNSUPPORTED_FEATURE",
    );
    expect(message).toContain("compact-cp");
  });

  test("says which format it does not know", () => {
    const bytes = makeImage(RESOURCES, { majorVersion: 2 });
    expect(fails(() => open(bytes), "E401_UNSUPPORTED_FEATURE")).toContain("format 2.0");
  });

  test("is refused when it is no image", () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("short"), Buffer.alloc(100)]) {
      expect(fails(() => open(bytes), "E103_BAD_ARCHIVE")).toContain("not a JDK image");
    }
  });

  test("is refused when its index claims more than the file", () => {
    for (const field of [16, 20, 24]) {
      const bytes = makeImage(RESOURCES);
      bytes.writeUInt32LE(0x7fffffff, field);
      fails(() => open(bytes), "E103_BAD_ARCHIVE");
    }
  });

  test("is refused when it is cut off", () => {
    const whole = makeImage(RESOURCES);
    const image = open(whole.subarray(0, whole.length - 60));
    fails(() => image.moduleOf("java/sql"), "E103_BAD_ARCHIVE");
    fails(() => open(whole.subarray(0, 60)), "E103_BAD_ARCHIVE");
  });
});
