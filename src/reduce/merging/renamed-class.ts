/**
 * A class that only speaks of two others that become one: what it names is renamed,
 * and what it says twice by then, or of itself, is left out.
 */

import { ByteWriter } from "../../classfile/assembling/byte-writer.ts";
import type {
  Donor,
  JoinedClass,
  JoinedMember,
  MadeAttribute,
} from "../../classfile/editing/class-merger.ts";
import type { AttributePlan } from "../../classfile/editing/fragment-writer.ts";
import type { AttributePiece, MemberPiece } from "../../classfile/editing/fragments.ts";
import type { PoolMerger } from "../../classfile/editing/pool-merger.ts";
import {
  ACC_ABSTRACT,
  ACC_BRIDGE,
  ACC_FINAL,
  ACC_INTERFACE,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import type { ClassFile, InnerClass } from "../../classfile/format/class-file.ts";
import { usesIn } from "../items/code-clauses.ts";
import type { InputClass } from "../items/items.ts";
import { classesInSignature } from "../items/mentions.ts";
import { parseSignature, variablesIn } from "../items/signature-types.ts";
import type { MergedNames } from "./merge-names.ts";

export interface Rewrite {
  readonly names: MergedNames;
  /** The name that is unused afterwards. */
  readonly gone: string;
  /** Of the class that both are then. */
  readonly accessFlags: number;
  /** Classes whose generic signatures no longer fit: what speaks of them generically is left out. */
  readonly untyped: ReadonlySet<string>;
}

const KIND_FLAGS = ACC_FINAL | ACC_INTERFACE | ACC_ABSTRACT;

/** Attributes that are rebuilt. */
const MADE: ReadonlySet<Attribute> = new Set<Attribute>([
  Attribute.bootstrapMethods,
  Attribute.innerClasses,
  Attribute.nestHost,
  Attribute.nestMembers,
]);

/** A string says why it cannot be. */
export function rewrittenClass(input: InputClass, rewrite: Rewrite): JoinedClass | string {
  const { file, pieces } = input;
  const { names } = rewrite;
  const donor: Donor = { pieces, rewording: names };
  const isUntyped = rewrite.untyped.has(input.name);
  const methods = distinctMethods(input, names);
  if (methods === null) return `methods of ${input.name} would be the same`;
  const fieldKeys = pieces.fields.map(({ name, descriptor }) => name + names.types(descriptor));
  if (new Set(fieldKeys).size < fieldKeys.length)
    return `fields of ${input.name} would be the same`;
  const inner = innerClasses([file], rewrite);
  if (inner === null) return "classes inside of each other";
  const host = file.nestHost === null ? null : names.className(file.nestHost);
  const members = nestMembers([file], names, input.name);
  return {
    minorVersion: file.minorVersion,
    majorVersion: file.majorVersion,
    accessFlags: file.accessFlags,
    name: input.name,
    superName: file.superName === null ? null : names.className(file.superName),
    interfaces: [...new Set(file.interfaces.map((each) => names.className(each)))],
    fields: pieces.fields.map((piece) => memberOf(donor, piece, rewrite, isUntyped)),
    methods: methods.map((piece) => memberOf(donor, piece, rewrite, isUntyped)),
    attributes: keptAttributes(donor, pieces.attributes, rewrite, isUntyped).map((plan) => ({
      donor,
      plan,
    })),
    made: [...inner, ...nestAttributes(host, members)],
  };
}

export function memberOf(
  donor: Donor,
  piece: MemberPiece,
  rewrite: Rewrite,
  isUntyped: boolean,
): JoinedMember {
  const attributes = keptAttributes(donor, piece.attributes, rewrite, isUntyped);
  return {
    donor,
    plan: { piece, accessFlags: piece.accessFlags, attributes },
    name: null,
    special: null,
  };
}

/** `isUntyped`: without any generic signatures. */
export function keptAttributes(
  donor: Donor,
  list: readonly AttributePiece[],
  rewrite: Rewrite,
  isUntyped: boolean,
): AttributePlan[] {
  return list
    .filter((piece) => {
      if (MADE.has(piece.kind)) return false;
      const isGeneric =
        piece.kind === Attribute.signature || piece.kind === Attribute.localVariableTypeTable;
      if (!isGeneric) return true;
      return !isUntyped && !speaksOf(donor, piece, rewrite.untyped) && !isOpen(donor, piece);
    })
    .map((piece) => ({
      piece,
      entries: null,
      inner: keptAttributes(donor, piece.code?.attributes ?? [], rewrite, isUntyped),
    }));
}

/**
 * Whether a signature uses type variables that neither it nor its class declares. Their declaration may
 * no longer enclose it when classes have been merged.
 */
function isOpen({ pieces }: Donor, { start, end }: AttributePiece): boolean {
  const { bytes, constants, uses, attributes } = pieces;
  const textsOf = (from: number, to: number): string[] =>
    [...usesIn(uses, from, to)].map((at) =>
      constants.utf8(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)),
    );
  const own = attributes
    .filter(({ kind }) => kind === Attribute.signature)
    .flatMap((each) => textsOf(each.start, each.end))
    .flatMap((text) => parseSignature(text)?.parameters ?? []);
  return textsOf(start, end).some((text) => {
    const signature = parseSignature(text);
    if (signature === null) return false;
    const { parameters, types, thrown } = signature;
    const declared = new Set([...own, ...parameters].map(({ name }) => name));
    const all = [...parameters.flatMap(({ bounds }) => bounds), ...types, ...thrown];
    return all.some((type) => [...variablesIn(type)].some((name) => !declared.has(name)));
  });
}

