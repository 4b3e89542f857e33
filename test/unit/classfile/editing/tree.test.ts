import { describe, expect, test } from "vitest";
import {
  readModuleHashes,
  readPermittedSubclasses,
  readRecord,
  storeModuleHashes,
  storePermittedSubclasses,
  storeRecord,
} from "../../../../src/classfile/editing/raw-attributes.ts";
import {
  type ClassTree,
  classNameOf,
  findAttribute,
  type RawAttribute,
  readTree,
  utf8Of,
} from "../../../../src/classfile/editing/tree.ts";
import { writeTree } from "../../../../src/classfile/editing/tree-writer.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { plainClass, richClass } from "../samples.ts";

const richTree = (): ClassTree => readTree(richClass().toBytes(), "p/Rich.class");

const methodNamed = (tree: ClassTree, name: string) =>
  tree.methods.find((method) => utf8Of(tree, method.name_index) === name)!;

describe("tree", () => {
  test("round trip is byte for byte", () => {
    for (const bytes of [plainClass().toBytes(), richClass().toBytes()]) {
      expect(writeTree(readTree(bytes, "test"))).toEqual(bytes);
    }
  });

  test("attributes by name, with names as text", () => {
    const tree = richTree();
    expect(classNameOf(tree, tree.this_class)).toBe("p/Rich");
    const source = findAttribute(tree, tree.attributes, "SourceFile")!;
    expect(utf8Of(tree, source.sourcefile_index)).toBe("Rich.java");
    expect(findAttribute(tree, tree.attributes, "NestHost")).toBeNull();
    const code = findAttribute(tree, methodNamed(tree, "h").attributes, "Code")!;
    expect(code.exception_table.length).toBe(2);
    expect(() => utf8Of(tree, tree.this_class)).toThrow(BadClassFileError);
    expect(() => classNameOf(tree, 0)).toThrow(BadClassFileError);
  });

  test("malformed input is refused before it is read", () => {
    expect(() => readTree(new Uint8Array(100), "x.class")).toThrow(/^x\.class: not a class file/);
  });

  test("record components and permitted subclasses, read and changed", () => {
    const tree = richTree();
    const record = findAttribute(tree, tree.attributes, "Record")!;
    const components = readRecord(record);
    expect(components.map(({ nameIndex }) => utf8Of(tree, nameIndex))).toEqual(["x", "ys"]);
    expect(components[1]!.attributes.length).toBe(1);
    const before = [...record.info];
    storeRecord(record, components);
    expect(record.info).toEqual(before);
    storeRecord(record, components.slice(1));
    const permitted = findAttribute(tree, tree.attributes, "PermittedSubclasses")!;
    const [sub] = readPermittedSubclasses(permitted);
    expect(classNameOf(tree, sub!)).toBe("p/Sub");
    storePermittedSubclasses(permitted, [sub!, tree.this_class]);
    const changed = readClass(writeTree(tree), "changed");
    expect(changed.recordComponents?.map(({ name }) => name)).toEqual(["ys"]);
    expect(changed.permittedSubclasses).toEqual(["p/Sub", "p/Rich"]);
  });

  test("module hashes", () => {
    const attribute: RawAttribute = { attribute_name_index: 1, attribute_length: 0, info: [] };
    const node = { algorithmIndex: 3, hashes: [{ moduleIndex: 4, hash: Uint8Array.of(1, 2, 3) }] };
    storeModuleHashes(attribute, node);
    expect(attribute.info).toEqual([0, 3, 0, 1, 0, 4, 0, 3, 1, 2, 3]);
    expect(attribute.attribute_length).toBe(11);
    expect(readModuleHashes(attribute)).toEqual(node);
  });

  test("counts and lengths follow an edit", () => {
    const tree = richTree();
    tree.methods = tree.methods.filter((method) => utf8Of(tree, method.name_index) !== "d");
    const code = findAttribute(tree, methodNamed(tree, "s").attributes, "Code")!;
    code.code.push(0, 0);
    code.attributes = [];
    const inner = findAttribute(tree, tree.attributes, "InnerClasses")!;
    inner.classes.pop();
    const changed = readClass(writeTree(tree), "changed");
    expect(changed.methods.map(({ name }) => name)).toEqual(["<init>", "s", "h", "n"]);
    expect(changed.methods[1]!.code!.bytes.length).toBe(code.code.length);
    expect(changed.innerClasses.length).toBe(1);
  });

  test("an edit that breaks the class is our bug, not the user's", () => {
    const tree = richTree();
    tree.this_class = 0;
    expect(() => writeTree(tree)).toThrow(/internal error: edited class is malformed/);
    expect(() => writeTree(tree)).not.toThrow(BadClassFileError);
  });
});
