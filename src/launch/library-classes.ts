/** Class files of the library, read once for many programs. */
import type { ReadClass } from "../program/linking/program.ts";

/** Caches the library's classes for all programs, but not a program's own classes. */
export class LibraryClasses extends Map<string, ReadClass> {
  readonly #library: Map<string, ReadClass>;

  constructor(library: Map<string, ReadClass>) {
    super();
    this.#library = library;
  }

  override get(name: string): ReadClass | undefined {
    return this.#library.get(name);
  }

  override set(name: string, read: ReadClass): this {
    if (read.source !== "application") this.#library.set(name, read);
    return this;
  }
}
