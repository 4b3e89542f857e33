/** Short forms for the instructions that random programs mostly consist of. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";

export type EmitCode = (code: CodeBuilder) => void;

/** The static fields of Main that a body loads into locals at its start. */
const kept = new WeakMap<CodeBuilder, ReadonlyMap<string, number>>();

export function getStatic(
  code: CodeBuilder,
  name: string,
  descriptor: string,
  owner = "Main",
): CodeBuilder {
  const local = owner === "Main" ? kept.get(code)?.get(name) : undefined;
  if (local !== undefined) return code.emit("aload", local);
  return code.emit("getstatic", { owner, name, descriptor });
}

/**
 * Loads static fields of Main into locals from `first` on, so that an access to an object is not preceded by
 * an access to the static field that refers to it.
 */
export function keepInLocals(
  code: CodeBuilder,
  first: number,
  fields: readonly (readonly [name: string, descriptor: string])[],
): void {
  const locals = new Map<string, number>();
  for (const [name, descriptor] of fields) {
    getStatic(code, name, descriptor).emit("astore", first + locals.size);
    locals.set(name, first + locals.size);
  }
  kept.set(code, locals);
}

export const putStatic = (
  code: CodeBuilder,
  name: string,
  descriptor: string,
  owner = "Main",
): CodeBuilder => code.emit("putstatic", { owner, name, descriptor });
export const getField = (
  code: CodeBuilder,
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit("getfield", { owner, name, descriptor });
export const putField = (
  code: CodeBuilder,
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit("putfield", { owner, name, descriptor });
export const call = (
  code: CodeBuilder,
  op: "invokevirtual" | "invokestatic" | "invokespecial" | "invokeinterface",
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit(op, { owner, name, descriptor, isInterface: op === "invokeinterface" });

/** new owner(value) */
export function make(code: CodeBuilder, owner: string, value: number): void {
  code.emit("new", owner).emit("dup").pushInt(value);
  call(code, "invokespecial", owner, "<init>", "(I)V");
}
