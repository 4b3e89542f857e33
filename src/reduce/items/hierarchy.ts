/**
 * What the model has to know about all classes, those of the input and those of
 * libraries: their supertypes and members. A missing class may have any supertype
 * and any member.
 */
import type { ClassFile } from "../../classfile/format/class-file.ts";
import { readClass } from "../../classfile/reading/reader.ts";
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import { accessItem } from "./flags.ts";
import { ALWAYS, type ClassItems } from "./items.ts";

export interface TypeMember {
  readonly accessFlags: number;
  readonly item: number;
  /** The item of its accessibility flag; ALWAYS if that cannot be removed. */
  readonly access: number;
}

/** A class or interface above another, and the item that says so. */
interface Parent {
  readonly name: string;
  readonly item: number;
}

export interface TypeInfo {
  readonly name: string;
  readonly accessFlags: number;
  readonly superName: string | null;
  /** The generic one, or null. */
  readonly signature: string | null;
  readonly parents: readonly Parent[];
  /** By name and descriptor. */
  readonly fields: ReadonlyMap<string, TypeMember>;
  readonly methods: ReadonlyMap<string, TypeMember>;
  /** Null for a class of a library. */
  readonly items: ClassItems | null;
}

export class Hierarchy {
  readonly #types = new Map<string, TypeInfo | null>();
  readonly #libraries: ClassSource;
  readonly #ancestors = new Map<string, readonly string[]>();

  constructor(classes: readonly ClassItems[], libraries: ClassSource) {
    this.#libraries = libraries;
    for (const each of classes) this.#types.set(each.input.name, inputType(each));
  }

  /** Null for one that is nowhere. */
  find(name: string): TypeInfo | null {
    let type = this.#types.get(name);
    if (type === undefined) {
      type = libraryTypeOf(this.#libraries, name);
      this.#types.set(name, type);
    }
    return type;
  }

  /** The item of a class; ALWAYS for a library class or a missing class. */
  itemOf(name: string): number {
    return this.#types.get(name)?.items?.item ?? ALWAYS;
  }

  /** A class and all that is above it, each once: superclasses first, then interfaces as they are found. */
  ancestors(name: string): readonly string[] {
    let known = this.#ancestors.get(name);
    if (known === undefined) {
      known = this.#ancestorsOf(name);
      this.#ancestors.set(name, known);
    }
    return known;
  }

  #ancestorsOf(name: string): readonly string[] {
    const found = new Set<string>();
    for (let each: string | null = name; each !== null && !found.has(each); ) {
      found.add(each);
      each = this.find(each)?.superName ?? null;
    }
    // A set can be added to while it is gone through.
    for (const each of found) {
      for (const parent of this.find(each)?.parents ?? []) found.add(parent.name);
    }
    return [...found];
  }

  /** Whether a class is above another, or may be for all that is known. */
  isAbove(upper: string, lower: string): boolean {
    const above = this.ancestors(lower);
    return above.includes(upper) || above.some((each) => this.find(each) === null);
  }
}

/** Classes of libraries are the same for every program that uses them. */
const LIBRARY_TYPES = new WeakMap<ClassSource, Map<string, TypeInfo | null>>();

function libraryTypeOf(libraries: ClassSource, name: string): TypeInfo | null {
  let types = LIBRARY_TYPES.get(libraries);
  if (types === undefined) {
    types = new Map();
    LIBRARY_TYPES.set(libraries, types);
  }
  let type = types.get(name);
  if (type === undefined) {
    const found = libraries.find(name);
    type = found === null ? null : libraryType(readClass(found.bytes, found.origin));
    types.set(name, type);
  }
  return type;
}

const itemsByName = (members: ClassItems["fields"]): Map<string, TypeMember> =>
  new Map(
    members.map(({ piece, item, flags }) => [
      piece.name + piece.descriptor,
      { accessFlags: piece.accessFlags, item, access: accessItem(flags) },
    ]),
  );

const membersByName = (
  members: ClassFile["fields"] | ClassFile["methods"],
): Map<string, TypeMember> =>
  new Map(
    members.map(({ name, descriptor, accessFlags }) => [
      name + descriptor,
      { accessFlags, item: ALWAYS, access: ALWAYS },
    ]),
  );

function inputType(items: ClassItems): TypeInfo {
  const { file } = items.input;
  const parents: Parent[] = [];
  if (file.superName !== null) parents.push({ name: file.superName, item: items.superclass });
  file.interfaces.forEach((name, i) => parents.push({ name, item: items.interfaces[i]! }));
  return {
    ...headerOf(file),
    parents,
    fields: itemsByName(items.fields),
    methods: itemsByName(items.methods),
    items,
  };
}

function libraryType(file: ClassFile): TypeInfo {
  const parents = (file.superName === null ? [] : [file.superName]).concat(file.interfaces);
  return {
    ...headerOf(file),
    parents: parents.map((name) => ({ name, item: ALWAYS })),
    fields: membersByName(file.fields),
    methods: membersByName(file.methods),
    items: null,
  };
}

const headerOf = ({ name, accessFlags, superName, signature }: ClassFile) => ({
  name,
  accessFlags,
  superName,
  signature,
});
