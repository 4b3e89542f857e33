/**
 * Checks of LocalVariableTable and LocalVariableTypeTable (JVM specification 4.7.13 and 4.7.14).
 * A JVM refuses a class for them although no program depends on them.
 */

import { Tag } from "../format/constant-pool.ts";
import type { CheckedCursor } from "./checked-cursor.ts";
import type { ConstantChecks } from "./constant-checks.ts";

/** In earlier versions a JVM accepts duplicate entries, and there are no generic types. */
const STRICT_SINCE = 49;

/** Entries by their slot; each is its range and name, three 16-bit numbers in one. */
type Entries = Map<number, Set<number>>;

export class VariableChecks {
  readonly #cursor: CheckedCursor;
  readonly #constants: ConstantChecks;
  readonly #isStrict: boolean;
  /** Of the code whose tables are being checked; -1 outside code, where a JVM ignores them. */
  #codeLength = -1;
  #maxLocals = 0;
  #plain: Entries | null = null;
  #generic: Entries | null = null;

  constructor(cursor: CheckedCursor, constants: ConstantChecks, majorVersion: number) {
    this.#cursor = cursor;
    this.#constants = constants;
    this.#isStrict = majorVersion >= STRICT_SINCE;
  }

  enterCode(length: number, maxLocals: number): void {
    this.#codeLength = length;
    this.#maxLocals = maxLocals;
    this.#plain = null;
    this.#generic = null;
  }

  /** Generic types must belong to variables that have plain ones; a JVM ignores them where no variable has. */
  leaveCode(): void {
    this.#codeLength = -1;
    if (!this.#isStrict || this.#plain === null) return;
    for (const [slot, keys] of this.#generic ?? []) {
      const known = this.#plain.get(slot);
      for (const key of keys) {
        if (known?.has(key) !== true) {
          this.#cursor.fail("LocalVariableTypeTable has a variable that no other table has");
        }
      }
    }
  }

  /** The table at the cursor. Names and types are held to the rules for fields, as a JVM does. */
  table(isGeneric: boolean): void {
    const cursor = this.#cursor;
    for (let n = cursor.u2(); n > 0; n--) {
      const start = cursor.u2();
      const length = cursor.u2();
      if (this.#codeLength >= 0 && start + length > this.#codeLength) {
        cursor.fail(`local variable range ${start}+${length} is outside the code`, 4);
      }
      const name = cursor.ref(Tag.utf8, "local variable name");
      this.#constants.fieldName(name);
      const type = cursor.ref(Tag.utf8, "local variable type");
      if (!isGeneric) this.#constants.fieldDescriptor(type);
      const slot = cursor.u2();
      if (this.#codeLength < 0) continue;
      const last = !isGeneric && this.#constants.isWideDescriptor(type) ? slot + 1 : slot;
      if (last >= this.#maxLocals) {
        cursor.fail(`local variable in slot ${last} of ${this.#maxLocals}`, 2);
      }
      this.#add(isGeneric, slot, (start * 0x10000 + length) * 0x10000 + name);
    }
  }

  #add(isGeneric: boolean, slot: number, key: number): void {
    const entries = isGeneric ? (this.#generic ??= new Map()) : (this.#plain ??= new Map());
    const keys = entries.get(slot) ?? new Set();
    if (keys.has(key) && this.#isStrict) this.#cursor.fail("local variable given twice", 10);
    entries.set(slot, keys.add(key));
  }
}
