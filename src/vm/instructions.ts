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
} as const;

/** Words of every call instruction: where a caller goes on is its pc plus this. */
export const CALL_WORDS = 4;

/** Words between a frame's locals and its operand stack: return pc, caller's frame, lock, unused. */
export const LINKAGE_WORDS = 4;
