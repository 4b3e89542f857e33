/**
 * Damage that knows the tables of a class file: stack maps, exception tables, bootstrap methods,
 * flags, and wherever an index into the constants stands. Most of the results are well formed,
 * so that it is the verifier or the linker that must notice, or nobody.
 */
import * as fc from "fast-check";
import { type CodePiece, readPieces } from "../../../src/classfile/editing/fragments.ts";
import { Attribute } from "../../../src/classfile/format/attributes.ts";
import { Tag } from "../../../src/classfile/format/constant-pool.ts";
import type { Damage } from "../cli/damage.ts";

interface Tables {
  readonly codes: readonly CodePiece[];
  /** Ranges of the contents of stack maps, without their counts. */
  readonly stackMaps: readonly (readonly [number, number])[];
  /** Places of entries of exception tables. */
  readonly handlers: readonly { readonly at: number; readonly code: CodePiece }[];
  readonly bootstraps: readonly (readonly [number, number])[];
  /** Places of two-byte indices into the constants, in code and elsewhere. */
  readonly uses: readonly number[];
  readonly codeUses: readonly number[];
  /** Places of access flags. */
  readonly flags: readonly number[];
}

const HANDLER_SIZE = 8;
const known = new WeakMap<Uint8Array, Tables>();

function tablesOf(intact: Uint8Array, tail: number): Tables {
  let tables = known.get(intact);
  if (tables === undefined) {
    tables = findTables(intact, tail);
    known.set(intact, tables);
  }
  return tables;
}

function findTables(intact: Uint8Array, tail: number): Tables {
  const pieces = readPieces(intact, "fixture");
  const view = new DataView(intact.buffer, intact.byteOffset, intact.length);
  const codes = pieces.methods.flatMap(({ code }) => code?.code ?? []);
  const members = [...pieces.fields, ...pieces.methods];
  const uses = [...pieces.uses];
  return {
    codes,
    stackMaps: codes.flatMap(({ attributes }) =>
      attributes
        .filter(({ kind }) => kind === Attribute.stackMapTable)
        .map(({ start, end }) => [start + 2, end] as const),
    ),
    handlers: codes.flatMap((code) =>
      Array.from({ length: view.getUint16(code.handlers) }, (_, i) => ({
        at: code.handlers + 2 + HANDLER_SIZE * i,
        code,
      })),
    ),
    bootstraps: pieces.attributes
      .filter(({ kind }) => kind === Attribute.bootstrapMethods)
      .map(({ start, end }) => [start + 2, end] as const),
    uses,
    codeUses: codes.flatMap((code) => [...code.uses]),
    flags: [
      tail,
      ...uses
        .filter((at) =>
          members.some(
            ({ nameIndex, descriptorIndex }) =>
              view.getUint16(at) === nameIndex && view.getUint16(at + 2) === descriptorIndex,
          ),
        )
        .map((at) => at - 2),
    ],
  };
}

type Change = (places: Tables, copy: Uint8Array, constants: readonly number[]) => void;

const any = fc.nat({ max: 1 << 20 });
const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
const small = fc.integer({ min: -3, max: 3 });

const get = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
function put(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8;
  bytes[at + 1] = value;
}

/** An index to another constant of the same kind. */
function redirect(copy: Uint8Array, at: number, constants: readonly number[], to: number): void {
  const tag = copy[constants[get(copy, at)] ?? 0];
  const alike = [...constants.keys()].filter((i) => i > 0 && copy[constants[i]!] === tag);
  const index = pick(alike, to);
  if (index !== undefined) put(copy, at, index);
}

/** A frame's tag, a type's, an offset or an index: nudged, or a small number. */
const stackMap = fc.tuple(any, any, small, fc.boolean()).map(
  ([which, where, value, isNudge]): Change =>
    ({ stackMaps }, copy) => {
      const [start, end] = pick(stackMaps, which) ?? [0, 0];
      if (start === end) return;
      const at = start + (where % (end - start));
      copy[at] = isNudge ? copy[at]! + value : (value + 16) % 9;
    },
);

/** A table says nothing of its last frame. */
const lostFrame = any.map(
  (which): Change =>
    ({ stackMaps }, copy) => {
      const [start, end] = pick(stackMaps, which) ?? [0, 0];
      if (start === end || get(copy, start - 2) === 0) return;
      put(copy, start - 2, get(copy, start - 2) - 1);
    },
);

const handler = fc.tuple(any, fc.nat({ max: 3 }), any, small, fc.boolean()).map(
  ([which, field, value, nudge, isNudge]): Change =>
    ({ handlers }, copy, constants) => {
      const entry = pick(handlers, which);
      if (entry === undefined) return;
      const at = entry.at + 2 * field;
      if (field === 3) {
        const classes = [...constants.keys()].filter((i) => copy[constants[i]!] === Tag.class);
        put(copy, at, pick([0, ...classes], value)!);
      } else if (isNudge) put(copy, at, get(copy, at) + nudge);
      else put(copy, at, value % (entry.code.end - entry.code.start));
    },
);

const size = fc.tuple(any, fc.boolean(), small).map(
  ([which, isLocals, by]): Change =>
    ({ codes }, copy) => {
      const code = pick(codes, which);
      if (code === undefined) return;
      const at = code.start - (isLocals ? 6 : 8);
      put(copy, at, get(copy, at) + by);
    },
);

const bootstrap = fc.tuple(any, any, fc.boolean()).map(
  ([where, to, isAlike]): Change =>
    ({ bootstraps }, copy, constants) => {
      const [start, end] = bootstraps[0] ?? [0, 0];
      if (start === end) return;
      const at = start + 2 * (where % ((end - start) / 2));
      if (isAlike) redirect(copy, at, constants, to);
      else put(copy, at, to % constants.length);
    },
);

/** The kind of a method handle, or what it is of. */
const methodHandle = fc.tuple(any, fc.integer({ min: 0, max: 10 }), any, fc.boolean()).map(
  ([which, kind, to, isKind]): Change =>
    (_, copy, constants) => {
      const at = pick(
        constants.filter((place) => place > 0 && copy[place] === Tag.methodHandle),
        which,
      );
      if (at === undefined) return;
      if (isKind) copy[at + 1] = kind;
      else redirect(copy, at + 2, constants, to);
    },
);

const use = fc.tuple(any, any, fc.boolean()).map(
  ([which, to, isInCode]): Change =>
    ({ uses, codeUses }, copy, constants) => {
      const at = pick(isInCode ? codeUses : uses, which);
      if (at !== undefined) redirect(copy, at, constants, to);
    },
);

const flag = fc.tuple(any, fc.nat({ max: 15 })).map(
  ([which, bit]): Change =>
    ({ flags }, copy) => {
      const at = pick(flags, which)!;
      put(copy, at, get(copy, at) ^ (1 << bit));
    },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: stackMap },
  { weight: 1, arbitrary: lostFrame },
  { weight: 3, arbitrary: handler },
  { weight: 1, arbitrary: size },
  { weight: 3, arbitrary: bootstrap },
  { weight: 2, arbitrary: methodHandle },
  { weight: 4, arbitrary: use },
  { weight: 2, arbitrary: flag },
);

/** Only for class files that nothing else has damaged. */
export const tableDamages: fc.Arbitrary<readonly Damage[]> = fc.array(
  change.map(
    (make): Damage =>
      ({ bytes: intact, constants, tail }, bytes) => {
        const copy = bytes.slice();
        make(tablesOf(intact, tail), copy, constants);
        return copy;
      },
  ),
  { minLength: 1, maxLength: 2 },
);
