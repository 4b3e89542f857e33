/** Methods of Main and classes that the statements of a random program add to it. */
import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../classfile/format/access-flags.ts";

export class ProgramBuilder {
  readonly classes: ClassAssembler[] = [];
  readonly #main: ClassAssembler;
  #methods = 0;

  constructor(main: ClassAssembler) {
    this.#main = main;
  }

  /** Adds a class; `make` receives an unused name. */
  addClass(make: (name: string) => ClassAssembler): string {
    const at = this.classes.length;
    const name = `C${at}`;
    // Its code may add further classes, so reserve its position first.
    this.classes.push(new ClassAssembler({ name }));
    this.classes[at] = make(name);
    return name;
  }

  /** Adds a static method to Main, under an unused name. */
  addMethod(descriptor: string, flags: number, emit: (code: CodeBuilder) => void): string {
    const name = `h${this.#methods++}`;
    this.#main.method(ACC_PUBLIC | ACC_STATIC | flags, name, descriptor, emit);
    return name;
  }
}
