/** Which final fields a constructor gives their value to. */
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { ALWAYS, type ClassItems, type MemberItems } from "./items.ts";

const PUTFIELD = 0xb5;

/** The final fields of a class's own that a method assigns. */
export function finalAssignments(owner: ClassItems, method: MemberItems): readonly MemberItems[] {
  const finals = owner.fields.filter(
    ({ piece, part }) => part !== ALWAYS && (piece.accessFlags & ACC_STATIC) === 0,
  );
  if (finals.length === 0) return [];
  const { bytes, constants } = owner.input.pieces;
  const assigned = new Set<string>();
  for (const at of method.piece.code!.code!.uses) {
    if (bytes[at - 1] !== PUTFIELD) continue;
    const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (constants.tag(index) !== Tag.fieldRef) continue;
    const { owner: holder, name, descriptor } = constants.member(index);
    if (holder === owner.input.name) assigned.add(name + descriptor);
  }
  return finals.filter(({ piece }) => assigned.has(piece.name + piece.descriptor));
}
