/** A class with the body of one of its methods, or of several, replaced. */

import {
  type AttributePlan,
  type ClassPlan,
  type NewBody,
  writePieces,
} from "../../classfile/editing/fragment-writer.ts";
import type { AttributePiece, ClassFragments } from "../../classfile/editing/fragments.ts";
import { Attribute } from "../../classfile/format/attributes.ts";

const whole = (piece: AttributePiece): AttributePlan => ({
  piece,
  entries: null,
  inner: piece.code?.attributes.map(whole) ?? [],
});

const attributes = (list: readonly AttributePiece[]): AttributePlan[] =>
  list.filter(({ kind }) => kind !== Attribute.bootstrapMethods).map(whole);

/** The plan that leaves everything as it is; unused constants and bootstrap methods go. */
export function wholePlan(pieces: ClassFragments): ClassPlan {
  const members = (list: ClassFragments["fields"]): ClassPlan["fields"] =>
    list.map((piece) => ({
      piece,
      accessFlags: piece.accessFlags,
      attributes: attributes(piece.attributes),
      body: null,
    }));
  return {
    accessFlags: pieces.accessFlags,
    superName: null,
    interfaces: pieces.interfaces.map((_, i) => i),
    fields: members(pieces.fields),
    methods: members(pieces.methods),
    attributes: attributes(pieces.attributes),
  };
}

/** `bodies` by the number of the method. Tables about the old code go with it. */
export function withBodies(
  pieces: ClassFragments,
  bodies: ReadonlyMap<number, NewBody>,
): Uint8Array {
  const plan = wholePlan(pieces);
  const methods = plan.methods.map((method, i) => {
    const body = bodies.get(i);
    if (body === undefined) return method;
    const others = method.attributes.filter(({ piece }) => piece.code === null);
    return { ...method, attributes: others, body };
  });
  return writePieces(pieces, { ...plan, methods });
}
