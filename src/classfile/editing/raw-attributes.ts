/**
 * Typed forms of the attributes java-class-tools leaves raw (Record,
 * PermittedSubclasses and the JDK's own module attributes): bytes to structure
 * and back. Indices are into the constant pool, as everywhere in the tree.
 */
import { ByteWriter } from "../assembling/byte-writer.ts";
import { Cursor } from "../reading/cursor.ts";
import type { RawAttribute } from "./tree.ts";

export interface RecordComponentNode {
  nameIndex: number;
  descriptorIndex: number;
  /** Signature and annotations of the component, contents raw. */
  attributes: { nameIndex: number; info: Uint8Array }[];
}

export interface ModuleHashesNode {
  algorithmIndex: number;
  hashes: { moduleIndex: number; hash: Uint8Array }[];
}

const cursorOf = (attribute: RawAttribute): Cursor => new Cursor(Uint8Array.from(attribute.info));

function times<Item>(count: number, item: () => Item): Item[] {
  const items: Item[] = [];
  for (let n = count; n > 0; n--) items.push(item());
  return items;
}

function bytesOf(cursor: Cursor, length: number): Uint8Array {
  const start = cursor.at;
  cursor.skip(length);
  return cursor.bytes.slice(start, cursor.at);
}

function store(attribute: RawAttribute, write: (out: ByteWriter) => void): void {
  const out = new ByteWriter();
  write(out);
  attribute.info = [...out.toBytes()];
  attribute.attribute_length = attribute.info.length;
}

export function readRecord(attribute: RawAttribute): RecordComponentNode[] {
  const cursor = cursorOf(attribute);
  return times(cursor.u2(), () => ({
    nameIndex: cursor.u2(),
    descriptorIndex: cursor.u2(),
    attributes: times(cursor.u2(), () => ({
      nameIndex: cursor.u2(),
      info: bytesOf(cursor, cursor.u4()),
    })),
  }));
}

export function storeRecord(
  attribute: RawAttribute,
  components: readonly RecordComponentNode[],
): void {
  store(attribute, (out) => {
    out.u2(components.length);
    for (const { nameIndex, descriptorIndex, attributes } of components) {
      out.u2(nameIndex);
      out.u2(descriptorIndex);
      out.u2(attributes.length);
      for (const each of attributes) {
        out.u2(each.nameIndex);
        out.u4(each.info.length);
        out.write(each.info);
      }
    }
  });
}

/** Class indices. */
export function readPermittedSubclasses(attribute: RawAttribute): number[] {
  const cursor = cursorOf(attribute);
  return times(cursor.u2(), () => cursor.u2());
}

export function storePermittedSubclasses(
  attribute: RawAttribute,
  classes: readonly number[],
): void {
  store(attribute, (out) => {
    out.u2(classes.length);
    for (const index of classes) out.u2(index);
  });
}

/** Index of the Utf8 that names the platform ("linux-amd64"). */
export const readModuleTarget = (attribute: RawAttribute): number => cursorOf(attribute).u2();

export const storeModuleTarget = (attribute: RawAttribute, index: number): void =>
  store(attribute, (out) => out.u2(index));

/** Resolution flags. */
export const readModuleResolution = (attribute: RawAttribute): number => cursorOf(attribute).u2();

export const storeModuleResolution = (attribute: RawAttribute, flags: number): void =>
  store(attribute, (out) => out.u2(flags));

export function readModuleHashes(attribute: RawAttribute): ModuleHashesNode {
  const cursor = cursorOf(attribute);
  const algorithmIndex = cursor.u2();
  const hashes = times(cursor.u2(), () => ({
    moduleIndex: cursor.u2(),
    hash: bytesOf(cursor, cursor.u2()),
  }));
  return { algorithmIndex, hashes };
}

export function storeModuleHashes(attribute: RawAttribute, node: ModuleHashesNode): void {
  store(attribute, (out) => {
    out.u2(node.algorithmIndex);
    out.u2(node.hashes.length);
    for (const { moduleIndex, hash } of node.hashes) {
      out.u2(moduleIndex);
      out.u2(hash.length);
      out.write(hash);
    }
  });
}
