/**
 * A class file as pieces that can be left out or put together again: members,
 * attributes, and the entries of those attributes that are lists. Pieces are
 * ranges of the original bytes together with the places in them where
 * constant-pool indices stand. So code that writes some of them with another pool
 * copies bytes and corrects indices, and need not know what an attribute means.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { Attribute, type AttributeNames, AttributePlace } from "../format/attributes.ts";
import type { ClassConstants } from "../format/constant-pool.ts";
import { LAYOUT_SIZE, OPCODES, Op } from "../format/opcodes.ts";
import { Cursor } from "../reading/cursor.ts";
import { withOrigin } from "../reading/reader.ts";
import { validateWithUses } from "../reading/validator.ts";

export interface AttributePiece {
  readonly kind: Attribute;
  readonly name: string;
  readonly nameIndex: number;
  /** Of its contents. */
  readonly start: number;
  readonly end: number;
  /** Where each entry begins, and the end of the last; null for an attribute that is not a list, or one that stays whole. */
  readonly entries: Int32Array | null;
  /** Of a Code attribute. */
  readonly code: CodePiece | null;
}

export interface CodePiece {
  readonly maxStack: number;
  readonly maxLocals: number;
  /** Of the instructions. */
  readonly start: number;
  readonly end: number;
  /** Where the exception table begins (with its count) and ends. */
  readonly handlers: number;
  readonly handlersEnd: number;
  readonly attributes: readonly AttributePiece[];
  /** Where two-byte constant-pool indices stand in instructions, and where those of one byte do. */
  readonly uses: Int32Array;
  readonly shortUses: Int32Array;
}

export interface MemberPiece {
  readonly accessFlags: number;
  readonly nameIndex: number;
  readonly descriptorIndex: number;
  readonly name: string;
  readonly descriptor: string;
  readonly attributes: readonly AttributePiece[];
  /** Of a method with code, that attribute. */
  readonly code: AttributePiece | null;
}

export interface ClassFragments {
  readonly bytes: Uint8Array;
  readonly constants: ClassConstants;
  readonly minorVersion: number;
  readonly majorVersion: number;
  readonly accessFlags: number;
  readonly thisIndex: number;
  readonly superIndex: number;
  readonly interfaces: readonly number[];
  readonly fields: readonly MemberPiece[];
  readonly methods: readonly MemberPiece[];
  readonly attributes: readonly AttributePiece[];
  /** Where constant-pool indices stand behind the pool and outside of instructions, ascending. */
  readonly uses: Int32Array;
}

export function readPieces(bytes: Uint8Array, origin: string): ClassFragments {
  return withOrigin(origin, () => {
    const valid = validateWithUses(bytes);
    return new PieceReader(valid.constants, valid.attributeNames).read(valid);
  });
}

class PieceReader {
  readonly #cursor: Cursor;
  readonly #constants: ClassConstants;
  readonly #names: AttributeNames;

  constructor(constants: ClassConstants, names: AttributeNames) {
    this.#cursor = new Cursor(constants.bytes, constants.end);
    this.#constants = constants;
    this.#names = names;
  }

  read(valid: ReturnType<typeof validateWithUses>): ClassFragments {
    const cursor = this.#cursor;
    const { constants, minorVersion, majorVersion, uses } = valid;
    const accessFlags = cursor.u2();
    const thisIndex = cursor.u2();
    const superIndex = cursor.u2();
    const interfaces = this.#list(() => cursor.u2());
    const fields = this.#list(() => this.#member(AttributePlace.field));
    const methods = this.#list(() => this.#member(AttributePlace.method));
    const attributes = this.#attributes(AttributePlace.class);
    return {
      bytes: constants.bytes,
      constants,
      minorVersion,
      majorVersion,
      accessFlags,
      thisIndex,
      superIndex,
      interfaces,
      fields,
      methods,
      attributes,
      uses,
    };
  }

