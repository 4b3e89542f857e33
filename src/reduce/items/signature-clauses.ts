/**
 * What generic signatures need. A JVM ignores them, but reflection and compilers trust
 * them. `Box<Derived>` needs the type parameter of Box, and needs Derived to be within its
 * bound. `T` needs its declaration. The signature of a class needs the superclass and the
 * interfaces that it names.
 */
import { Attribute } from "../../classfile/format/attributes.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";
import type { CodeContext } from "./code-clauses.ts";
import { ALWAYS, type AttributeItems, type ClassItems, type MemberItems } from "./items.ts";
import {
  type ClassType,
  classTypesIn,
  parseSignature,
  type Segment,
  type Signature,
  type SignatureType,
  type TypeParameter,
  variablesIn,
} from "./signature-types.ts";

const OBJECT = "java/lang/Object";
const THROWABLE = "java/lang/Throwable";

/** `member`: whose signature or code it is in, null for that of the class. `item`: what stays or goes with it. */
export function constrainSignature(
  context: CodeContext,
  text: string,
  item: number,
  member: MemberItems | null,
): void {
  const signature = parseSignature(text);
  if (signature !== null) new SignatureConstraints(context, signature, item, member).run();
}

/** The signature of a class, which also says what it extends. */
export function constrainClassSignature(context: CodeContext, text: string, item: number): void {
  constrainSignature(context, text, item, null);
  const { clauses, owner } = context;
  for (const each of [owner.superclass, ...owner.interfaces]) clauses.need(item, each);
}

class SignatureConstraints {
  readonly #context: CodeContext;
  readonly #signature: Signature;
  readonly #item: number;
  readonly #member: MemberItems | null;

  constructor(
    context: CodeContext,
    signature: Signature,
    item: number,
    member: MemberItems | null,
  ) {
    this.#context = context;
    this.#signature = signature;
    this.#item = item;
    this.#member = member;
  }

  run(): void {
    const { parameters, types, thrown } = this.#signature;
    const all = [...parameters.flatMap(({ bounds }) => bounds), ...types, ...thrown];
    for (const type of all) {
      for (const each of classTypesIn(type)) {
        for (const segment of each.segments) this.#parameterized(segment);
      }
      for (const name of variablesIn(type)) this.#declarer(name);
    }
    for (const type of thrown) this.#thrown(type);
  }

