/** Finds the instructions of a method that write a field. */
import { instructionLength, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import type { RuntimeField, RuntimeMethod } from "../../program/linking/runtime-class.ts";

const PUT_STATIC = 0xb3;
const PUT_FIELD = 0xb5;

/** By their offsets in the code. Another field of the same name in an unrelated class counts too, unless it is static. */
export function* fieldWritesIn(method: RuntimeMethod, field: RuntimeField): Generator<number> {
  const constants = method.owner.file?.constants;
  const bytes = method.code?.bytes;
  if (constants === undefined || bytes === undefined) return;
  const wanted = field.isStatic ? PUT_STATIC : PUT_FIELD;
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
    if (u1(bytes, at) !== wanted) continue;
    const { owner, name, descriptor } = constants.member(u2(bytes, at + 1));
    if (name !== field.name || descriptor !== field.descriptor) continue;
    // A reference to an instance field may name a subclass of its owner.
    if (owner === field.owner.name || !field.isStatic) yield at;
  }
}
