/** Generic signatures as the JVM specification has them (4.7.9.1), taken apart. */

export interface ClassType {
  readonly kind: "class";
  /** From the outermost class in: the whole name of each, and its type arguments. */
  readonly segments: readonly Segment[];
}

export interface Segment {
  readonly name: string;
  readonly args: readonly TypeArgument[];
}

interface TypeArgument {
  readonly wildcard: "" | "*" | "+" | "-";
  /** Null for `?`. */
  readonly type: SignatureType | null;
}

export type SignatureType =
  | ClassType
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "array"; readonly element: SignatureType }
  | { readonly kind: "primitive" };

export interface TypeParameter {
  readonly name: string;
  readonly bounds: readonly SignatureType[];
}

/** Of a class, a method or a field. */
export interface Signature {
  readonly parameters: readonly TypeParameter[];
  /** What is extended and implemented; what is taken and given back; what a field holds. */
  readonly types: readonly SignatureType[];
  readonly thrown: readonly SignatureType[];
}

/** Null for a text that is not a signature. */
export function parseSignature(text: string): Signature | null {
  try {
    return new SignatureReader(text).signature();
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

class Malformed extends Error {}

const PRIMITIVES = "BCDFIJSZV";

class SignatureReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  signature(): Signature {
    const parameters = this.#next("<") ? this.#parameters() : [];
    const types: SignatureType[] = [];
    const thrown: SignatureType[] = [];
    if (this.#next("(")) {
      while (!this.#next(")")) types.push(this.#type());
      types.push(this.#type());
      while (this.#next("^")) thrown.push(this.#type());
    } else {
      do types.push(this.#type());
      while (this.#at < this.#text.length);
    }
    if (this.#at < this.#text.length) throw new Malformed();
    return { parameters, types, thrown };
  }

  #next(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #parameters(): TypeParameter[] {
    const parameters: TypeParameter[] = [];
    while (!this.#next(">")) {
      const name = this.#upTo(":");
      const bounds: SignatureType[] = [];
      while (this.#next(":")) {
        // The class bound may be left out where an interface follows.
        if (this.#text[this.#at] !== ":") bounds.push(this.#type());
      }
      parameters.push({ name, bounds });
    }
    return parameters;
  }

  /** A name, up to one of some characters that cannot be in it. */
  #upTo(ends: string): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at]!)) this.#at++;
    if (this.#at === start || this.#at === this.#text.length) throw new Malformed();
    return this.#text.slice(start, this.#at);
  }

  #type(): SignatureType {
    const c = this.#text[this.#at++] ?? "";
    if (c === "L") return this.#class();
    if (c === "[") return { kind: "array", element: this.#type() };
    if (c === "T") {
      const name = this.#upTo(";");
      this.#at++;
      return { kind: "variable", name };
    }
    if (c !== "" && PRIMITIVES.includes(c)) return { kind: "primitive" };
    throw new Malformed();
  }

  #class(): ClassType {
    const segments: Segment[] = [];
    let name = "";
    for (;;) {
      name += this.#upTo("<;.");
      segments.push({ name, args: this.#next("<") ? this.#args() : [] });
      if (this.#next(";")) return { kind: "class", segments };
      if (!this.#next(".")) throw new Malformed();
      name += "$";
    }
  }

  #args(): TypeArgument[] {
    const args: TypeArgument[] = [];
    while (!this.#next(">")) {
      if (this.#next("*")) args.push({ wildcard: "*", type: null });
      else {
        const wildcard = this.#next("+") ? "+" : this.#next("-") ? "-" : "";
        args.push({ wildcard, type: this.#type() });
      }
    }
    return args;
  }
}

/** All class types in a type, itself and its arguments. */
export function* classTypesIn(type: SignatureType): Generator<ClassType> {
  if (type.kind === "array") yield* classTypesIn(type.element);
  if (type.kind !== "class") return;
  yield type;
  for (const { args } of type.segments) {
    for (const arg of args) if (arg.type !== null) yield* classTypesIn(arg.type);
  }
}

/** The names of all type variables in a type. */
export function* variablesIn(type: SignatureType): Generator<string> {
  if (type.kind === "variable") yield type.name;
  if (type.kind === "array") yield* variablesIn(type.element);
  if (type.kind !== "class") return;
  for (const { args } of type.segments) {
    for (const arg of args) if (arg.type !== null) yield* variablesIn(arg.type);
  }
}
