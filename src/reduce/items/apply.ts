/** The program that is left when some items stay. */

import {
  type AttributePlan,
  type ClassPlan,
  type MemberPlan,
  writePieces,
} from "../../classfile/editing/fragment-writer.ts";
import { ACC_FINAL } from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import type { Hierarchy } from "./hierarchy.ts";
import {
  ALWAYS,
  type AttributeItems,
  type ClassItems,
  type FlagItem,
  type MemberItems,
} from "./items.ts";
import { stubBody, stubConstructor, superConstructor } from "./stubs.ts";

const OBJECT = "java/lang/Object";

/** Says of an item whether it stays. */
export interface Kept {
  has(item: number): boolean;
}

/** The bytes of a class that stays. */
export function applyToClass(items: ClassItems, kept: Kept, hierarchy: Hierarchy): Uint8Array {
  return writePieces(items.input.pieces, new Application(items, kept, hierarchy).plan());
}

class Application {
  readonly #items: ClassItems;
  readonly #kept: Kept;
  readonly #hierarchy: Hierarchy;

  constructor(items: ClassItems, kept: Kept, hierarchy: Hierarchy) {
    this.#items = items;
    this.#kept = kept;
    this.#hierarchy = hierarchy;
  }

  plan(): ClassPlan {
    const { input, flags, interfaces, fields, methods, attributes } = this.#items;
    return {
      accessFlags: this.#left(input.pieces.accessFlags, flags),
      superName: this.#keepsSuper() ? null : OBJECT,
      interfaces: interfaces.flatMap((item, i) => (this.#has(item) ? [i] : [])),
      fields: fields.filter(({ item }) => this.#has(item)).map((field) => this.#field(field)),
      methods: methods.filter(({ item }) => this.#has(item)).map((method) => this.#method(method)),
      attributes: this.#attributes(attributes),
    };
  }

  #has(item: number): boolean {
    return item === ALWAYS || this.#kept.has(item);
  }

  #keepsSuper(): boolean {
    return this.#has(this.#items.superclass);
  }

  /** The flags that stay. */
  #left(accessFlags: number, flags: readonly FlagItem[]): number {
    return flags.reduce(
      (left, { flag, item }) => (this.#has(item) ? left : left & ~flag),
      accessFlags,
    );
  }

  #field({ piece, part, flags, attributes }: MemberItems): MemberPlan {
    const left = this.#left(piece.accessFlags, flags);
    const accessFlags = this.#has(part) ? left : left & ~ACC_FINAL;
    return { piece, accessFlags, attributes: this.#attributes(attributes), body: null };
  }

  #method(method: MemberItems): MemberPlan {
    const { piece, part, flags, attributes } = method;
    const accessFlags = this.#left(piece.accessFlags, flags);
    if (piece.code === null || this.#has(part)) {
      return { piece, accessFlags, attributes: this.#attributes(attributes), body: null };
    }
    const others = attributes.filter((each) => each.piece !== piece.code);
    const body = piece.name === "<init>" ? this.#construct(method) : stubBody(piece);
    return { piece, accessFlags, attributes: this.#attributes(others), body };
  }

  #construct(method: MemberItems): MemberPlan["body"] {
    if (!this.#keepsSuper()) return stubConstructor(method.piece, OBJECT, "()V");
    const superName = this.#items.input.file.superName ?? OBJECT;
    const called = superConstructor(this.#items, method, this.#hierarchy);
    // The model keeps the body where there is nothing to call.
    return called === null ? null : stubConstructor(method.piece, superName, called);
  }

  #attributes(attributes: readonly AttributeItems[]): AttributePlan[] {
    const plans: AttributePlan[] = [];
    for (const { piece, item, entries, inner } of attributes) {
      // Rewritten with what the code still needs.
      if (piece.kind === Attribute.bootstrapMethods || !this.#has(item)) continue;
      const kept = entries?.flatMap((entry, i) => (this.#has(entry) ? [i] : [])) ?? null;
      // An empty list is dropped, except where the attribute itself makes the class a record or sealed.
      if (kept?.length === 0 && item === ALWAYS) continue;
      plans.push({ piece, entries: kept, inner: this.#attributes(inner) });
    }
    return plans;
  }
}
