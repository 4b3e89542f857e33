/** How a program speaks of two classes that have become one. */

import type { Reference, Rewording } from "../../classfile/editing/pool-merger.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";

export class MergedNames implements Rewording {
  /** Of the class that there is afterwards. */
  readonly name: string;
  readonly #gone: ReadonlySet<string>;
  /** Interfaces that are part of a class then. */
  readonly #noInterfaces: ReadonlySet<string>;

  constructor(name: string, both: readonly string[], noInterfaces: readonly string[]) {
    this.name = name;
    this.#gone = new Set(both);
    this.#noInterfaces = new Set(noInterfaces);
  }

  className(name: string): string {
    if (name.startsWith("[")) return this.types(name);
    return this.#gone.has(name) ? this.name : name;
  }

  types(text: string): string {
    if (!text.includes("L")) return text;
    return text.replaceAll(/L([^;<>:()[\].]+)(?=[;<])/g, (all, name: string) =>
      this.#gone.has(name) ? `L${this.name}` : all,
    );
  }

  member({ tag, owner, name, descriptor }: Reference): Reference {
    const isInterface = tag === Tag.interfaceMethodRef && !this.#noInterfaces.has(owner);
    return {
      tag: tag === Tag.interfaceMethodRef && !isInterface ? Tag.methodRef : tag,
      owner: this.className(owner),
      name,
      descriptor: this.types(descriptor),
    };
  }
}
