import { describe, expect, test } from "vitest";
import {
  readPermittedSubclasses,
  readRecord,
} from "../../../../src/classfile/editing/raw-attributes.ts";
import {
  type ClassTree,
  classNameOf,
  findAttribute,
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

  test("record components and permitted subclasses", () => {
    const tree = richTree();
    const record = findAttribute(tree, tree.attributes, "Record")!;
    const components = readRecord(record).map(({ nameIndex, descriptorIndex }) => [
      utf8Of(tree, nameIndex),
      utf8Of(tree, descriptorIndex),
    ]);
    expect(components).toEqual([
      ["x", "I"],
      ["ys", "Ljava/util/List;"],
    ]);
    const permitted = findAttribute(tree, tree.attributes, "PermittedSubclasses")!;
    expect(readPermittedSubclasses(permitted).map((index) => classNameOf(tree, index))).toEqual([
      "p/Sub",
    ]);
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
