/**
 * A method may throw only the checked exceptions of the methods that it overrides. A JVM does not
 * check this, but a compiler that uses the class does.
 */
import { ACC_PRIVATE, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { CodeContext } from "./code-clauses.ts";
import { ALWAYS, type ClassItems, type MemberItems } from "./items.ts";

const UNCHECKED = ["java/lang/RuntimeException", "java/lang/Error"];

/** `item`: that `method` says it throws `thrown`. */
export function constrainOverriddenThrows(
  { hierarchy, relations, clauses, owner }: CodeContext,
  { piece }: MemberItems,
  thrown: string,
  item: number,
): void {
  if (piece.name.startsWith("<") || (piece.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0) return;
  const above = hierarchy.ancestors(thrown);
  if (UNCHECKED.some((each) => above.includes(each))) return;
  for (const holder of hierarchy.ancestors(owner.input.name)) {
    const items = holder === owner.input.name ? null : (hierarchy.find(holder)?.items ?? null);
    if (items === null) continue;
    for (const upper of items.methods.filter((each) => isAlike(each, piece))) {
      const covering = entriesOf(items, upper).filter(({ name }) => above.includes(name));
      if (covering.length === 0) continue;
      const isBelow = relations.inherits(owner.input.name, holder) ?? ALWAYS;
      const conditions = [item, upper.item, isBelow];
      clauses.add(
        conditions,
        covering.map((each) => each.item),
      );
      const [only] = covering;
      if (covering.length === 1) clauses.add(conditions, [relations.subtype(thrown, only!.name)]);
    }
  }
}

const countOf = (descriptor: string): number => parseMethodDescriptor(descriptor).parameters.length;

/** Which of them a compiler takes for overridden depends on type variables: all of as many parameters count. */
function isAlike({ piece }: MemberItems, { name, descriptor }: MemberItems["piece"]): boolean {
  if (piece.name !== name || (piece.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0) return false;
  return countOf(piece.descriptor) === countOf(descriptor);
}

/** What a method says it throws, with the items that say so. */
function entriesOf(
  { input }: ClassItems,
  { piece, attributes }: MemberItems,
): { name: string; item: number }[] {
  const entries =
    attributes.find((each) => each.piece.kind === Attribute.exceptions)?.entries ?? [];
  const method = input.file.methods.find(
    ({ name, descriptor }) => name === piece.name && descriptor === piece.descriptor,
  );
  return entries.map((item, i) => ({ name: method?.exceptions[i] ?? "", item }));
}
