/**
 * What was in the input of a reduction, and what became of it: each class and member with its size before and
 * after. Names in the result may be others, and two classes may have become one, so the parts of the result are
 * found by the changes of names that led to it (items/name-changes.ts).
 */
import type { MemberPiece } from "../classfile/editing/fragments.ts";
import { BadClassFileError } from "../core/errors.ts";
import type { Candidate } from "./files/candidate.ts";
import { itemsOfClass } from "./items/class-items.ts";
import { FlagNumbers } from "./items/flags.ts";
import { type InputClass, type InputFile, type ItemKind, ItemTable } from "./items/items.ts";
import { memberKey, type NameChange, NameHistory } from "./items/name-changes.ts";
import { classOf, isClass } from "./items/program-files.ts";

export interface MemberEntry {
  readonly kind: "field" | "method";
  readonly name: string;
  readonly descriptor: string;
  /** With its attributes, without the constants that it uses. */
  readonly bytes: number;
  /** Name and descriptor in the result; null if it is gone. */
  readonly result: {
    readonly name: string;
    readonly descriptor: string;
    readonly bytes: number;
  } | null;
}

export interface ClassEntry {
  /** With dots. */
  readonly name: string;
  /** Of the class file. */
  readonly bytes: number;
  /**
   * The class in the result that it became, or became part of; null if it is gone. Of several classes that are
   * one there, the one with most of what is left has its bytes, and the others have 0.
   */
  readonly result: { readonly name: string; readonly bytes: number } | null;
  readonly fields: number;
  readonly methods: number;
  /** Null if they were left out to bound the inventory's size: only for classes that are gone. */
  readonly members: readonly MemberEntry[] | null;
}

export interface FileEntry {
  readonly path: string;
  readonly bytes: number;
  /** 0 if it is gone. */
  readonly resultBytes: number;
}

export interface ItemCount {
  readonly kind: ItemKind;
  readonly input: number;
  readonly result: number;
}

export interface Inventory {
  readonly classes: readonly ClassEntry[];
  readonly files: readonly FileEntry[];
  /** How many items of each kind there were and are. */
  readonly items: readonly ItemCount[];
  /** The result was found in an earlier process, so classes and members that were renamed count as gone. */
  readonly lacksNames: boolean;
}

/** Members of removed classes are listed up to this many in all. */
const MOST_REMOVED_MEMBERS = 20_000;

/** Without the constants that name it, and what they name. */
const MEMBER_BYTES = 8;
const ATTRIBUTE_BYTES = 6;

interface ProgramParts {
  readonly classes: readonly InputClass[];
  readonly files: readonly InputFile[];
}

/** `changes`: those of names between the input and the result; null if they are not known. */
export function inventoryOf(
  input: ProgramParts,
  result: Candidate,
  changes: readonly NameChange[] | null,
): Inventory {
  const left = partsOf(result);
  const history = new NameHistory(changes ?? []);
  return {
    classes: new ClassMatcher(left.classes, history).entries(input.classes),
    files: fileEntries(input.files, left.files),
    items: itemCounts(input, left),
    lacksNames: changes === null,
  };
}

/** The number of items, without access flags. */
export function countItems(files: readonly InputFile[]): number {
  let count = 0;
  for (const kinds of kindsOf(partsOf({ files })).values()) count += kinds;
  return count;
}

/** A class that cannot be read is a file like others. */
function partsOf({ files }: Pick<Candidate, "files">): ProgramParts {
  const classes: InputClass[] = [];
  const others: InputFile[] = [];
  for (const file of files) {
    const input = isClass(file.path) ? readable(file) : null;
    if (input === null) others.push(file);
    else classes.push(input);
  }
  return { classes, files: others };
}

function readable(file: InputFile): InputClass | null {
  try {
    return classOf(file);
  } catch (error) {
    if (error instanceof BadClassFileError) return null;
    throw error;
  }
}

const bytesOfMember = ({ attributes }: MemberPiece): number =>
  attributes.reduce((sum, { start, end }) => sum + ATTRIBUTE_BYTES + end - start, MEMBER_BYTES);

const dotted = (name: string): string => name.replaceAll("/", ".");

interface Claim {
  readonly owner: InputClass;
  readonly piece: MemberPiece;
  readonly yielded: number;
}

/** Finds the classes and members of the input in the result. */
class ClassMatcher {
  readonly #left: ReadonlyMap<string, InputClass>;
  readonly #members: ReadonlyMap<string, MemberPiece>;
  readonly #history: NameHistory;
  /** The member of the input that each member of the result is. */
  readonly #claims = new Map<string, Claim>();
  /** For each class of the result, the class of the input that most of it is from. */
  readonly #owners = new Map<string, InputClass>();
  #removedMembers = 0;

