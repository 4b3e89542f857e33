/**
 * The machine's own instruction set. Where an instruction needs no resolution
 * it keeps the JVM's opcode number (several JVM opcodes that do the same thing
 * to untyped slots share one: iload, fload and aload are all LOAD); the numbers
 * from 203 on are forms that only exist after linking. Operands are whole
 * words; slot numbers are pre-multiplied, branch targets are absolute.
 *
 * The interpreter's switch uses these numbers as literals, because V8 makes a
 * jump table only of literals. A test compares the two.
 */
import { LEAKED, SHARED } from "../memory/object-layout.ts";

export const I = {
  nop: 0,
  /** value */
  push: 16,
  /** value, unused: a resolved ldc */
  constant: 18,
  /** low, high */
  push2: 20,
  load: 21,
  load2: 22,
  store: 54,
  store2: 55,
  iinc: 132,
  goto: 167,
  jsr: 168,
  ret: 169,
  tableswitch: 170,
  lookupswitch: 171,
  /** distance of the frame's linkage */
  return1: 172,
  return2: 173,
  return0: 177,
  newarray: 188,
  anewarray: 189,
  arraylength: 190,
  athrow: 191,
  checkcast: 192,
  instanceof: 193,
  monitorenter: 194,
  monitorexit: 195,
  multianewarray: 197,
  /** JVM opcode, constant index (calls and invokedynamic: one word more) */
  unresolved: 203,
  /** field offset, unused */
  getfield: 204,
  getfield2: 205,
  putfield: 206,
  putfield2: 207,
  /** word address, unused */
  getstatic: 208,
  getstatic2: 209,
  putstatic: 210,
  putstatic2: 211,
  /** word address, class id: the class may need initialisation first */
  getstaticInit: 212,
  getstatic2Init: 213,
  putstaticInit: 214,
  putstatic2Init: 215,
  /** field offset, kind: the value is narrowed to byte, short, char or boolean */
  putfieldNarrow: 216,
  /** class id, words */
  new: 217,
  newInit: 218,
  /** method id, unused, unused: all calls take four words */
  invokeDirect: 219,
  invokeStaticInit: 220,
  /** method id: like invokeDirect, but the receiver must not be null */
  invokeSpecial: 221,
  /** vtable index, argument words, resolved method id */
  invokeVirtual: 222,
  /** resolved method id, class last seen, method found for it */
  invokeInterface: 223,
  /** distance of the linkage, class mirror or 0: takes a synchronized method's lock */
  lockMethod: 224,
  return1Unlock: 225,
  return2Unlock: 226,
  return0Unlock: 227,
  /** call-site number, unused, unused: MethodHandle and VarHandle calls */
  invokeHandle: 228,
  /** value, unused, unused: an invokedynamic whose result is always the same object */
  constantCall: 229,
  /** word address, class id, kind */
  putstaticNarrow: 230,
  /** distance of the linkage: the results of boolean, char, byte and short methods are cut to size */
  returnBoolean: 238,
  returnChar: 239,
  returnByteOrShort: 240,
  /** word address, site number: a constant that Java code makes, kept in a cell */
  constantCell: 237,
  // Pairs that javac emits so often that one dispatch for both pays. The second
  // instruction stays in place behind the first, so branches to it still work.
  /** slot, slot */
  loadLoad: 231,
  /** slot, constant */
  loadPush: 232,
  // Accesses to memory that other threads may share, used when schedules are
  // explored: `CHECKED` says what each becomes when the object is not shared.
  getfieldChecked: 241,
  getfield2Checked: 242,
  putfieldChecked: 243,
  putfield2Checked: 244,
  putfieldNarrowChecked: 245,
  arrayLoadChecked: 246,
  arrayLoad2Checked: 247,
  byteLoadChecked: 248,
  charLoadChecked: 249,
  shortLoadChecked: 250,
  arrayStoreChecked: 251,
  arrayStore2Checked: 252,
  referenceStoreChecked: 253,
  byteStoreChecked: 254,
  charStoreChecked: 255,
  /** A read of a final field: visible only when the object was seen by others before it was complete. */
  getfinalChecked: 256,
  getfinal2Checked: 257,
  // Statics are always shared; these are never fast.
  getstaticChecked: 258,
  getstatic2Checked: 259,
  putstaticChecked: 260,
  putstatic2Checked: 261,
  // Operations of the library that are one step (atomic-operations.ts).
  /** distance of the linkage, role */
  beginOperation: 262,
  /** distance of the linkage */
  return0Section: 263,
  return1Section: 264,
  return2Section: 265,
  /** role: a method of the library gives a value that a JVM might choose differently (fixed-values.ts) */
  noteFixed: 266,
} as const;

/** First of the instructions that look whether their object is shared. */
export const FIRST_CHECKED = 241;

/** For each checked instruction: the plain one, the object's distance from sp, and the header bit that makes it visible. */
export const CHECKED: readonly (readonly [number, number, number])[] = [
  [204, 2, SHARED],
  [205, 2, SHARED],
  [206, 4, SHARED],
  [207, 6, SHARED],
  [216, 4, SHARED],
  [46, 4, SHARED],
  [47, 4, SHARED],
  [51, 4, SHARED],
  [52, 4, SHARED],
  [53, 4, SHARED],
  [79, 6, SHARED],
  [80, 8, SHARED],
  [83, 6, SHARED],
  [84, 6, SHARED],
  [85, 6, SHARED],
  [204, 2, LEAKED],
  [205, 2, LEAKED],
];

export const CHECKED_PLAIN = Int32Array.from(CHECKED, ([plain]) => plain);
export const CHECKED_DEPTH = Int32Array.from(CHECKED, ([, depth]) => depth);
export const CHECKED_BIT = Int32Array.from(CHECKED, ([, , bit]) => bit);

/** First of the JVM opcodes that store into an array; the smaller ones load. */
export const FIRST_ARRAY_STORE = 79;
/** The JVM opcode that stores two words into an array. */
const LASTORE = 80;

/** Of an array instruction, by its JVM opcode: how far below the top of the stack the index is. The array is two words deeper. */
export const arrayIndexDepth = (opcode: number): number =>
  opcode < FIRST_ARRAY_STORE ? 2 : opcode === LASTORE ? 6 : 4;

/** Words of every call instruction: a caller continues at its pc plus this. */
export const CALL_WORDS = 4;

/** Words between a frame's locals and its operand stack: return pc, caller's frame, lock, unused. */
export const LINKAGE_WORDS = 4;
