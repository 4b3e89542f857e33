/** What the locals hold when a method is entered. */
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { ClassFile, MethodInfo } from "../../classfile/format/class-file.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { SlotType, SlotTypes } from "../../program/types/inference.ts";
import { SlotKind } from "../../program/types/verification-type.ts";

const plain = (kind: number): SlotType => ({ kind, name: null, names: [], offset: -1 });
const reference = (name: string): SlotType => ({
  kind: SlotKind.reference,
  name,
  names: [name],
  offset: -1,
});

export function entryTypes({ name }: ClassFile, method: MethodInfo): SlotTypes {
  const locals: SlotType[] = [];
  if ((method.accessFlags & ACC_STATIC) === 0) {
    const isConstructor = method.name === "<init>" && name !== "java/lang/Object";
    locals.push(isConstructor ? plain(SlotKind.uninitializedThis) : reference(name));
  }
  const { parameters, parameterKinds } = parseMethodDescriptor(method.descriptor);
  parameters.forEach((descriptor, i) => locals.push(...slotsOf(descriptor, parameterKinds[i]!)));
  return { locals, stack: [] };
}

function slotsOf(descriptor: string, kind: string): SlotType[] {
  switch (kind) {
    case "J":
      return [plain(SlotKind.long), plain(SlotKind.second)];
    case "D":
      return [plain(SlotKind.double), plain(SlotKind.second)];
    case "F":
      return [plain(SlotKind.float)];
    case "L":
      return [reference(descriptor.slice(1, -1))];
    case "[":
      return [reference(descriptor)];
    default:
      return [plain(SlotKind.int)];
  }
}
