/** What the locals hold when a method is entered. */
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { ClassFile, MethodInfo } from "../../classfile/format/class-file.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { SlotType, SlotTypes } from "../../program/types/inference.ts";
import { Kind } from "../../program/types/verification-type.ts";

const plain = (kind: number): SlotType => ({ kind, name: null, names: [], offset: -1 });
const reference = (name: string): SlotType => ({
  kind: Kind.reference,
  name,
  names: [name],
  offset: -1,
});

export function entryTypes({ name }: ClassFile, method: MethodInfo): SlotTypes {
  const locals: SlotType[] = [];
  if ((method.accessFlags & ACC_STATIC) === 0) {
    const isConstructor = method.name === "<init>" && name !== "java/lang/Object";
    locals.push(isConstructor ? plain(Kind.uninitializedThis) : reference(name));
  }
  const { parameters, parameterKinds } = parseMethodDescriptor(method.descriptor);
  parameters.forEach((descriptor, i) => locals.push(...slotsOf(descriptor, parameterKinds[i]!)));
  return { locals, stack: [] };
}

function slotsOf(descriptor: string, kind: string): SlotType[] {
  switch (kind) {
    case "J":
      return [plain(Kind.long), plain(Kind.second)];
    case "D":
      return [plain(Kind.double), plain(Kind.second)];
    case "F":
      return [plain(Kind.float)];
    case "L":
      return [reference(descriptor.slice(1, -1))];
    case "[":
      return [reference(descriptor)];
    default:
      return [plain(Kind.int)];
  }
}
