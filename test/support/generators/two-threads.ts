/**
 * A small program of two threads with static fields that both know, for tests of
 * which values tell states apart. What they do is up to the test.
 */

import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import {
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
} from "../../../src/classfile/format/access-flags.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const FIELDS = { flag: "I", other: "I", seen: "I", wide: "J", a: "LCell;", b: "LCell;" } as const;
type Field = keyof typeof FIELDS;

export const get = (code: CodeBuilder, name: Field): CodeBuilder =>
  code.emit("getstatic", { owner: "Main", name, descriptor: FIELDS[name] });
export const put = (code: CodeBuilder, name: Field): CodeBuilder =>
  code.emit("putstatic", { owner: "Main", name, descriptor: FIELDS[name] });
export const invoke = (
  code: CodeBuilder,
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit("invokestatic", { owner, name, descriptor });

export type Emit = (code: CodeBuilder) => unknown;

/** Main.main starts a thread that does `other`, and does `body`; Main.helper does `helper`. */
export function twoThreads(body: Emit, other: Emit, helper: Emit = () => {}): ClassAssembler[] {
  const main = new ClassAssembler({ name: "Main", superName: "java/lang/Thread" });
  for (const [name, descriptor] of Object.entries(FIELDS)) main.field(STATIC, name, descriptor);
  main.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    const init = { owner: "java/lang/Thread", name: "<init>", descriptor: "()V" };
    code.emit("aload_0").emit("invokespecial", init).emit("return");
  });
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    for (const name of ["a", "b"] as const) {
      const init = { owner: "Cell", name: "<init>", descriptor: "()V" };
      put(code.emit("new", "Cell").emit("dup").emit("invokespecial", init), name);
    }
    const init = { owner: "Main", name: "<init>", descriptor: "()V" };
    code.emit("new", "Main").emit("dup").emit("invokespecial", init);
    code.emit("invokevirtual", { owner: "Main", name: "start", descriptor: "()V" });
    body(code);
    code.emit("return");
  });
  main.method(ACC_PUBLIC, "run", "()V", (code) => {
    other(code);
    code.emit("return");
  });
  main.method(STATIC, "helper", "()V", (code) => {
    helper(code);
    code.emit("return");
  });
  const cell = new ClassAssembler({ name: "Cell" });
  cell.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    const object = { owner: "java/lang/Object", name: "<init>", descriptor: "()V" };
    code.emit("aload_0").emit("invokespecial", object).emit("return");
  });
  for (const [name, flags] of [
    ["locked", ACC_SYNCHRONIZED],
    ["lockedClass", ACC_SYNCHRONIZED | ACC_STATIC],
    ["plain", 0],
  ] as const) {
    cell.method(ACC_PUBLIC | flags, name, "()V", (code) => {
      code.emit("iconst_0").emit("pop").emit("return");
    });
  }
  return [main, cell];
}
