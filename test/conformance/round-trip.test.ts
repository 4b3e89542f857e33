/**
 * Every class of java.base, read and written again. The JDK is whatever the
 * tool itself would find; without one there is nothing to compare with.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeCode } from "../../src/classfile/code/decoder.ts";
import { encodeCode } from "../../src/classfile/code/encoder.ts";
import { readTree } from "../../src/classfile/editing/tree.ts";
import { writeTree } from "../../src/classfile/editing/tree-writer.ts";
import { readClass } from "../../src/classfile/reading/reader.ts";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { JdkImage } from "../../src/classfile/sources/jdk-image.ts";

const home = findJdk()?.home ?? "";
const imagePath = join(home, "lib", "modules");
const MODULE = "java.base";

function* classes(): Generator<readonly [string, Uint8Array]> {
  const image = JdkImage.open(imagePath);
  try {
    for (const name of [...image.classNames(MODULE), "module-info"]) {
      const bytes = image.read(MODULE, name);
      if (bytes === null) throw new Error(`${name} is listed but cannot be read`);
      yield [name, bytes];
    }
  } finally {
    image.close();
  }
}

describe.skipIf(home === "" || !existsSync(imagePath))("every class of java.base", () => {
  test("is written as it was read", () => {
    let count = 0;
    for (const [name, bytes] of classes()) {
      const written = writeTree(readTree(bytes, name));
      if (Buffer.compare(written, bytes) !== 0) expect.fail(`${name} is written differently`);
      count++;
    }
    expect(count).toBeGreaterThan(5000);
  }, 120_000);

  test("has code that is encoded as it was decoded, and the right name", () => {
    let methods = 0;
    for (const [name, bytes] of classes()) {
      const file = readClass(bytes, name);
      if (file.name !== name) expect.fail(`${name} says it is ${file.name}`);
      for (const { code, name: method, descriptor } of file.methods) {
        if (code === null) continue;
        const { instructions } = decodeCode(code, file.constants, `${name}.${method}${descriptor}`);
        const encoded = encodeCode(instructions).bytes;
        if (Buffer.compare(encoded, code.bytes) !== 0)
          expect.fail(`${name}.${method}${descriptor}`);
        methods++;
      }
    }
    expect(methods).toBeGreaterThan(40_000);
  }, 120_000);
});