  #need(needed: number): void {
    this.#context.clauses.need(this.#item, needed);
  }

  #parameterized({ name, args }: Segment): void {
    const type = args.length === 0 ? null : this.#context.hierarchy.find(name);
    if (type === null || type.signature === null) return;
    const parameters = parseSignature(type.signature)?.parameters ?? [];
    if (type.items !== null) this.#need(signatureItem(type.items.attributes));
    args.forEach((arg, i) => {
      if (arg.type === null || arg.wildcard === "-") return;
      for (const bound of parameters[i]?.bounds ?? []) {
        const upper = bound.kind === "variable" ? argumentFor(bound.name, parameters, args) : bound;
        if (upper !== null) this.#within(arg.type, upper);
      }
    });
  }

  /** One type must be below another, as far as their classes say. */
  #within(lower: SignatureType, upper: SignatureType): void {
    const { hierarchy, relations } = this.#context;
    for (const above of this.#erasures(upper)) {
      if (above === OBJECT) continue;
      const below = this.#erasures(lower).find((each) => hierarchy.isAbove(above, each));
      if (below !== undefined) this.#need(relations.subtype(below, above));
    }
  }

  /** The classes that a value of a type is of, at least. */
  #erasures(type: SignatureType, seen: ReadonlySet<string> = new Set()): readonly string[] {
    if (type.kind === "class") return [erasureOf(type)];
    if (type.kind !== "variable" || seen.has(type.name)) return [];
    const bounds = this.#boundsOf(type.name);
    return bounds.flatMap((each) => this.#erasures(each, new Set([...seen, type.name])));
  }

  #boundsOf(name: string): readonly SignatureType[] {
    for (const parameters of this.#scopes()) {
      const found = parameters.list.find((each) => each.name === name);
      if (found !== undefined) return found.bounds;
    }
    return [];
  }

  /** Reflection looks for a type variable where it is declared: all that leads there must stay. */
  #declarer(name: string): void {
    const way: number[] = [];
    for (const { list, item, lead } of this.#scopes()) {
      way.push(...lead);
      if (!list.some((each) => each.name === name)) continue;
      for (const each of [...way, item]) this.#need(each);
      return;
    }
  }

  /** What may declare type variables, from the signature itself outwards, and what leads there. */
  *#scopes(): Generator<Scope> {
    const { owner, hierarchy } = this.#context;
    yield { list: this.#signature.parameters, item: ALWAYS, lead: [] };
    if (this.#member !== null)
      yield scopeOf(this.#member.attributes, memberSignature(owner, this.#member), []);
    let items: ClassItems | null = owner;
    let lead: readonly number[] = [];
    const seen = new Set<ClassItems>();
    while (items !== null && !seen.has(items)) {
      seen.add(items);
      yield scopeOf(items.attributes, items.input.file.signature, lead);
      const { name, enclosingMethod, innerClasses }: ClassFile = items.input.file;
      if (enclosingMethod !== null) {
        const outer: ClassItems | null = hierarchy.find(enclosingMethod.className)?.items ?? null;
        lead = items.attributes
          .filter(({ piece }) => piece.kind === Attribute.enclosingMethod)
          .map(({ item }) => item);
        const { methodName, methodDescriptor } = enclosingMethod;
        const method = outer?.methods.find(
          ({ piece }) => piece.name === methodName && piece.descriptor === methodDescriptor,
        );
        if (outer !== null && method !== undefined) {
          yield scopeOf(method.attributes, memberSignature(outer, method), lead);
          lead = [];
        }
        items = outer;
      } else {
        const at = innerClasses.findIndex(({ inner, outer }) => inner === name && outer !== null);
        const entries = items.attributes.find(
          ({ piece }) => piece.kind === Attribute.innerClasses,
        )?.entries;
        lead = at < 0 ? [] : [entries?.[at] ?? ALWAYS];
        items = at < 0 ? null : (hierarchy.find(innerClasses[at]!.outer!)?.items ?? null);
      }
    }
  }

  /** Compilers take what is thrown from here, where a JVM takes it from the list of exceptions. */
  #thrown(type: SignatureType): void {
    if (type.kind === "class") {
      this.#need(this.#context.relations.subtype(erasureOf(type), THROWABLE));
    }
    for (const { piece, entries } of this.#member?.attributes ?? []) {
      if (piece.kind !== Attribute.exceptions) continue;
      for (const entry of entries ?? []) this.#need(entry);
    }
  }
}

interface Scope {
  readonly list: readonly TypeParameter[];
  /** The attribute that declares them. */
  readonly item: number;
  readonly lead: readonly number[];
}

const scopeOf = (
  attributes: readonly AttributeItems[],
  signature: string | null,
  lead: readonly number[],
): Scope => ({
  list: (signature === null ? null : parseSignature(signature))?.parameters ?? [],
  item: signatureItem(attributes),
  lead,
});

const signatureItem = (attributes: readonly AttributeItems[]): number =>
  attributes.find(({ piece }) => piece.kind === Attribute.signature)?.item ?? ALWAYS;

function memberSignature({ input }: ClassItems, { piece }: MemberItems): string | null {
  const { fields, methods } = input.file;
  const isSame = ({ name, descriptor }: { name: string; descriptor: string }): boolean =>
    name === piece.name && descriptor === piece.descriptor;
  return (piece.descriptor.startsWith("(") ? methods : fields).find(isSame)?.signature ?? null;
}

const erasureOf = ({ segments }: ClassType): string => segments.at(-1)!.name;

/** What stands for a type parameter that another is bounded by. */
function argumentFor(
  name: string,
  parameters: readonly TypeParameter[],
  args: Segment["args"],
): SignatureType | null {
  const at = parameters.findIndex((each) => each.name === name);
  const arg = args[at];
  return arg === undefined || arg.wildcard !== "" ? null : arg.type;
}
