/** Types and methods in Java's own spelling, as the JVM words them in its messages. */
import { parseFieldDescriptor, parseMethodDescriptor } from "../../classfile/format/descriptors.ts";

export const PRIMITIVE_NAMES: ReadonlyMap<string, string> = new Map([
  ["Z", "boolean"],
  ["B", "byte"],
  ["C", "char"],
  ["S", "short"],
  ["I", "int"],
  ["J", "long"],
  ["F", "float"],
  ["D", "double"],
  ["V", "void"],
]);

/** "java.lang.String[]" for [Ljava/lang/String; */
export function describeType(descriptor: string): string {
  const primitive = PRIMITIVE_NAMES.get(descriptor);
  if (primitive !== undefined) return primitive;
  const { element, className, dimensions } = parseFieldDescriptor(descriptor);
  const name = className?.replaceAll("/", ".") ?? PRIMITIVE_NAMES.get(element) ?? element;
  return name + "[]".repeat(dimensions);
}

/** "void p.A.m(int, long)"; `name` may be qualified. */
export function describeSignature(name: string, descriptor: string): string {
  const { parameters, result } = parseMethodDescriptor(descriptor);
  return `${describeType(result)} ${name}(${parameters.map(describeType).join(", ")})`;
}
