/**
 * Final fields that are written after all. Normally no code writes a final field
 * once its object is complete, so reads of it cannot conflict with other accesses.
 * But reflection, Unsafe and old class files can write one. From then
 * on final fields are fields like any other: the discipline watches their
 * reads, and finds out for each of them whether it is ever written. Reads that
 * have been translated are changed in place.
 */
import { ACC_FINAL } from "../../classfile/format/access-flags.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { CodeSpace } from "../code/code-space.ts";
import { I } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { PERM_BASE, STATIC_BASE } from "../memory/memory.ts";
import { HASH_WORD, LEAKED } from "../memory/object-layout.ts";

/** Reads of final fields are accesses from now on. */
export function watchFinalReads(space: CodeSpace): void {
  space.modes.readsFinals = false;
  for (const method of space.codes) {
    for (const pc of method?.pcs ?? []) {
      if (space.code[pc] === I.getfinalChecked) space.code[pc] = I.getfieldChecked;
      else if (space.code[pc] === I.getfinal2Checked) space.code[pc] = I.getfield2Checked;
    }
  }
}

/** Called for a write to a word of a shared object, or to a static field, by a constructor or by other means than an instruction. */
export function noteWrite(m: Machine, object: number, address: number): void {
  if (address < PERM_BASE) {
    noteStaticWrite(m, address - STATIC_BASE);
    return;
  }
  // Of an object that others saw under construction final fields are watched anyway.
  if (!m.space.modes.readsFinals || (m.H[object + HASH_WORD]! & LEAKED) !== 0) return;
  const offset = address - object;
  // Which field it is does not depend on which of the classes below its owner the object is of.
  let cls: RuntimeClass | null = m.program.classes[m.H[object]!]!;
  for (; cls !== null; cls = cls.superclass) {
    if (cls.fields.some((field) => !field.isStatic && isFinalAt(field, offset))) {
      m.sharing.refuteFinalFields();
      return;
    }
  }
}

/**
 * Reads of static finals are never accesses: compilers take them for constants, and only Unsafe,
 * System.setOut and its like, and old class files can write them once their class is initialised.
 */
function noteStaticWrite(m: Machine, offset: number): void {
  const isFinal = m.program.classes.some((cls) =>
    cls?.fields.some((field) => field.isStatic && isFinalAt(field, offset)),
  );
  if (!isFinal) return;
  m.approximations.add(
    "the program writes to static final fields, whose reads are not interleaved",
  );
}

const isFinalAt = (field: RuntimeField, offset: number): boolean =>
  (field.accessFlags & ACC_FINAL) !== 0 &&
  (offset === field.offset || (field.isWide && offset === field.offset + 1));