function speaksOf(
  { pieces: { bytes, constants, uses } }: Donor,
  { start, end }: AttributePiece,
  names: ReadonlySet<string>,
): boolean {
  for (const at of usesIn(uses, start, end)) {
    const text = constants.utf8(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
    if (classesInSignature(text).some((name) => names.has(name))) return true;
  }
  return false;
}

/**
 * The methods of a class without bridges to those that are the same by now; null if
 * others are the same.
 */
export function distinctMethods(
  { pieces }: InputClass,
  names: MergedNames,
): readonly MemberPiece[] | null {
  const byKey = new Map<string, MemberPiece[]>();
  for (const piece of pieces.methods) {
    const key = keyOf(piece, names);
    byKey.set(key, [...(byKey.get(key) ?? []), piece]);
  }
  const bridges = new Set<MemberPiece>();
  for (const same of byKey.values()) {
    if (same.length === 1) continue;
    const others = same.filter(({ accessFlags }) => (accessFlags & ACC_BRIDGE) === 0);
    if (others.length !== 1) return null;
    for (const piece of same) if (piece !== others[0]) bridges.add(piece);
  }
  return pieces.methods.filter((piece) => !bridges.has(piece));
}

export const keyOf = ({ name, descriptor }: MemberPiece, names: MergedNames): string =>
  name + names.types(descriptor);

const list = (pool: PoolMerger, names: readonly string[]): Uint8Array => {
  const out = new ByteWriter();
  out.u2(names.length);
  for (const name of names) out.u2(pool.class(name));
  return out.toBytes();
};

/** The inner-class entries of some classes; null if a class would contain itself. */
export function innerClasses(
  files: readonly ClassFile[],
  { names, gone, accessFlags: flags }: Rewrite,
): MadeAttribute[] | null {
  const entries = new Map<string, InnerClass>();
  for (const entry of files.flatMap((file) => file.innerClasses)) {
    const outer = entry.outer === null ? null : names.className(entry.outer);
    if (entry.inner === gone || outer === entry.inner || entries.has(entry.inner)) continue;
    // What it says of a class is what reflection believes.
    const isBoth = entry.inner === names.name;
    const accessFlags = isBoth
      ? (entry.accessFlags & ~KIND_FLAGS) | (flags & KIND_FLAGS)
      : entry.accessFlags;
    entries.set(entry.inner, { ...entry, outer, accessFlags });
  }
  for (const start of entries.keys()) {
    let at = entries.get(start)?.outer ?? null;
    for (let n = 0; at !== null && n <= entries.size; n++) {
      if (at === start) return null;
      at = entries.get(at)?.outer ?? null;
    }
  }
  if (entries.size === 0) return [];
  const contents = (pool: PoolMerger): Uint8Array => {
    const out = new ByteWriter();
    out.u2(entries.size);
    for (const { inner, outer, innerName, accessFlags } of entries.values()) {
      out.u2(pool.class(inner));
      out.u2(outer === null ? 0 : pool.class(outer));
      out.u2(innerName === null ? 0 : pool.utf8(innerName));
      out.u2(accessFlags);
    }
    return out.toBytes();
  };
  return [{ name: "InnerClasses", contents }];
}

/** The members of the nest that `host` is the host of. */
export const nestMembers = (
  files: readonly ClassFile[],
  names: MergedNames,
  host: string,
): string[] => {
  const members = new Set(
    files.flatMap((file) => file.nestMembers.map((each) => names.className(each))),
  );
  members.delete(host);
  return [...members];
};

export const nestAttributes = (
  host: string | null,
  members: readonly string[],
): MadeAttribute[] => {
  if (host !== null) {
    const contents = (pool: PoolMerger): Uint8Array => {
      const index = pool.class(host);
      return Uint8Array.of(index >> 8, index);
    };
    return [{ name: "NestHost", contents }];
  }
  return members.length === 0
    ? []
    : [{ name: "NestMembers", contents: (pool) => list(pool, members) }];
};
