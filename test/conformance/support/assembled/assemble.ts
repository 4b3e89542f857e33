/**
 * The frame of an assembled program: a class `opcodes/<name>` with a main
 * method and a `show` for each kind of value, so that programs are little more
 * than the instructions they are about.
 */

import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import type { Member } from "../../../../src/classfile/assembling/constant-pool-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";

export const STATIC = ACC_PUBLIC | ACC_STATIC;

export interface AssembledProgram {
  readonly name: string;
  readonly classes: readonly ClassAssembler[];
}

/** What a method of the program is given to work with. */
export class Scope {
  readonly assembler: ClassAssembler;
  readonly className: string;

  constructor(name: string, majorVersion: number) {
    this.className = `opcodes/${name}`;
    this.assembler = new ClassAssembler({
      name: this.className,
      majorVersion,
      sourceFile: `${name}.java`,
    });
  }

  own(name: string, descriptor: string): Member {
    return { owner: this.className, name, descriptor };
  }

  /** Prints and removes the value on top of the stack. */
  show(code: CodeBuilder, ...kinds: readonly Kind[]): void {
    for (const kind of kinds) code.emit("invokestatic", this.own("show", `(${kind})V`));
  }

  /** Prints a word, to tell results apart. */
  say(code: CodeBuilder, text: string): void {
    code.pushString(text);
    this.show(code, OBJECT);
  }
}

export const OBJECT = "Ljava/lang/Object;";
export type Kind = "I" | "J" | "F" | "D" | typeof OBJECT;

const LOADS = {
  I: "iload_0",
  J: "lload_0",
  F: "fload_0",
  D: "dload_0",
  [OBJECT]: "aload_0",
} as const;

export function assemble(
  name: string,
  main: (code: CodeBuilder, scope: Scope) => void,
  majorVersion = 49,
): AssembledProgram {
  const scope = new Scope(name, majorVersion);
  for (const kind of ["I", "J", "F", "D", OBJECT] as const) {
    scope.assembler.method(STATIC, "show", `(${kind})V`, (code) => {
      code
        .emit("getstatic", {
          owner: "java/lang/System",
          name: "out",
          descriptor: "Ljava/io/PrintStream;",
        })
        .emit(LOADS[kind])
        .emit("invokevirtual", {
          owner: "java/io/PrintStream",
          name: "println",
          descriptor: `(${kind})V`,
        })
        .emit("return");
    });
  }
  scope.assembler.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    main(code, scope);
    code.emit("return");
  });
  return { name, classes: [scope.assembler] };
}
