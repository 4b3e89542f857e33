/**
 * What the machine has to know of each class at once, by class id: how large its objects are, where
 * its virtual methods are listed, its mirror. Arrays of numbers, because instructions read them.
 */
import { LimitReachedError } from "../../core/errors.ts";
import { grown } from "../../core/words.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { INITIALIZED } from "../memory/class-status.ts";
import { STATIC_BASE, STATIC_WORDS } from "../memory/memory.ts";

const FIRST_CLASSES = 1 << 10;
const FIRST_METHODS = 1 << 14;

/** log2 of the bytes of an element, by first character of the component's descriptor. */
const ELEMENT_SHIFT: Readonly<Record<string, number>> = { Z: 0, B: 0, C: 1, S: 1, J: 3, D: 3 };

export class ClassTables {
  /** Words of an object; 0 for arrays. */
  instanceWords = new Int32Array(FIRST_CLASSES);
  /** Of array classes: log2 of the bytes of an element. */
  elementShift = new Int8Array(FIRST_CLASSES);
  /** HOT. The stable number, which states have in place of the id. */
  numbers = new Int32Array(FIRST_CLASSES);
  /** Where the ids of the virtual methods begin in `vtables`. */
  vtableStart = new Int32Array(FIRST_CLASSES);
  vtables = new Int32Array(FIRST_METHODS);
  /** The java.lang.Class object, 0 where nothing has asked for it. */
  mirrors = new Int32Array(FIRST_CLASSES);
  /** Of array classes: the class of the element last found storable. */
  lastStored = new Int32Array(FIRST_CLASSES);
  /** The class whose elements are bytes that hold one bit. */
  booleanArrayClass = 0;
  #vtableTop = 0;
  /** Classes known so far. */
  #prepared = 0;

  /** Adds the classes that the program has linked since the last call. */
  prepare(m: Machine): void {
    const { classes } = m.program;
    while (this.#prepared < classes.length) {
      const cls = classes[this.#prepared++];
      if (cls !== undefined) this.#add(m, cls);
    }
  }

  #add(m: Machine, cls: RuntimeClass): void {
    if (cls.id >= this.instanceWords.length) this.#grow();
    if (m.program.statics.words > STATIC_WORDS) {
      throw new LimitReachedError("static fields fill their area of memory", {
        hint: "The program loads too many classes.",
      });
    }
    this.instanceWords[cls.id] = (cls.instanceWords + 1) & ~1;
    this.numbers[cls.id] = cls.number;
    if (cls.name === "[Z") this.booleanArrayClass = cls.id;
    if (cls.component !== null) {
      this.elementShift[cls.id] = ELEMENT_SHIFT[descriptorOf(cls.component)] ?? 2;
    }
    this.#addMethods(cls);
    m.space.ensureMethod(m.program.methods.length);
    if (!cls.hasInitializer) m.H[STATIC_BASE + cls.statusIndex] = INITIALIZED;
    for (const field of cls.fields) setConstantValue(m, cls, field);
  }

  #grow(): void {
    const length = this.instanceWords.length * 2;
    this.instanceWords = grown(this.instanceWords, length);
    this.vtableStart = grown(this.vtableStart, length);
    this.mirrors = grown(this.mirrors, length);
    this.numbers = grown(this.numbers, length);
    this.lastStored = grown(this.lastStored, length);
    const shifts = new Int8Array(length);
    shifts.set(this.elementShift);
    this.elementShift = shifts;
  }

  #addMethods({ id, vtable }: RuntimeClass): void {
    while (this.#vtableTop + vtable.length > this.vtables.length) {
      this.vtables = grown(this.vtables, this.vtables.length * 2);
    }
    this.vtableStart[id] = this.#vtableTop;
    for (const method of vtable) this.vtables[this.#vtableTop++] = method.id;
  }
}

/** A static field with a ConstantValue attribute has its value before the class is initialised. */
function setConstantValue(m: Machine, cls: RuntimeClass, field: RuntimeField): void {
  const index = field.info.constantValue;
  if (!field.isStatic || index === 0 || cls.file === null) return;
  const pool = cls.file.constants;
  const at = STATIC_BASE + field.offset;
  switch (field.descriptor) {
    case "J":
    case "D":
      m.H[at] = pool.low(index);
      m.H[at + 1] = pool.high(index);
      break;
    case "F":
      m.H[at] = pool.floatBits(index);
      break;
    case "Ljava/lang/String;":
      m.H[at] = m.intern(pool.string(index));
      break;
    default:
      m.H[at] = pool.int(index);
  }
}
