/** The classes that descriptors, signatures and constants mention. */
import type { ConstantPool } from "../../classfile/format/constant-pool.ts";

/** Of a field or method descriptor, or of an array's name. */
export function classesIn(descriptor: string): string[] {
  const names: string[] = [];
  for (let at = descriptor.indexOf("L"); at >= 0; ) {
    const end = descriptor.indexOf(";", at);
    if (end < 0) break;
    names.push(descriptor.slice(at + 1, end));
    at = descriptor.indexOf("L", end);
  }
  return names;
}

/** Of a Class constant: a plain name, or an array's descriptor. */
export const classesOfName = (name: string): string[] =>
  name.startsWith("[") ? classesIn(name) : [name];

/**
 * Of a generic signature. A name ends at its type arguments, at a semicolon or at a
 * dot, behind which an inner class follows that is named by what comes before it.
 */
export function classesInSignature(signature: string): string[] {
  const names: string[] = [];
  const outer: string[] = [];
  let current: string | null = null;
  let isVariable = false;
  for (let i = 0; i < signature.length; i++) {
    const c = signature[i]!;
    if (current === null) {
      if (isVariable) {
        isVariable = c !== ";";
        if (!isVariable && isNameNext(signature, i + 1)) {
          i = skipParameterName(signature, i + 1) - 1;
        }
      } else if (c === "L") current = "";
      else if (c === "T") isVariable = true;
      else if (c === ":" || c === ">" || c === "<") {
        if (c === ">" && outer.length > 0) current = outer.pop()!;
        else if (c === "<" && i === 0) i = skipParameterName(signature, i + 1) - 1;
        else if (c === ":" && isNameNext(signature, i + 1)) {
          i = skipParameterName(signature, i + 1) - 1;
        }
      } else if (c === ";" && isNameNext(signature, i + 1)) {
        i = skipParameterName(signature, i + 1) - 1;
      }
      continue;
    }
    if (c === ";") {
      names.push(current);
      current = null;
      if (isNameNext(signature, i + 1)) i = skipParameterName(signature, i + 1) - 1;
    } else if (c === "<") {
      outer.push(current);
      current = null;
    } else if (c === ".") {
      names.push(current);
      current += "$";
    } else current += c;
  }
  return names;
}

/** Whether the name of a formal type parameter stands here: letters up to a colon. */
function isNameNext(signature: string, from: number): boolean {
  return /^[^:;<>./[()]+:/.test(signature.slice(from, from + 256));
}

const skipParameterName = (signature: string, from: number): number => {
  const colon = signature.indexOf(":", from);
  return colon < 0 ? from : colon;
};

/** The text of a Class constant's classes. */
export const classesOfConstant = (constants: ConstantPool, index: number): string[] =>
  classesOfName(constants.className(index));
