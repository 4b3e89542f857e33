/**
 * Reads JSON and keeps where each value stands, so that an error in a file that a person wrote can name the line and
 * the column. `JSON.parse` tells neither for a value of the wrong type, and not always for a wrong character.
 */

/** Both begin with 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

export type JsonNode =
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[]; readonly at: Location }
  | { readonly kind: "list"; readonly items: readonly JsonNode[]; readonly at: Location }
  | { readonly kind: "string"; readonly value: string; readonly at: Location }
  | { readonly kind: "number"; readonly value: number; readonly at: Location }
  | { readonly kind: "boolean"; readonly value: boolean; readonly at: Location }
  | { readonly kind: "null"; readonly at: Location };

export interface JsonEntry {
  readonly name: string;
  readonly value: JsonNode;
  /** Where the name stands. */
  readonly at: Location;
}

/** The text is not JSON. The message does not repeat the place. */
export class JsonSyntaxError extends Error {
  readonly at: Location;

  constructor(message: string, at: Location) {
    super(message);
    this.name = "JsonSyntaxError";
    this.at = at;
  }
}

const MOST_LEVELS = 100;
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Up to the end of the line, so that a missing quotation mark is reported where the string begins. */
// oxlint-disable-next-line no-control-regex
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const WORD = /true|false|null/y;

/** Throws a `JsonSyntaxError`. */
export function readLocatedJson(text: string): JsonNode {
  const reader = new Reader(text.replace(/^\uFEFF/, ""));
  return reader.whole();
}

class Reader {
  readonly #text: string;
  #position = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode {
    const node = this.#value();
    this.#skipSpace();
    if (this.#position < this.#text.length) this.#fail(`${this.#found()} after the end`);
    return node;
  }

  #value(): JsonNode {
    this.#skipSpace();
    const at = this.#location();
    const next = this.#text[this.#position];
    if (next === "{") return { kind: "object", entries: this.#nested(() => this.#entries()), at };
    if (next === "[") return { kind: "list", items: this.#nested(() => this.#items()), at };
    if (next === '"') return { kind: "string", value: this.#string(), at };
    const word = this.#take(WORD);
    if (word === "null") return { kind: "null", at };
    if (word !== null) return { kind: "boolean", value: word === "true", at };
    const digits = this.#take(NUMBER);
    if (digits !== null) return { kind: "number", value: Number(digits), at };
    return this.#fail(`expected a value, found ${this.#found()}`);
  }

  #nested<T>(read: () => T): T {
    if (++this.#level > MOST_LEVELS) this.#fail("too many levels");
    const result = read();
    this.#level--;
    return result;
  }

  #entries(): JsonEntry[] {
    const entries: JsonEntry[] = [];
    this.#separated("}", () => {
      this.#skipSpace();
      const at = this.#location();
      if (this.#text[this.#position] !== '"') {
        this.#fail(`expected a name in quotation marks, found ${this.#found()}`);
      }
      const name = this.#string();
      if (entries.some((entry) => entry.name === name)) this.#fail(`"${name}" is there twice`, at);
      this.#skipSpace();
      if (!this.#skip(":")) this.#fail(`expected ":" after "${name}", found ${this.#found()}`);
      entries.push({ name, value: this.#value(), at });
    });
    return entries;
  }

  #items(): JsonNode[] {
    const items: JsonNode[] = [];
    this.#separated("]", () => {
      items.push(this.#value());
    });
    return items;
  }

  /** From the opening bracket to the closing one. */
  #separated(end: string, read: () => void): void {
    this.#position++;
    this.#skipSpace();
    if (this.#skip(end)) return;
    for (;;) {
      read();
      this.#skipSpace();
      if (this.#skip(end)) return;
      const at = this.#location();
      if (!this.#skip(",")) this.#fail(`expected "," or "${end}", found ${this.#found()}`);
      this.#skipSpace();
      if (this.#text[this.#position] === end) this.#fail(`"," before "${end}"`, at);
    }
  }

  #string(): string {
    const literal = this.#take(STRING);
    if (literal === null) return this.#fail("a string without an end, or with a wrong character");
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : "";
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#position += found.length;
    return found;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  #skipSpace(): void {
    this.#take(SPACE);
  }

  #found(): string {
    const code = this.#text.codePointAt(this.#position);
    return code === undefined ? "the end of the file" : `"${String.fromCodePoint(code)}"`;
  }

  #location(): Location {
    const before = this.#text.slice(0, this.#position);
    const lineStart = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: before.length - lineStart + 1 };
  }

  #fail(message: string, at: Location = this.#location()): never {
    throw new JsonSyntaxError(message, at);
  }
}
