/**
 * Whatever is done to an archive's bytes, reading it gives the right answer, a
 * refusal of ours, or null: never a crash and never other bytes for an entry
 * whose checksum was checked.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, constantFrom, property } from "fast-check";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClassName } from "../../../../src/classfile/reading/class-name.ts";
import { parseClassPath } from "../../../../src/classfile/sources/class-path.ts";
import { Jar } from "../../../../src/classfile/sources/jar.ts";
import { JdkImage } from "../../../../src/classfile/sources/jdk-image.ts";
import { parseManifest } from "../../../../src/classfile/sources/manifest.ts";
import { ZipArchive } from "../../../../src/classfile/sources/zip.ts";
import { DeadwoodError } from "../../../../src/core/errors.ts";
import { makeImage } from "../../../unit/classfile/sources/image-writer.ts";
import { classNamed, makeZip } from "../../../unit/classfile/sources/support.ts";
import { damage, edits } from "./edits.ts";

const RUNS = { numRuns: 400 };

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "deadwood-damaged-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the action; an error of ours is an answer, any other is a bug. */
function survive<T>(action: () => T): T | "refused" {
  try {
    return action();
  } catch (error) {
    if (error instanceof DeadwoodError && error.message.length > 0) return "refused";
    throw error;
  }
}

const CONTENT: Readonly<Record<string, Uint8Array>> = {
  "META-INF/MANIFEST.MF": Buffer.from("Multi-Release: true\nClass-Path: other.jar\n"),
  "p/A.class": classNamed("p/A"),
  "p/Long.class": Buffer.from("again and again ".repeat(200)),
  "META-INF/versions/9/p/A.class": classNamed("p/A"),
};

describe("a damaged jar", () => {
  const stored = Object.entries(CONTENT).map(([name, data]) => ({ name, data, method: 0 }));
  const originals = {
    deflated: Buffer.from(zipSync({ ...CONTENT })),
    stored: makeZip(stored),
    wide: makeZip(
      stored.map((entry) => ({ ...entry, wide: true })),
      { wideEnd: true },
    ),
  };

  test.each(Object.entries(originals))("%s: true bytes, null or a refusal", (_, original) => {
    let refused = 0;
    let answered = 0;
    assert(
      property(edits, (list) => {
        const path = join(directory, "damaged.jar");
        writeFileSync(path, damage(original, list));
        const zip = survive(() => ZipArchive.open(path));
        if (zip === "refused") {
          refused++;
        } else {
          for (const name of zip.names()) {
            const bytes = survive(() => zip.read(name));
            // A name may be damaged too; under a name we know only the true content passes.
            const known = CONTENT[name];
            if (known && bytes !== "refused") expect(bytes).toEqual(new Uint8Array(known));
          }
          answered++;
          zip.close();
        }
        const jar = survive(() => Jar.open(path, 17));
        if (jar !== "refused") {
          survive(() => jar.find("p/A"));
          jar.classNames();
          jar.close();
        }
        const source = survive(() => parseClassPath(path, { featureVersion: 17 }));
        if (source !== "refused") source.close();
      }),
      RUNS,
    );
    // Both must occur, or the property looked at nothing.
    expect(refused).toBeGreaterThan(10);
    expect(answered).toBeGreaterThan(10);
  });
});

test("a damaged JDK image gives bytes, null or a refusal", () => {
  const names = ["java/lang/Object", "java/lang/String", "java/util/List", "java/sql/Driver"];
  const resources = Object.fromEntries([
    ...names.map((name) => [
      `/${name.startsWith("java/sql") ? "java.sql" : "java.base"}/${name}.class`,
      classNamed(name),
    ]),
    ["/packages/java.sql", [{ module: "java.sql", empty: false }]],
  ]);
  const originals = [makeImage(resources), makeImage(resources, { compress: "zip" })];
  let found = 0;
  assert(
    property(constantFrom(...originals), edits, (original, list) => {
      const path = join(directory, "modules");
      writeFileSync(path, damage(original, list));
      const image = survive(() => JdkImage.open(path));
      if (image === "refused") return;
      for (const name of names) {
        const result = survive(() => image.find(name));
        if (result !== "refused" && result !== null) found++;
      }
      survive(() => image.classNames("java.base"));
      survive(() => image.modules());
      survive(() => image.moduleOf("java/sql"));
      image.close();
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(100);
});

test("a damaged class file gives a name or a refusal", () => {
  assert(
    property(edits, (list) => {
      const bytes = new Uint8Array(damage(classNamed("some/package/ClassName"), list));
      expect(typeof survive(() => readClassName(bytes, "A.class"))).toBe("string");
    }),
    RUNS,
  );
});

test("any bytes are a manifest of some kind", () => {
  const manifest = Buffer.from("Main-Class: A\r\nClass-Path: a b\r\n c\r\n\r\nName: x\r\n");
  assert(
    property(edits, (list) => {
      const { classPath, attributes } = parseManifest(damage(manifest, list));
      expect(classPath.every((entry) => entry.length > 0)).toBe(true);
      expect(attributes.size).toBeLessThan(10);
    }),
    RUNS,
  );
});
