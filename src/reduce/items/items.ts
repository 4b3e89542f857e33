/**
 * The parts of a program that a reduction may take away, each with a number: a
 * class, its superclass, an interface it implements, a member, a body, an
 * attribute, an entry of one. Which of them need which others is in the clauses
 * (`constraints*.ts`); how a program is written from those that stay, in
 * `apply.ts`. Some numbers stand for no part, but for "this is a subtype of that by
 * some way", which clauses can then name.
 */

import type {
  AttributePiece,
  ClassFragments,
  MemberPiece,
} from "../../classfile/editing/fragments.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";

const ITEM_KINDS = [
  "class",
  "superclass",
  "interface",
  "field",
  "final",
  "flag",
  "method",
  "code",
  "throws",
  "annotation",
  "signature",
  "parameters",
  "inner class",
  "nest host",
  "nest member",
  "sealed",
  "permitted",
  "record",
  "component",
  "enclosing method",
  "bootstrap method",
  "debug",
  "attribute",
  "file",
  "relation",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The item of a part that cannot be removed by itself: it is always kept. */
export const ALWAYS = -1;

export interface InputClass {
  readonly name: string;
  /** Of its file, from the root. */
  readonly path: string;
  readonly pieces: ClassFragments;
  readonly file: ClassFile;
}

export interface InputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** An access flag, and the item that it stays with. */
export interface FlagItem {
  readonly flag: number;
  readonly item: number;
}

export interface AttributeItems {
  readonly piece: AttributePiece;
  readonly item: number;
  /** The items of a list's entries; null if the attribute is not a list. */
  readonly entries: readonly number[] | null;
  readonly inner: readonly AttributeItems[];
}

export interface MemberItems {
  readonly piece: MemberPiece;
  readonly item: number;
  /** Of a field: its finality. Of a method: its body. ALWAYS if that cannot be removed. */
  readonly part: number;
  /** The items of the other removable access flags, in a model that has them. */
  readonly flags: readonly FlagItem[];
  readonly attributes: readonly AttributeItems[];
}

export interface ClassItems {
  readonly input: InputClass;
  readonly item: number;
  readonly flags: readonly FlagItem[];
  readonly superclass: number;
  readonly interfaces: readonly number[];
  readonly fields: readonly MemberItems[];
  readonly methods: readonly MemberItems[];
  readonly attributes: readonly AttributeItems[];
}

/** Numbers are given in the order in which items are added. */
export class ItemTable {
  readonly #kinds: ItemKind[] = [];
  readonly #names: (() => string)[] = [];
  readonly #sizes: number[] = [];

  get count(): number {
    return this.#kinds.length;
  }

  /** `bytes` is about what a program is smaller by without the item. */
  add(kind: ItemKind, bytes: number, name: () => string): number {
    this.#kinds.push(kind);
    this.#names.push(name);
    this.#sizes.push(bytes);
    return this.#kinds.length - 1;
  }

  kindOf(item: number): ItemKind {
    return this.#kinds[item]!;
  }

  nameOf(item: number): string {
    return this.#names[item]!();
  }

  bytesOf(item: number): number {
    return this.#sizes[item]!;
  }
}
