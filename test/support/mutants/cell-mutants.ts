/** Mistakes about what types and elements of less than a word are read and written, and what dynamic mutants have in common. */
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { I } from "../../../src/vm/code/instructions.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { AccessLog } from "../../../src/vm/memory/access-log.ts";
import { byteCell, bytesTo, halfCell, isHalf, wordOf } from "../../../src/vm/memory/cells.ts";
import { both, type Mutant, type MutantParts, mutant, type Patch, replaced } from "./mutant.ts";

export const dynamic = (parts: Omit<MutantParts, "setup" | "cutsFields">): Mutant =>
  mutant({
    // Many stops, so that there is one where it matters.
    reductions: [],
    ...parts,
    cutsFields: true,
    setup: (m) => ({ liveness: livenessOf("dynamic", m), dynamic: true }),
  });

export const isArray = (m: Machine, object: number): boolean =>
  object !== 0 && m.classTables.instanceWords[m.H[object]!] === 0;

export const nothing = (): void => {};

/** Reads of some natives are not noted. */
export const unreadByNative =
  (...names: string[]) =>
  (): Patch =>
    replaced(
      AccessLog.prototype,
      "readByNative",
      (original) =>
        function readByNative(this: AccessLog, m, id, args) {
          if (!names.includes(m.program.methods[id]!.name)) original.call(this, m, id, args);
        },
    );

/** A store to one of several elements in a word is noted as a write of all of them. */
const wholeWords = (): Patch =>
  replaced(
    AccessLog.prototype,
    "write",
    (original) =>
      function write(this: AccessLog, object, offset) {
        if (offset >= 0) {
          original.call(this, object, offset);
          return;
        }
        const size = isHalf(offset) ? 2 : 1;
        const cell = size === 2 ? halfCell : byteCell;
        for (let at = 0; at < 4; at += size) {
          original.call(this, object, cell(wordOf(offset) * 4 + at));
        }
      },
  );

/** A read of one of several elements in a word is noted as a read of another one. */
const otherParts = (): Patch =>
  replaced(
    AccessLog.prototype,
    "read",
    (original) =>
      function read(this: AccessLog, object, offset) {
        if (offset >= 0) original.call(this, object, offset);
        else if (isHalf(offset)) original.call(this, object, halfCell(bytesTo(offset) ^ 2));
        else original.call(this, object, byteCell(bytesTo(offset) ^ 1));
      },
  );

/** Some instructions do not read the type that they look at: neither where that is quick nor where it is slow. */
const untyped =
  (
    ops: readonly number[],
    ...quick: ("readCastType" | "readTestedType" | "readReceiverType" | "readInterfaceType")[]
  ) =>
  (m: Machine): Patch =>
    both(
      ...quick.map((name) => replaced(AccessLog.prototype, name, () => nothing)),
      replaced(
        AccessLog.prototype,
        "readType",
        (original) =>
          function readType(this: AccessLog, object) {
            if (!ops.includes(m.space.code[m.pc]!)) original.call(this, object);
          },
      ),
    );

/** A native does not read the types that it looks at. */
const untypedNative = (m: Machine, name: string): Patch =>
  replaced(
    AccessLog.prototype,
    "readType",
    (original) =>
      function readType(this: AccessLog, object) {
        if (m.program.methods[m.nativeMethod]?.name !== name) original.call(this, object);
      },
  );

/** The types of arrays are read by nobody but calls and casts. */
const untypedStores = (m: Machine): Patch =>
  both(
    replaced(
      AccessLog.prototype,
      "writeReference",
      () =>
        function writeReference(this: AccessLog, array, index, value) {
          if (value !== 0) this.readTestedType(value);
          this.writeElement(array, index);
        },
    ),
    replaced(
      AccessLog.prototype,
      "readType",
      (original) =>
        function readType(this: AccessLog, object) {
          if (!isArray(m, object)) original.call(this, object);
        },
    ),
  );

/** Found by random programs. */
export const CELL_MUTANTS: readonly Mutant[] = [
  dynamic({
    name: "dynamic: a byte replaces the word that it is in",
    traps: [13],
    patch: wholeWords,
  }),
  dynamic({
    name: "dynamic: an element of several in a word is read, another one is noted",
    traps: [4],
    patch: otherParts,
  }),
  dynamic({
    name: "dynamic: casts do not read types",
    traps: [5],
    patch: untyped([I.checkcast], "readCastType"),
  }),
  dynamic({
    name: "dynamic: calls of methods of classes do not read types",
    traps: [5],
    patch: untyped([I.invokeVirtual], "readReceiverType"),
  }),
  dynamic({
    name: "dynamic: getClass does not read types",
    traps: [5, 6],
    patch: (m) =>
      both(
        unreadByNative("getClass")(),
        // A call of it looks up nothing that could differ, and so does what it calls.
        replaced(AccessLog.prototype, "readReceiverType", () => nothing),
        untypedNative(m, "getClass"),
      ),
  }),
];

/** There are programs made for them. */
export const RARE_CELL_MUTANTS: readonly Mutant[] = [
  dynamic({
    name: "dynamic: instanceof does not read types",
    traps: [5],
    patch: untyped([I.instanceof], "readTestedType"),
  }),
  dynamic({
    name: "dynamic: calls of methods of interfaces do not read types",
    traps: [5],
    patch: untyped([I.invokeInterface], "readInterfaceType"),
  }),
  dynamic({
    name: "dynamic: what is thrown has no type",
    traps: [5],
    patch: untyped([I.athrow]),
  }),
  dynamic({
    name: "dynamic: stores of references do not read the type of the array",
    traps: [4],
    patch: untypedStores,
  }),
];
