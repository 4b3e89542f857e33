/** Gives numbers to the parts of a class. */

import type { AttributePiece, MemberPiece } from "../../classfile/editing/fragments.ts";
import { ACC_FINAL, ACC_INTERFACE } from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import type { FlagNumbers } from "./flags.ts";
import {
  ALWAYS,
  type AttributeItems,
  type ClassItems,
  type InputClass,
  type ItemKind,
  type ItemTable,
  type MemberItems,
} from "./items.ts";

const OBJECT = "java/lang/Object";
/** Of a member without attributes, and of an attribute without contents. */
const MEMBER_BYTES = 8;
const ATTRIBUTE_BYTES = 6;

/** What an attribute is called among items; attributes that are not here are called "attribute". */
const KINDS: Readonly<Partial<Record<Attribute, ItemKind>>> = {
  [Attribute.signature]: "signature",
  [Attribute.methodParameters]: "parameters",
  [Attribute.nestHost]: "nest host",
  [Attribute.permittedSubclasses]: "sealed",
  [Attribute.record]: "record",
  [Attribute.enclosingMethod]: "enclosing method",
  [Attribute.sourceFile]: "debug",
  [Attribute.sourceDebugExtension]: "debug",
  [Attribute.lineNumberTable]: "debug",
  [Attribute.localVariableTable]: "debug",
  [Attribute.localVariableTypeTable]: "debug",
  [Attribute.runtimeVisibleParameterAnnotations]: "annotation",
  [Attribute.runtimeInvisibleParameterAnnotations]: "annotation",
  [Attribute.runtimeVisibleTypeAnnotations]: "annotation",
  [Attribute.runtimeInvisibleTypeAnnotations]: "annotation",
};

/** What the entries of a list are called. */
const ENTRY_KINDS: Readonly<Partial<Record<Attribute, ItemKind>>> = {
  [Attribute.exceptions]: "throws",
  [Attribute.innerClasses]: "inner class",
  [Attribute.nestMembers]: "nest member",
  [Attribute.permittedSubclasses]: "permitted",
  [Attribute.record]: "component",
  [Attribute.runtimeVisibleAnnotations]: "annotation",
  [Attribute.runtimeInvisibleAnnotations]: "annotation",
  [Attribute.bootstrapMethods]: "bootstrap method",
};

/** Part of what they stand with. */
const NOT_BY_THEMSELVES: ReadonlySet<Attribute> = new Set([
  Attribute.constantValue,
  Attribute.stackMapTable,
  Attribute.stackMap,
]);

export function itemsOfClass(
  input: InputClass,
  items: ItemTable,
  flagNumbers: FlagNumbers,
): ClassItems {
  const { pieces, file } = input;
  const { name } = file;
  const readable = name.replaceAll("/", ".");
  const item = items.add("class", 24 + 2 * name.length, () => readable);
  const flags = flagNumbers.ofClass(readable, file.accessFlags);
  const hasSuper = file.superName !== null && file.superName !== OBJECT;
  const superclass = hasSuper
    ? items.add("superclass", 2, () => `${readable} extends ${dotted(file.superName!)}`)
    : ALWAYS;
  const interfaces = file.interfaces.map((each) =>
    items.add("interface", 2, () => `${readable} implements ${dotted(each)}`),
  );
  const fields = pieces.fields.map((piece) => fieldItems(input, piece, items, flagNumbers));
  const methods = pieces.methods.map((piece) => methodItems(input, piece, items, flagNumbers));
  const attributes = pieces.attributes.map((piece) => attributeItems(readable, piece, items));
  return { input, item, flags, superclass, interfaces, fields, methods, attributes };
}

const dotted = (name: string): string => name.replaceAll("/", ".");

function fieldItems(
  { file }: InputClass,
  piece: MemberPiece,
  items: ItemTable,
  flagNumbers: FlagNumbers,
): MemberItems {
  const name = `${dotted(file.name)}.${piece.name}`;
  const item = items.add("field", MEMBER_BYTES + sizeOf(piece), () => name);
  const isFinal = (piece.accessFlags & ACC_FINAL) !== 0;
  const isFree = isFinal && (file.accessFlags & ACC_INTERFACE) === 0;
  const part = isFree ? items.add("final", 0, () => `${name}!final`) : ALWAYS;
  const flags = flagNumbers.ofField(name, piece, file.accessFlags);
  const attributes = piece.attributes.map((each) => attributeItems(name, each, items));
  return { piece, item, part, flags, attributes };
}

function methodItems(
  { file }: InputClass,
  piece: MemberPiece,
  items: ItemTable,
  flagNumbers: FlagNumbers,
): MemberItems {
  const name = `${dotted(file.name)}.${piece.name}${piece.descriptor}`;
  const item = items.add("method", MEMBER_BYTES + sizeOf(piece), () => name);
  const { code } = piece;
  // There is nothing that a class initialiser without its body would be good for.
  const isFree = code !== null && piece.name !== "<clinit>";
  const part = isFree ? items.add("code", code.end - code.start, () => `${name}!code`) : ALWAYS;
  const flags = flagNumbers.ofMethod(name, piece, file.accessFlags);
  const attributes = piece.attributes.map((each) =>
    each === code ? codeItems(name, each, part, items) : attributeItems(name, each, items),
  );
  return { piece, item, part, flags, attributes };
}

const sizeOf = ({ name, descriptor }: MemberPiece): number => name.length + descriptor.length;

function codeItems(
  owner: string,
  piece: AttributePiece,
  item: number,
  items: ItemTable,
): AttributeItems {
  const inner = piece.code!.attributes.map((each) => attributeItems(owner, each, items));
  return { piece, item, entries: null, inner };
}

function attributeItems(owner: string, piece: AttributePiece, items: ItemTable): AttributeItems {
  const { kind, name, start, end } = piece;
  if (NOT_BY_THEMSELVES.has(kind)) return { piece, item: ALWAYS, entries: null, inner: [] };
  const entryKind = ENTRY_KINDS[kind];
  if (piece.entries === null || entryKind === undefined) {
    const bytes = ATTRIBUTE_BYTES + end - start;
    const item = items.add(KINDS[kind] ?? "attribute", bytes, () => `${owner}!${name}`);
    return { piece, item, entries: null, inner: [] };
  }
  const itself = KINDS[kind];
  const item =
    itself === undefined ? ALWAYS : items.add(itself, ATTRIBUTE_BYTES, () => `${owner}!${name}`);
  const starts = piece.entries;
  const entries = Array.from({ length: starts.length - 1 }, (_, i) =>
    items.add(entryKind, starts[i + 1]! - starts[i]!, () => `${owner}!${name}[${i}]`),
  );
  return { piece, item, entries, inner: [] };
}