  constructor(left: readonly InputClass[], history: NameHistory) {
    this.#left = new Map(left.map((each) => [each.name, each]));
    this.#members = new Map(
      left.flatMap(({ name, pieces }) =>
        [...pieces.fields, ...pieces.methods].map(
          (piece) => [memberKey(name, piece.name, piece.descriptor), piece] as const,
        ),
      ),
    );
    this.#history = history;
  }

  entries(classes: readonly InputClass[]): ClassEntry[] {
    for (const owner of classes) {
      for (const piece of [...owner.pieces.fields, ...owner.pieces.methods])
        this.#claim(owner, piece);
    }
    this.#own(classes);
    return classes.map((each) => this.#entry(each));
  }

  #own(classes: readonly InputClass[]): void {
    const bytesLeft = new Map<InputClass, number>();
    for (const [key, { owner }] of this.#claims) {
      const piece = this.#members.get(key);
      const bytes = piece === undefined ? 0 : bytesOfMember(piece);
      bytesLeft.set(owner, (bytesLeft.get(owner) ?? 0) + bytes);
    }
    const left = (input: InputClass): number => bytesLeft.get(input) ?? 0;
    for (const input of classes) {
      const after = this.#history.classAfter(input.name);
      const owner = after === null ? undefined : this.#owners.get(after);
      if (after !== null && (owner === undefined || left(input) > left(owner))) {
        this.#owners.set(after, input);
      }
    }
  }

  /** Two members may have become one: the body is that of the class that did not give way. */
  #claim(owner: InputClass, piece: MemberPiece): void {
    const followed = this.#history.memberAfter(owner.name, piece.name, piece.descriptor);
    const left = followed === null ? undefined : this.#members.get(followed.memberKey);
    if (followed === null || left === undefined) return;
    const { yielded } = followed;
    const other = this.#claims.get(followed.memberKey);
    const fits = (each: MemberPiece): number => (left.code !== null && each.code === null ? 1 : 0);
    const isBetter =
      other === undefined ||
      fits(piece) < fits(other.piece) ||
      (fits(piece) === fits(other.piece) && yielded < other.yielded);
    if (isBetter) this.#claims.set(followed.memberKey, { owner, piece, yielded });
  }

  #entry(input: InputClass): ClassEntry {
    const { name, pieces } = input;
    const after = this.#history.classAfter(name);
    const left = after === null ? undefined : this.#left.get(after);
    const isOwner = left !== undefined && this.#owners.get(left.name) === input;
    return {
      name: dotted(name),
      bytes: pieces.bytes.length,
      result:
        left === undefined
          ? null
          : { name: dotted(left.name), bytes: isOwner ? left.pieces.bytes.length : 0 },
      fields: pieces.fields.length,
      methods: pieces.methods.length,
      members: this.#listed(input, left === undefined),
    };
  }

  #listed(input: InputClass, isRemoved: boolean): MemberEntry[] | null {
    const { fields, methods } = input.pieces;
    if (isRemoved) {
      this.#removedMembers += fields.length + methods.length;
      if (this.#removedMembers > MOST_REMOVED_MEMBERS) return null;
    }
    return [
      ...fields.map((piece) => this.#member("field", input, piece)),
      ...methods.map((piece) => this.#member("method", input, piece)),
    ];
  }

  #member(kind: MemberEntry["kind"], owner: InputClass, piece: MemberPiece): MemberEntry {
    const { name, descriptor } = piece;
    const followed = this.#history.memberAfter(owner.name, name, descriptor);
    const left = followed === null ? undefined : this.#members.get(followed.memberKey);
    const claim = followed === null ? undefined : this.#claims.get(followed.memberKey);
    return {
      kind,
      name,
      descriptor,
      bytes: bytesOfMember(piece),
      result:
        left === undefined || claim?.piece !== piece
          ? null
          : { name: left.name, descriptor: left.descriptor, bytes: bytesOfMember(left) },
    };
  }
}

function fileEntries(before: readonly InputFile[], after: readonly InputFile[]): FileEntry[] {
  const left = new Map(after.map(({ path, bytes }) => [path, bytes.length]));
  return before.map(({ path, bytes }) => ({
    path,
    bytes: bytes.length,
    resultBytes: left.get(path) ?? 0,
  }));
}

function itemCounts(before: ProgramParts, after: ProgramParts): ItemCount[] {
  const input = kindsOf(before);
  const result = kindsOf(after);
  return [...input].map(([kind, count]) => ({
    kind,
    input: count,
    result: result.get(kind) ?? 0,
  }));
}

function kindsOf({ classes, files }: ProgramParts): Map<ItemKind, number> {
  const items = new ItemTable();
  const flags = new FlagNumbers(items, false);
  for (const each of classes) itemsOfClass(each, items, flags);
  const counts = new Map<ItemKind, number>();
  for (let item = 0; item < items.count; item++) {
    const kind = items.kindOf(item);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (files.length > 0) counts.set("file", files.length);
  return counts;
}
