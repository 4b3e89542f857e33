/** Our own library is read without validation: it is validated here instead. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readClass, readTrustedClass } from "../../../../src/classfile/reading/reader.ts";
import { Jar } from "../../../../src/classfile/sources/jar.ts";

const LIBRARY = resolve(import.meta.dirname, "../../../../models/library.jar");

test("every class of the library is valid", () => {
  const jar = Jar.open(LIBRARY, 17);
  const names = jar.classNames();
  expect(names.length).toBeGreaterThan(200);
  for (const name of names) {
    const { bytes } = jar.find(name)!;
    const { methods } = readClass(bytes, name);
    expect(readTrustedClass(bytes)).toMatchObject({ name, methods: { length: methods.length } });
  }
  jar.close();
});
