/**
 * Which names of a program can be others: those that no library knows. A class
 * that is to be reduced; a method or field name that nowhere stands for a member
 * of a library, neither where it is used nor where it overrides one.
 */

import type { AttributePiece, ClassFragments } from "../../classfile/editing/fragments.ts";
import type { Renaming } from "../../classfile/editing/pool-subset.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import type { Hierarchy } from "../items/hierarchy.ts";
import type { InputClass } from "../items/items.ts";

/** "packages": all of them at once, because classes of one package have access that others lack. */
export type NameKind = "packages" | "class" | "method" | "field" | "string";

export interface FreeName {
  readonly kind: NameKind;
  readonly name: string;
}

/** In these attributes names of members are plain text, which is not renamed. */
const NAMING: ReadonlySet<number> = new Set([
  Attribute.record,
  Attribute.runtimeVisibleAnnotations,
  Attribute.runtimeInvisibleAnnotations,
  Attribute.runtimeVisibleParameterAnnotations,
  Attribute.runtimeInvisibleParameterAnnotations,
  Attribute.annotationDefault,
]);

const named = (kind: NameKind, names: Iterable<string>): FreeName[] =>
  [...names].map((name) => ({ kind, name }));

export function freeNames(classes: readonly InputClass[], hierarchy: Hierarchy): FreeName[] {
  const finder = new NameFinder(hierarchy);
  for (const each of classes) finder.look(each);
  return [
    ...(canLeavePackages(classes) ? named("packages", [""]) : []),
    ...named(
      "class",
      classes.map(({ name }) => name),
    ),
    ...named("method", finder.methods.free()),
    ...named("field", finder.fields.free()),
    ...named("string", finder.freeStrings()),
  ];
}

const simpleOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** No two classes would have the same name. */
function canLeavePackages(classes: readonly InputClass[]): boolean {
  const simple = new Set(classes.map(({ name }) => simpleOf(name)));
  return simple.size === classes.length && classes.some(({ name }) => name.includes("/"));
}

/** Names that are declared here, except those that something else also uses. */
class Claims {
  readonly #declared = new Set<string>();
  readonly #taken = new Set<string>();

  declare(name: string): void {
    this.#declared.add(name);
  }

  take(name: string): void {
    this.#taken.add(name);
  }

  free(): string[] {
    return [...this.#declared].filter((name) => !this.#taken.has(name));
  }
}

class NameFinder {
  readonly methods = new Claims();
  readonly fields = new Claims();
  readonly #strings = new Claims();
  readonly #hierarchy: Hierarchy;

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
  }

  freeStrings(): string[] {
    return this.#strings.free().filter((text) => text !== "");
  }

  look({ file, pieces }: InputClass): void {
    for (const { name, descriptor } of file.fields) this.#declare(file.name, name, descriptor);
    for (const { name, descriptor } of file.methods) this.#declare(file.name, name, descriptor);
    this.#constants(pieces);
    this.#attributes(pieces);
  }

  #claimsOf(descriptor: string): Claims {
    return descriptor.startsWith("(") ? this.methods : this.fields;
  }

  #declare(owner: string, name: string, descriptor: string): void {
    const claims = this.#claimsOf(descriptor);
    claims.declare(name);
    if (name.startsWith("<") || this.#isOfLibrary(owner, name + descriptor)) claims.take(name);
  }

  /** A class above that is not ours has such a member, or may have it. */
  #isOfLibrary(owner: string, key: string): boolean {
    return this.#hierarchy.ancestors(owner).some((name) => {
      const type = this.#hierarchy.find(name);
      if (type === null) return true;
      return type.items === null && (type.methods.has(key) || type.fields.has(key));
    });
  }

  #constants({ constants }: ClassFragments): void {
    for (let index = 1; index < constants.count; index++) {
      switch (constants.tag(index)) {
        case Tag.fieldRef:
        case Tag.methodRef:
        case Tag.interfaceMethodRef: {
          const { owner, name, descriptor } = constants.member(index);
          const isOurs = (this.#hierarchy.find(owner)?.items ?? null) !== null;
          const claims = this.#claimsOf(descriptor);
          if (!isOurs || this.#isOfLibrary(owner, name + descriptor)) claims.take(name);
          break;
        }
        case Tag.dynamic:
        case Tag.invokeDynamic:
          // What it means is up to the bootstrap method.
          this.methods.take(constants.dynamic(index).name);
          break;
        case Tag.string:
          this.#strings.declare(constants.string(index));
          break;
        default:
      }
    }
  }

  #attributes({ attributes, fields, methods, constants, bytes, uses }: ClassFragments): void {
    const look = ({ kind, start, end }: AttributePiece): void => {
      if (!NAMING.has(kind) && kind !== Attribute.bootstrapMethods) return;
      for (const at of uses) {
        if (at < start || at >= end) continue;
        const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
        const tag = constants.tag(index);
        // A bootstrap method makes something of its arguments: a recipe, say, that must fit others.
        if (tag === Tag.string) this.#strings.take(constants.string(index));
        if (tag !== Tag.utf8) continue;
        this.methods.take(constants.utf8(index));
        this.fields.take(constants.utf8(index));
      }
    };
    for (const each of attributes) look(each);
    for (const member of [...fields, ...methods]) for (const each of member.attributes) look(each);
  }
}

/** New names for some that are free; all others stay. */
export class ChosenNames implements Renaming {
  readonly #classes = new Map<string, string>();
  readonly #methods = new Map<string, string>();
  readonly #fields = new Map<string, string>();
  readonly #strings = new Set<string>();

  /** Short names are given in the order of the list, and none that is in `used`. `classes` are all there are. */
  constructor(
    chosen: readonly FreeName[],
    used: ReadonlySet<string>,
    classes: readonly InputClass[],
  ) {
    const shortNames = { class: shorts(used), method: shorts(used), field: shorts(used) };
    const maps = { class: this.#classes, method: this.#methods, field: this.#fields };
    for (const { kind, name } of chosen) {
      if (kind === "string") this.#strings.add(name);
      else if (kind !== "packages") maps[kind].set(name, shortNames[kind].next().value);
    }
    const leavesPackages = chosen.some(({ kind }) => kind === "packages");
    for (const { name } of classes) {
      const simple = this.#classes.get(name) ?? simpleOf(name);
      const place = leavesPackages ? "" : name.slice(0, name.lastIndexOf("/") + 1);
      this.#classes.set(name, place + simple);
    }
  }

  className(name: string): string {
    return name.startsWith("[") ? this.types(name) : (this.#classes.get(name) ?? name);
  }

  memberName(name: string, descriptor: string): string {
    const names = descriptor.startsWith("(") ? this.#methods : this.#fields;
    return names.get(name) ?? name;
  }

  types(text: string): string {
    if (this.#classes.size === 0 || !text.includes("L")) return text;
    return text.replaceAll(
      /L([^;<>:()[\].]+)(?=[;<])/g,
      (_, name: string) => `L${this.#classes.get(name) ?? name}`,
    );
  }

  string(text: string): string {
    return this.#strings.has(text) ? "" : text;
  }
}

const FIRST = "a".charCodeAt(0);
const LETTERS = 26;

/** a, b, … z, aa, ab, … but none that is in use. */
function* shorts(used: ReadonlySet<string>): Generator<string, never> {
  for (let n = 0; ; n++) {
    let name = "";
    for (let rest = n; rest >= 0; rest = Math.floor(rest / LETTERS) - 1) {
      name = String.fromCharCode(FIRST + (rest % LETTERS)) + name;
    }
    if (!used.has(name)) yield name;
  }
}
