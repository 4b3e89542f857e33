/**
 * Access flags that can be removed one by one. Flags without which a class file would mean
 * something else, or be invalid (abstract, static, native, interface and the like), are not
 * among them, nor are those that members of interfaces must have.
 */

import type { MemberPiece } from "../../classfile/editing/fragments.ts";
import {
  ACC_BRIDGE,
  ACC_ENUM,
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_STRICT,
  ACC_SYNCHRONIZED,
  ACC_SYNTHETIC,
  ACC_TRANSIENT,
  ACC_VARARGS,
  ACC_VOLATILE,
} from "../../classfile/format/access-flags.ts";
import { ALWAYS, type FlagItem, type ItemTable } from "./items.ts";

type Words = readonly (readonly [flag: number, word: string])[];

/** Without them a member is for its package. */
const ACCESS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED;
const ACCESS_WORDS: Words = [
  [ACC_PUBLIC, "public"],
  [ACC_PRIVATE, "private"],
  [ACC_PROTECTED, "protected"],
];
const CLASS_WORDS: Words = [
  [ACC_PUBLIC, "public"],
  [ACC_FINAL, "final"],
  [ACC_SYNTHETIC, "synthetic"],
  [ACC_ENUM, "enum"],
];
/** That a field is final is an item of another kind: constructors have to do with it. */
const FIELD_WORDS: Words = [
  ...ACCESS_WORDS,
  [ACC_VOLATILE, "volatile"],
  [ACC_TRANSIENT, "transient"],
  [ACC_SYNTHETIC, "synthetic"],
  [ACC_ENUM, "enum"],
];
const METHOD_WORDS: Words = [
  ...ACCESS_WORDS,
  [ACC_FINAL, "final"],
  [ACC_SYNCHRONIZED, "synchronized"],
  [ACC_BRIDGE, "bridge"],
  [ACC_VARARGS, "varargs"],
  [ACC_STRICT, "strictfp"],
  [ACC_SYNTHETIC, "synthetic"],
];

/** Gives numbers to flags; none in a model that does without them. */
export class FlagNumbers {
  readonly #items: ItemTable;
  readonly #isWanted: boolean;

  constructor(items: ItemTable, isWanted: boolean) {
    this.#items = items;
    this.#isWanted = isWanted;
  }

  ofClass(name: string, accessFlags: number): readonly FlagItem[] {
    return this.#add(name, CLASS_WORDS, accessFlags);
  }

  ofField(name: string, { accessFlags }: MemberPiece, classFlags: number): readonly FlagItem[] {
    const isFixed = (classFlags & ACC_INTERFACE) !== 0;
    return this.#add(name, FIELD_WORDS, isFixed ? accessFlags & ~ACCESS : accessFlags);
  }

  ofMethod(name: string, piece: MemberPiece, classFlags: number): readonly FlagItem[] {
    const { accessFlags } = piece;
    const isFixed = (classFlags & ACC_INTERFACE) !== 0 || isPrivateInstance(piece);
    return this.#add(name, METHOD_WORDS, isFixed ? accessFlags & ~ACCESS : accessFlags);
  }

  #add(owner: string, words: Words, accessFlags: number): readonly FlagItem[] {
    if (!this.#isWanted) return [];
    return words
      .filter(([flag]) => (accessFlags & flag) !== 0)
      .map(([flag, word]) => ({
        flag,
        item: this.#items.add("flag", 0, () => `${owner}!${word}`),
      }));
  }
}

/** It would be one that others override, or that overrides others. */
const isPrivateInstance = ({ name, accessFlags }: MemberPiece): boolean =>
  (accessFlags & ACC_PRIVATE) !== 0 && (accessFlags & ACC_STATIC) === 0 && name !== "<init>";

/** The item of a flag; ALWAYS if the flag is not an item. */
export const flagItem = (flags: readonly FlagItem[], flag: number): number =>
  flags.find((each) => each.flag === flag)?.item ?? ALWAYS;

/** The item of a member's accessibility. */
export const accessItem = (flags: readonly FlagItem[]): number =>
  flags.find(({ flag }) => (flag & ACCESS) !== 0)?.item ?? ALWAYS;
