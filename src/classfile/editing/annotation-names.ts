/**
 * The members that annotations name, which stand there as plain texts: the elements that
 * have a value are methods of the annotation's type, and values may be constants of enums.
 */
import { Attribute } from "../format/attributes.ts";
import type { ConstantPool } from "../format/constant-pool.ts";
import { skipTarget } from "../reading/annotation-checks.ts";
import { Cursor } from "../reading/cursor.ts";

export interface AnnotationName {
  /** `annotation`: the type of one, which has no name of a member. */
  readonly kind: "annotation" | "element" | "constant";
  /** The descriptor of the type that has the member. */
  readonly type: string;
  readonly name: string;
}

/** Of an attribute with annotations; of those that are lists of them, of one entry. None of other attributes. */
export function annotationNames(
  kind: number,
  constants: ConstantPool,
  bytes: Uint8Array,
  start: number,
  end: number,
): readonly AnnotationName[] {
  const reader = new AnnotationReader(constants, new Cursor(bytes, start, end));
  switch (kind) {
    case Attribute.runtimeVisibleAnnotations:
    case Attribute.runtimeInvisibleAnnotations:
      reader.annotation();
      break;
    case Attribute.runtimeVisibleParameterAnnotations:
    case Attribute.runtimeInvisibleParameterAnnotations:
      reader.parameters();
      break;
    case Attribute.runtimeVisibleTypeAnnotations:
    case Attribute.runtimeInvisibleTypeAnnotations:
      reader.types();
      break;
    case Attribute.annotationDefault:
      reader.value();
      break;
    default:
  }
  return reader.names;
}

class AnnotationReader {
  readonly names: AnnotationName[] = [];
  readonly #constants: ConstantPool;
  readonly #cursor: Cursor;

  constructor(constants: ConstantPool, cursor: Cursor) {
    this.#constants = constants;
    this.#cursor = cursor;
  }

  #text(): string {
    return this.#constants.utf8(this.#cursor.u2());
  }

  parameters(): void {
    const cursor = this.#cursor;
    for (let n = cursor.u1(); n > 0; n--) {
      for (let each = cursor.u2(); each > 0; each--) this.annotation();
    }
  }

  types(): void {
    const cursor = this.#cursor;
    for (let n = cursor.u2(); n > 0; n--) {
      skipTarget(cursor);
      this.annotation();
    }
  }

  annotation(): void {
    const type = this.#text();
    this.names.push({ kind: "annotation", type, name: "" });
    for (let n = this.#cursor.u2(); n > 0; n--) {
      this.names.push({ kind: "element", type, name: this.#text() });
      this.value();
    }
  }

  value(): void {
    const cursor = this.#cursor;
    switch (String.fromCharCode(cursor.u1())) {
      case "e":
        this.names.push({ kind: "constant", type: this.#text(), name: this.#text() });
        break;
      case "@":
        this.annotation();
        break;
      case "[":
        for (let n = cursor.u2(); n > 0; n--) this.value();
        break;
      default:
        cursor.skip(2);
    }
  }
}
