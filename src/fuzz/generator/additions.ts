/** What the statements of a random program can add to it besides code: methods, and classes of their own. */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../classfile/format/access-flags.ts";

export interface Host {
  /** A class, which is made with a name that no other has. */
  addClass(make: (name: string) => ClassAssembler): string;
  /** A static method of Main, which gets a name that no other has. */
  addMethod(descriptor: string, flags: number, emit: (code: CodeBuilder) => void): string;
}

export class ProgramHost implements Host {
  readonly classes: ClassAssembler[] = [];
  readonly #main: ClassAssembler;
  #methods = 0;

  constructor(main: ClassAssembler) {
    this.#main = main;
  }

  addClass(make: (name: string) => ClassAssembler): string {
    const at = this.classes.length;
    const name = `C${at}`;
    // Its own code may add others: the place is taken first.
    this.classes.push(new ClassAssembler({ name }));
    this.classes[at] = make(name);
    return name;
  }

  addMethod(descriptor: string, flags: number, emit: (code: CodeBuilder) => void): string {
    const name = `h${this.#methods++}`;
    this.#main.method(ACC_PUBLIC | ACC_STATIC | flags, name, descriptor, emit);
    return name;
  }
}
