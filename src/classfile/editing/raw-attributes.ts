/**
 * Typed forms of attributes that java-class-tools leaves raw: the components of
 * a record and the subclasses that a sealed class permits. Indices are into the
 * constant pool, as everywhere in the tree.
 */
import { Cursor } from "../reading/cursor.ts";
import type { RawAttribute } from "./tree.ts";

interface RecordComponentNode {
  readonly nameIndex: number;
  readonly descriptorIndex: number;
}

const cursorOf = (attribute: RawAttribute): Cursor => new Cursor(Uint8Array.from(attribute.info));

function times<Item>(count: number, item: () => Item): Item[] {
  const items: Item[] = [];
  for (let n = count; n > 0; n--) items.push(item());
  return items;
}

export function readRecord(attribute: RawAttribute): RecordComponentNode[] {
  const cursor = cursorOf(attribute);
  return times(cursor.u2(), () => {
    const component = { nameIndex: cursor.u2(), descriptorIndex: cursor.u2() };
    for (let n = cursor.u2(); n > 0; n--) {
      cursor.skip(2);
      cursor.skip(cursor.u4());
    }
    return component;
  });
}

/** Class indices. */
export function readPermittedSubclasses(attribute: RawAttribute): number[] {
  const cursor = cursorOf(attribute);
  return times(cursor.u2(), () => cursor.u2());
}
