/** A source of classes some of which are not to be found, so that another source serves them. */
import type { ClassSource, FoundClass } from "./class-path.ts";

export class FilteredSource implements ClassSource {
  readonly #inner: ClassSource;
  /** Start of the internal names that are hidden. */
  readonly #prefix: string;

  constructor(inner: ClassSource, prefix: string) {
    this.#inner = inner;
    this.#prefix = prefix;
  }

  find(className: string): FoundClass | null {
    return className.startsWith(this.#prefix) ? null : this.#inner.find(className);
  }

  resource(path: string): Uint8Array | null {
    return this.#inner.resource?.(path) ?? null;
  }

  describe(): string {
    return `${this.#inner.describe()} without ${this.#prefix}`;
  }

  close(): void {
    this.#inner.close?.();
  }
}