  #list<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    for (let n = this.#cursor.u2(); n > 0; n--) items.push(item());
    return items;
  }

  #member(place: AttributePlace): MemberPiece {
    const cursor = this.#cursor;
    const accessFlags = cursor.u2();
    const nameIndex = cursor.u2();
    const descriptorIndex = cursor.u2();
    const attributes = this.#attributes(place);
    return {
      accessFlags,
      nameIndex,
      descriptorIndex,
      name: this.#constants.utf8(nameIndex),
      descriptor: this.#constants.utf8(descriptorIndex),
      attributes,
      code: attributes.find(({ code }) => code !== null) ?? null,
    };
  }

  #attributes(place: AttributePlace): AttributePiece[] {
    return this.#list(() => this.#attribute(place));
  }

  #attribute(place: AttributePlace): AttributePiece {
    const cursor = this.#cursor;
    const nameIndex = cursor.u2();
    const spec = this.#names.spec(nameIndex);
    const length = cursor.u4();
    const start = cursor.at;
    const end = start + length;
    const isHere = (spec.places & place) !== 0;
    const code = isHere && spec.kind === Attribute.code ? this.#code() : null;
    cursor.at = start;
    const entries = isHere ? this.#entries(spec.kind, end) : null;
    cursor.at = end;
    const name = this.#constants.utf8(nameIndex);
    return { kind: spec.kind, name, nameIndex, start, end, entries, code };
  }

  #code(): CodePiece {
    const cursor = this.#cursor;
    const maxStack = cursor.u2();
    const maxLocals = cursor.u2();
    const length = cursor.u4();
    const start = cursor.at;
    const end = start + length;
    cursor.at = end;
    const handlers = end;
    cursor.skip(8 * cursor.u2());
    const handlersEnd = cursor.at;
    const attributes = this.#attributes(AttributePlace.code);
    const uses = instructionUses(this.#constants.bytes, start, end);
    return { maxStack, maxLocals, start, end, handlers, handlersEnd, attributes, ...uses };
  }

  /** Where the entries of a list begin, cursor at the attribute's contents. */
  #entries(kind: Attribute, end: number): Int32Array | null {
    const skip = this.#entrySkipper(kind);
    if (skip === null) return null;
    const cursor = this.#cursor;
    const count = kind === Attribute.methodParameters ? cursor.u1() : cursor.u2();
    const starts = new Int32Array(count + 1);
    for (let i = 0; i < count; i++) {
      starts[i] = cursor.at;
      skip();
    }
    starts[count] = end;
    return starts;
  }

  #entrySkipper(kind: number): (() => void) | null {
    const cursor = this.#cursor;
    switch (kind) {
      case Attribute.exceptions:
      case Attribute.nestMembers:
      case Attribute.permittedSubclasses:
        return () => cursor.skip(2);
      case Attribute.innerClasses:
        return () => cursor.skip(8);
      case Attribute.bootstrapMethods:
        return () => {
          cursor.skip(2);
          cursor.skip(2 * cursor.u2());
        };
      case Attribute.runtimeVisibleAnnotations:
      case Attribute.runtimeInvisibleAnnotations:
        return () => skipAnnotation(cursor);
      case Attribute.record:
        return () => {
          cursor.skip(4);
          for (let n = cursor.u2(); n > 0; n--) {
            cursor.skip(2);
            cursor.skip(cursor.u4());
          }
        };
      default:
        return null;
    }
  }
}

function skipAnnotation(cursor: Cursor): void {
  cursor.skip(2);
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.skip(2);
    skipElementValue(cursor);
  }
}

function skipElementValue(cursor: Cursor): void {
  switch (String.fromCharCode(cursor.u1())) {
    case "e":
      cursor.skip(4);
      break;
    case "@":
      skipAnnotation(cursor);
      break;
    case "[":
      for (let n = cursor.u2(); n > 0; n--) skipElementValue(cursor);
      break;
    default:
      cursor.skip(2);
  }
}

/** Where instructions name constants; the code need not be decodable beyond that. */
function instructionUses(
  bytes: Uint8Array,
  start: number,
  end: number,
): Pick<CodePiece, "uses" | "shortUses"> {
  const uses: number[] = [];
  const shortUses: number[] = [];
  for (let at = start; at < end; ) {
    const opcode = bytes[at] ?? 0;
    const layout = OPCODES[opcode]?.layout ?? "none";
    if (layout === "constant8") shortUses.push(at + 1);
    else if (
      layout === "constant" ||
      layout === "interface" ||
      layout === "dynamic" ||
      layout === "multiarray"
    ) {
      uses.push(at + 1);
    }
    const length = lengthAt(bytes, start, at, opcode, LAYOUT_SIZE[layout]);
    if (length < 1 || at + length > end) {
      throw new BadClassFileError(`instruction at offset ${at} does not fit its code`);
    }
    at += length;
  }
  return { uses: Int32Array.from(uses), shortUses: Int32Array.from(shortUses) };
}

function lengthAt(
  bytes: Uint8Array,
  start: number,
  at: number,
  opcode: number,
  size: number,
): number {
  if (size >= 0) return 1 + size;
  if (opcode === Op.wide) return bytes[at + 1] === Op.iinc ? 6 : 4;
  const operands = 4 - ((at - start) % 4);
  const word = (position: number): number =>
    ((bytes[position] ?? 0) << 24) |
    ((bytes[position + 1] ?? 0) << 16) |
    ((bytes[position + 2] ?? 0) << 8) |
    (bytes[position + 3] ?? 0);
  const first = at + operands;
  if (opcode === Op.lookupswitch) return operands + 8 + 8 * word(first + 4);
  return operands + 12 + 4 * (word(first + 8) - word(first + 4) + 1);
}
