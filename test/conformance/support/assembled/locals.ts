/** Each load and store in its short, its one-byte and its wide form, and iinc at its limits. */
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { Op } from "../../../../src/classfile/format/opcodes.ts";
import {
  type AssembledProgram,
  assemble,
  type Kind,
  OBJECT,
  type Scope,
  STATIC,
} from "./assemble.ts";

const KINDS: readonly Kind[] = ["I", "J", "F", "D", OBJECT];

/** Value number n of a kind. */
function push(code: CodeBuilder, kind: Kind, n: number): void {
  switch (kind) {
    case "I":
      code.pushInt(n * 100_003);
      break;
    case "J":
      code.pushLong(BigInt(n) << 40n);
      break;
    case "F":
      code.pushFloat(n + 0.5);
      break;
    case "D":
      code.pushDouble(n / 4);
      break;
    case OBJECT:
      code.pushString(`object ${n}`);
      break;
  }
}

function throughLocals(scope: Scope, name: string, indices: readonly number[]): void {
  scope.assembler.method(STATIC, name, "()V", (code) => {
    for (const [position, kind] of KINDS.entries()) {
      for (const index of indices) {
        push(code, kind, index + 1);
        if (index < 4) code.emit(Op.istore_0 + position * 4 + index);
        else code.emit(Op.istore + position, index);
        if (index < 4) code.emit(Op.iload_0 + position * 4 + index);
        else code.emit(Op.iload + position, index);
        scope.show(code, kind);
      }
    }
    code.emit("return");
  });
}

export const locals: AssembledProgram = assemble("Locals", (code, scope) => {
  throughLocals(scope, "low", [0, 1, 2, 3]);
  throughLocals(scope, "middle", [4, 5, 200, 253]);
  throughLocals(scope, "wide", [255, 256, 300, 65_000]);
  for (const name of ["low", "middle", "wide"]) code.emit("invokestatic", scope.own(name, "()V"));
  for (const index of [1, 255, 256, 1000]) {
    code.pushInt(5).emit("istore", index);
    for (const by of [1, -1, 127, -128, 128, -129, 32_767, -32_768]) code.emit("iinc", index, by);
    code.emit("iload", index);
    scope.show(code, "I");
  }
});

/**
 * An int stored where a narrower type belongs is cut to it by fields, array
 * elements and returns (a boolean to its lowest bit).
 */
export const narrowStores: AssembledProgram = assemble("NarrowStores", (code, scope) => {
  const types = ["Z", "B", "C", "S"] as const;
  const arrays = { Z: 4, B: 8, C: 5, S: 9 } as const;
  const element = {
    Z: ["bastore", "baload"],
    B: ["bastore", "baload"],
    C: ["castore", "caload"],
    S: ["sastore", "saload"],
  } as const;
  for (const type of types) {
    scope.assembler.field(STATIC, `static${type}`, type);
    scope.assembler.method(STATIC, `return${type}`, `(I)${type}`, (body) => {
      body.emit("iload_0").emit("ireturn");
    });
  }
  for (const type of types) {
    for (const value of [0, 1, 2, 3, 127, 128, 255, 256, 65_535, 65_536, -1, -32_769, 0x7ffffffe]) {
      code.pushInt(value).emit("putstatic", scope.own(`static${type}`, type));
      code.emit("getstatic", scope.own(`static${type}`, type));
      scope.show(code, "I");
      code.pushInt(value).emit("invokestatic", scope.own(`return${type}`, `(I)${type}`));
      scope.show(code, "I");
      const [store, load] = element[type];
      code.pushInt(1).emit("newarray", arrays[type]).emit("dup");
      code.pushInt(0).pushInt(value).emit(store).pushInt(0).emit(load);
      scope.show(code, "I");
    }
  }
});
