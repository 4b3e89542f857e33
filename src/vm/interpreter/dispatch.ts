/**
 * HOT. The dispatch loop. It runs the current thread until a limit, a stop, or
 * its end. Everything common is inline; whatever is rare, large or exceptional
 * leaves the switch with `break` and is done by `executeSlowly`, which finds
 * out what was the matter (null, bounds, unlinked call, full heap …).
 *
 * V8 never optimises a function above 60 KB of its byte code, and makes a jump
 * table only of literal cases: keep both in mind before adding to the switch.
 */

import { CHECKED_BIT, CHECKED_DEPTH, CHECKED_PLAIN } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, HASH_WORD } from "../memory/object-layout.ts";
import { executeSlowly } from "./slow-path.ts";
import { Stop } from "./stop.ts";

export function interpret(m: Machine, limit: number): Stop {
  const { space, classTables, H, HB, HC, HS } = m;
  let { S, SF, SD } = m;
  const { natives } = space;
  const { accesses } = m;
  let code = space.code;
  let pc = m.pc;
  let sp = m.sp;
  let fp = m.fp;
  let n = 0;
  m.sectionAccesses = 0;
  for (;;) {
    if (n >= limit) {
      m.pc = pc;
      m.sp = sp;
      m.fp = fp;
      m.instructions += n;
      return Stop.limit;
    }
    n++;
    let method = -1;
    let op = code[pc]!;
    if (op > 240 && op < 258) {
      const checked = op - 241;
      const object = S[sp - CHECKED_DEPTH[checked]!]!;
      if ((H[object + HASH_WORD]! & CHECKED_BIT[checked]!) === 0) op = CHECKED_PLAIN[checked]!;
    }
    switch (op) {
      case 0: // nop
        pc++;
        continue;
      case 16: // push
        S[sp] = code[pc + 1]!;
        sp += 2;
        pc += 2;
        continue;
      case 18: // constant
        S[sp] = code[pc + 1]!;
        sp += 2;
        pc += 3;
        continue;
      case 20: // push2
        S[sp] = code[pc + 1]!;
        S[sp + 1] = code[pc + 2]!;
        sp += 4;
        pc += 3;
        continue;
      case 21: // load
        S[sp] = S[fp + code[pc + 1]!]!;
        sp += 2;
        pc += 2;
        continue;
      case 22: {
        // load2
        const from = fp + code[pc + 1]!;
        S[sp] = S[from]!;
        S[sp + 1] = S[from + 1]!;
        sp += 4;
        pc += 2;
        continue;
      }
      case 54: // store
        sp -= 2;
        S[fp + code[pc + 1]!] = S[sp]!;
        pc += 2;
        continue;
      case 55: {
        // store2
        sp -= 4;
        const to = fp + code[pc + 1]!;
        S[to] = S[sp]!;
        S[to + 1] = S[sp + 1]!;
        pc += 2;
        continue;
      }
      case 46: {
        // iaload, faload, aaload
        const array = S[sp - 4]!;
        const index = S[sp - 2]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        if (accesses !== null) accesses.readElement(array, index);
        S[sp - 4] = H[array + ARRAY_DATA + index]!;
        sp -= 2;
        pc++;
        continue;
      }
      case 47: {
        // laload, daload
        const array = S[sp - 4]!;
        const index = S[sp - 2]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const at = array + ARRAY_DATA + index * 2;
        if (accesses !== null) accesses.readWideElement(array, index);
        S[sp - 4] = H[at]!;
        S[sp - 3] = H[at + 1]!;
        pc++;
        continue;
      }
      case 51: {
        // baload
        const array = S[sp - 4]!;
        const index = S[sp - 2]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        if (accesses !== null) accesses.readByteElement(array, index);
        S[sp - 4] = HB[(array + ARRAY_DATA) * 4 + index]!;
        sp -= 2;
        pc++;
        continue;
      }
      case 52: {
        // caload
        const array = S[sp - 4]!;
        const index = S[sp - 2]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        if (accesses !== null) accesses.readHalfElement(array, index);
        S[sp - 4] = HC[(array + ARRAY_DATA) * 2 + index]!;
        sp -= 2;
        pc++;
        continue;
      }
      case 53: {
        // saload
        const array = S[sp - 4]!;
        const index = S[sp - 2]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        if (accesses !== null) accesses.readHalfElement(array, index);
        S[sp - 4] = HS[(array + ARRAY_DATA) * 2 + index]!;
        sp -= 2;
        pc++;
        continue;
      }
      case 79: {
        // iastore, fastore
        const array = S[sp - 6]!;
        const index = S[sp - 4]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const at = array + ARRAY_DATA + index;
        if (accesses !== null) accesses.writeElement(array, index);
        m.logWord(at);
        H[at] = S[sp - 2]!;
        sp -= 6;
        pc++;
        continue;
      }
      case 80: {
        // lastore, dastore
        const array = S[sp - 8]!;
        const index = S[sp - 6]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const at = array + ARRAY_DATA + index * 2;
        if (accesses !== null) accesses.writeWideElement(array, index);
        m.logWord(at);
        m.logWord(at + 1);
        H[at] = S[sp - 4]!;
        H[at + 1] = S[sp - 3]!;
        sp -= 8;
        pc++;
        continue;
      }
      case 83: {
        // aastore
        const array = S[sp - 6]!;
        const index = S[sp - 4]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const value = S[sp - 2]!;
        // The class last stored into arrays of this class is remembered; others are checked slowly.
        if (value !== 0 && classTables.lastStored[H[array]!] !== H[value]!) break;
        const at = array + ARRAY_DATA + index;
        if (accesses !== null) accesses.writeReference(array, index, value);
        m.logWord(at);
        H[at] = value;
        sp -= 6;
        pc++;
        continue;
      }
      case 85: {
        // castore, sastore
        const array = S[sp - 6]!;
        const index = S[sp - 4]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const at = (array + ARRAY_DATA) * 2 + index;
        if (accesses !== null) accesses.writeHalfElement(array, index);
        m.logWord(at >> 1);
        HC[at] = S[sp - 2]!;
        sp -= 6;
        pc++;
        continue;
      }
      case 84: {
        // bastore
        const array = S[sp - 6]!;
        const index = S[sp - 4]!;
        if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) break;
        const at = (array + ARRAY_DATA) * 4 + index;
        if (accesses !== null) accesses.writeByteElement(array, index);
        m.logWord(at >>> 2);
        HB[at] = H[array]! === classTables.booleanArrayClass ? S[sp - 2]! & 1 : S[sp - 2]!;
        sp -= 6;
        pc++;
        continue;
      }
      case 87: // pop
        sp -= 2;
        pc++;
        continue;
      case 88: // pop2
        sp -= 4;
        pc++;
        continue;
      case 89: // dup
        S[sp] = S[sp - 2]!;
        sp += 2;
        pc++;
        continue;
      case 90: // dup_x1
        S[sp] = S[sp - 2]!;
        S[sp - 2] = S[sp - 4]!;
        S[sp - 4] = S[sp]!;
        sp += 2;
        pc++;
        continue;
      case 92: // dup2
        S[sp] = S[sp - 4]!;
        S[sp + 1] = S[sp - 3]!;
        S[sp + 2] = S[sp - 2]!;
        S[sp + 3] = S[sp - 1]!;
        sp += 4;
        pc++;
        continue;
      case 95: {
        // swap
        const top = S[sp - 2]!;
        S[sp - 2] = S[sp - 4]!;
        S[sp - 4] = top;
        pc++;
        continue;
      }
      case 96: // iadd
        sp -= 2;
        S[sp - 2] = S[sp - 2]! + S[sp]!;
        pc++;
        continue;
      case 100: // isub
        sp -= 2;
        S[sp - 2] = S[sp - 2]! - S[sp]!;
        pc++;
        continue;
      case 104: // imul
        sp -= 2;
        S[sp - 2] = Math.imul(S[sp - 2]!, S[sp]!);
        pc++;
        continue;
      case 108: {
        // idiv
        const divisor = S[sp - 2]!;
        if (divisor === 0) break;
        S[sp - 4] = (S[sp - 4]! / divisor) | 0;
        sp -= 2;
        pc++;
        continue;
      }
      case 112: {
        // irem
        const divisor = S[sp - 2]!;
        if (divisor === 0) break;
        S[sp - 4] = S[sp - 4]! % divisor;
        sp -= 2;
        pc++;
        continue;
      }
      case 116: // ineg
        S[sp - 2] = -S[sp - 2]!;
        pc++;
        continue;
      case 120: // ishl
        sp -= 2;
        S[sp - 2] = S[sp - 2]! << S[sp]!;
        pc++;
        continue;
      case 122: // ishr
        sp -= 2;
        S[sp - 2] = S[sp - 2]! >> S[sp]!;
        pc++;
        continue;
      case 124: // iushr
        sp -= 2;
        S[sp - 2] = S[sp - 2]! >>> S[sp]!;
        pc++;
        continue;
      case 126: // iand
        sp -= 2;
        S[sp - 2] = S[sp - 2]! & S[sp]!;
        pc++;
        continue;
      case 128: // ior
        sp -= 2;
        S[sp - 2] = S[sp - 2]! | S[sp]!;
        pc++;
        continue;
      case 130: // ixor
        sp -= 2;
        S[sp - 2] = S[sp - 2]! ^ S[sp]!;
        pc++;
        continue;
      case 97: {
        // ladd
        const low = (S[sp - 8]! >>> 0) + (S[sp - 4]! >>> 0);
        S[sp - 8] = low;
        S[sp - 7] = S[sp - 7]! + S[sp - 3]! + (low > 0xffffffff ? 1 : 0);
        sp -= 4;
        pc++;
        continue;
      }
      case 101: {
        // lsub
        const low = (S[sp - 8]! >>> 0) - (S[sp - 4]! >>> 0);
        S[sp - 8] = low;
        S[sp - 7] = S[sp - 7]! - S[sp - 3]! - (low < 0 ? 1 : 0);
        sp -= 4;
        pc++;
        continue;
      }
      case 105: {
        // lmul: 32 x 32 -> 64 by halves, then the cross products
        const a = S[sp - 8]!;
        const b = S[sp - 4]!;
        const a0 = a & 0xffff;
        const a1 = a >>> 16;
        const b0 = b & 0xffff;
        const b1 = b >>> 16;
        const middle = a0 * b1 + a1 * b0 + ((a0 * b0) >>> 16);
        const high = a1 * b1 + Math.floor(middle / 65536);
        S[sp - 7] = (high | 0) + Math.imul(S[sp - 7]!, b) + Math.imul(a, S[sp - 3]!);
        S[sp - 8] = Math.imul(a, b);
        sp -= 4;
        pc++;
        continue;
      }
      case 117: {
        // lneg
        const low = -(S[sp - 4]! >>> 0);
        S[sp - 3] = -S[sp - 3]! - (low < 0 ? 1 : 0);
        S[sp - 4] = low;
        pc++;
        continue;
      }
      case 121: {
        // lshl
        sp -= 2;
        const by = S[sp]! & 63;
        const low = S[sp - 4]!;
        if (by >= 32) {
          S[sp - 3] = low << by;
          S[sp - 4] = 0;
        } else if (by > 0) {
          S[sp - 3] = (S[sp - 3]! << by) | (low >>> (32 - by));
          S[sp - 4] = low << by;
        }
        pc++;
        continue;
      }
      case 123: {
        // lshr
        sp -= 2;
        const by = S[sp]! & 63;
        const high = S[sp - 3]!;
        if (by >= 32) {
          S[sp - 4] = high >> by;
          S[sp - 3] = high >> 31;
        } else if (by > 0) {
          S[sp - 4] = (S[sp - 4]! >>> by) | (high << (32 - by));
          S[sp - 3] = high >> by;
        }
        pc++;
        continue;
      }
      case 125: {
        // lushr
        sp -= 2;
        const by = S[sp]! & 63;
        const high = S[sp - 3]!;
        if (by >= 32) {
          S[sp - 4] = high >>> by;
          S[sp - 3] = 0;
        } else if (by > 0) {
          S[sp - 4] = (S[sp - 4]! >>> by) | (high << (32 - by));
          S[sp - 3] = high >>> by;
        }
        pc++;
        continue;
      }
      case 127: // land
        S[sp - 8] = S[sp - 8]! & S[sp - 4]!;
        S[sp - 7] = S[sp - 7]! & S[sp - 3]!;
        sp -= 4;
        pc++;
        continue;
      case 129: // lor
        S[sp - 8] = S[sp - 8]! | S[sp - 4]!;
        S[sp - 7] = S[sp - 7]! | S[sp - 3]!;
        sp -= 4;
        pc++;
        continue;
      case 131: // lxor
        S[sp - 8] = S[sp - 8]! ^ S[sp - 4]!;
        S[sp - 7] = S[sp - 7]! ^ S[sp - 3]!;
        sp -= 4;
        pc++;
        continue;
      case 98: // fadd
        sp -= 2;
        SF[sp - 2] = SF[sp - 2]! + SF[sp]!;
        pc++;
        continue;
      case 102: // fsub
        sp -= 2;
        SF[sp - 2] = SF[sp - 2]! - SF[sp]!;
        pc++;
        continue;
      case 106: // fmul
        sp -= 2;
        SF[sp - 2] = SF[sp - 2]! * SF[sp]!;
        pc++;
        continue;
      case 110: // fdiv
        sp -= 2;
        SF[sp - 2] = SF[sp - 2]! / SF[sp]!;
        pc++;
        continue;
      case 99: // dadd
        sp -= 4;
        SD[(sp - 4) >> 1] = SD[(sp - 4) >> 1]! + SD[sp >> 1]!;
        pc++;
        continue;
      case 103: // dsub
        sp -= 4;
        SD[(sp - 4) >> 1] = SD[(sp - 4) >> 1]! - SD[sp >> 1]!;
        pc++;
        continue;
      case 107: // dmul
        sp -= 4;
        SD[(sp - 4) >> 1] = SD[(sp - 4) >> 1]! * SD[sp >> 1]!;
        pc++;
        continue;
      case 111: // ddiv
        sp -= 4;
        SD[(sp - 4) >> 1] = SD[(sp - 4) >> 1]! / SD[sp >> 1]!;
        pc++;
        continue;
      case 132: // iinc
        S[fp + code[pc + 1]!] = S[fp + code[pc + 1]!]! + code[pc + 2]!;
        pc += 3;
        continue;
      case 133: // i2l
        S[sp - 1] = S[sp - 2]! >> 31;
        sp += 2;
        pc++;
        continue;
      case 134: // i2f
        SF[sp - 2] = S[sp - 2]!;
        pc++;
        continue;
      case 135: // i2d
        SD[(sp - 2) >> 1] = S[sp - 2]!;
        sp += 2;
        pc++;
        continue;
      case 136: // l2i: the low word is in place
        sp -= 2;
        pc++;
        continue;
      case 138: // l2d
        SD[(sp - 4) >> 1] = S[sp - 3]! * 4294967296 + (S[sp - 4]! >>> 0);
        pc++;
        continue;
      case 139: {
        // f2i
        const value = SF[sp - 2]!;
        S[sp - 2] = value >= 2147483647 ? 2147483647 : value <= -2147483648 ? -2147483648 : value;
        pc++;
        continue;
      }
      case 141: // f2d
        SD[(sp - 2) >> 1] = SF[sp - 2]!;
        sp += 2;
        pc++;
        continue;
      case 142: {
        // d2i
        const value = SD[(sp - 4) >> 1]!;
        S[sp - 4] = value >= 2147483647 ? 2147483647 : value <= -2147483648 ? -2147483648 : value;
        sp -= 2;
        pc++;
        continue;
      }
      case 144: // d2f
        SF[sp - 4] = SD[(sp - 4) >> 1]!;
        sp -= 2;
        pc++;
        continue;
      case 145: // i2b
        S[sp - 2] = (S[sp - 2]! << 24) >> 24;
        pc++;
        continue;
      case 146: // i2c
        S[sp - 2] = S[sp - 2]! & 0xffff;
        pc++;
        continue;
      case 147: // i2s
        S[sp - 2] = (S[sp - 2]! << 16) >> 16;
        pc++;
        continue;
      case 148: {
        // lcmp
        const high = S[sp - 7]!;
        const otherHigh = S[sp - 3]!;
        const low = S[sp - 8]! >>> 0;
        const otherLow = S[sp - 4]! >>> 0;
        sp -= 6;
        S[sp - 2] =
          high < otherHigh
            ? -1
            : high > otherHigh
              ? 1
              : low < otherLow
                ? -1
                : low > otherLow
                  ? 1
                  : 0;
        pc++;
        continue;
      }
      case 149: {
        // fcmpl
        const a = SF[sp - 4]!;
        const b = SF[sp - 2]!;
        sp -= 2;
        S[sp - 2] = a < b ? -1 : a > b ? 1 : a === b ? 0 : -1;
        pc++;
        continue;
      }
      case 150: {
        // fcmpg
        const a = SF[sp - 4]!;
        const b = SF[sp - 2]!;
        sp -= 2;
        S[sp - 2] = a < b ? -1 : a > b ? 1 : a === b ? 0 : 1;
        pc++;
        continue;
      }
      case 151: {
        // dcmpl
        const a = SD[(sp - 8) >> 1]!;
        const b = SD[(sp - 4) >> 1]!;
        sp -= 6;
        S[sp - 2] = a < b ? -1 : a > b ? 1 : a === b ? 0 : -1;
        pc++;
        continue;
      }
      case 152: {
        // dcmpg
        const a = SD[(sp - 8) >> 1]!;
        const b = SD[(sp - 4) >> 1]!;
        sp -= 6;
        S[sp - 2] = a < b ? -1 : a > b ? 1 : a === b ? 0 : 1;
        pc++;
        continue;
      }
      case 153: // ifeq, ifnull
        sp -= 2;
        pc = S[sp]! === 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 154: // ifne, ifnonnull
        sp -= 2;
        pc = S[sp]! !== 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 155: // iflt
        sp -= 2;
        pc = S[sp]! < 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 156: // ifge
        sp -= 2;
        pc = S[sp]! >= 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 157: // ifgt
        sp -= 2;
        pc = S[sp]! > 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 158: // ifle
        sp -= 2;
        pc = S[sp]! <= 0 ? code[pc + 1]! : pc + 2;
        continue;
      case 159: // if_icmpeq, if_acmpeq
        sp -= 4;
        pc = S[sp]! === S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 160: // if_icmpne, if_acmpne
        sp -= 4;
        pc = S[sp]! !== S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 161: // if_icmplt
        sp -= 4;
        pc = S[sp]! < S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 162: // if_icmpge
        sp -= 4;
        pc = S[sp]! >= S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 163: // if_icmpgt
        sp -= 4;
        pc = S[sp]! > S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 164: // if_icmple
        sp -= 4;
        pc = S[sp]! <= S[sp + 2]! ? code[pc + 1]! : pc + 2;
        continue;
      case 167: // goto
      case 169: // ret
        pc = code[pc + 1]!;
        continue;
      case 168: // jsr: a return address is never looked at, its ret knows the way
        S[sp] = 0;
        sp += 2;
        pc = code[pc + 1]!;
        continue;
      case 170: {
        // tableswitch
        sp -= 2;
        const index = S[sp]! - code[pc + 2]!;
        pc = S[sp]! <= code[pc + 3]! && index >= 0 ? code[pc + 4 + index]! : code[pc + 1]!;
        continue;
      }
      case 171: {
        // lookupswitch
        sp -= 2;
        const key = S[sp]!;
        let low = 0;
        let high = code[pc + 2]! - 1;
        let target = code[pc + 1]!;
        while (low <= high) {
          const middle = (low + high) >> 1;
          const at = pc + 3 + middle * 2;
          const found = code[at]!;
          if (found < key) low = middle + 1;
          else if (found > key) high = middle - 1;
          else {
            target = code[at + 1]!;
            break;
          }
        }
        pc = target;
        continue;
      }
      case 172: {
        // ireturn, freturn, areturn
        const linkage = fp + code[pc + 1]!;
        const next = S[linkage]!;
        if (next === 0) break;
        const caller = S[linkage + 1]!;
        if (caller < m.frameLow) m.saveFramesDownTo(caller);
        const value = S[sp - 2]!;
        S[fp] = value;
        sp = fp + 2;
        fp = caller;
        pc = next;
        continue;
      }
      case 173: {
        // lreturn, dreturn
        const linkage = fp + code[pc + 1]!;
        const next = S[linkage]!;
        if (next === 0) break;
        const caller = S[linkage + 1]!;
        if (caller < m.frameLow) m.saveFramesDownTo(caller);
        const low = S[sp - 4]!;
        const high = S[sp - 3]!;
        S[fp] = low;
        S[fp + 1] = high;
        sp = fp + 4;
        fp = caller;
        pc = next;
        continue;
      }
      case 177: {
        // return
        const linkage = fp + code[pc + 1]!;
        const next = S[linkage]!;
        if (next === 0) break;
        const caller = S[linkage + 1]!;
        if (caller < m.frameLow) m.saveFramesDownTo(caller);
        sp = fp;
        fp = caller;
        pc = next;
        continue;
      }
      case 238: {
        // returnBoolean
        const linkage = fp + code[pc + 1]!;
        const next = S[linkage]!;
        if (next === 0) break;
        const caller = S[linkage + 1]!;
        if (caller < m.frameLow) m.saveFramesDownTo(caller);
        const value = S[sp - 2]! & 1;
        S[fp] = value;
        sp = fp + 2;
        fp = caller;
        pc = next;
        continue;
      }
      case 239: {
        // returnChar
        const linkage = fp + code[pc + 1]!;
        const next = S[linkage]!;
        if (next === 0) break;
        const caller = S[linkage + 1]!;
        if (caller < m.frameLow) m.saveFramesDownTo(caller);
        const value = S[sp - 2]! & 0xffff;
        S[fp] = value;
        sp = fp + 2;
        fp = caller;
        pc = next;
        continue;
      }
      case 190: {
        // arraylength
        const array = S[sp - 2]!;
        if (array === 0) break;
        if (accesses !== null) accesses.readLength(array);
        S[sp - 2] = H[array + ARRAY_LENGTH]!;
        pc++;
        continue;
      }
      case 192: {
        // checkcast
        const object = S[sp - 2]!;
        if (object !== 0) {
          if (H[object]! !== code[pc + 2]!) break;
          if (accesses !== null) accesses.readCastType(object);
        }
        pc += 3;
        continue;
      }
      case 193: {
        // instanceof
        const object = S[sp - 2]!;
        if (object !== 0) {
          if (H[object]! !== code[pc + 2]!) break;
          if (accesses !== null) accesses.readTestedType(object);
          S[sp - 2] = 1;
        }
        pc += 3;
        continue;
      }
      case 204: {
        // getfield
        const object = S[sp - 2]!;
        if (object === 0) break;
        if (accesses !== null) accesses.read(object, code[pc + 1]!);
        S[sp - 2] = H[object + code[pc + 1]!]!;
        pc += 3;
        continue;
      }
      case 205: {
        // getfield2
        const object = S[sp - 2]!;
        if (object === 0) break;
        const at = object + code[pc + 1]!;
        if (accesses !== null) accesses.readRange(object, at - object, at - object + 2);
        S[sp - 2] = H[at]!;
        S[sp - 1] = H[at + 1]!;
        sp += 2;
        pc += 3;
        continue;
      }
      case 206: {
        // putfield
        const object = S[sp - 4]!;
        if (object === 0) break;
        const at = object + code[pc + 1]!;
        if (accesses !== null) accesses.write(object, at - object);
        m.logWord(at);
        H[at] = S[sp - 2]!;
        sp -= 4;
        pc += 3;
        continue;
      }
      case 207: {
        // putfield2
        const object = S[sp - 6]!;
        if (object === 0) break;
        const at = object + code[pc + 1]!;
        if (accesses !== null) accesses.writeRange(object, at - object, at - object + 2);
        m.logWord(at);
        m.logWord(at + 1);
        H[at] = S[sp - 4]!;
        H[at + 1] = S[sp - 3]!;
        sp -= 6;
        pc += 3;
        continue;
      }
      case 208: // getstatic
        if (accesses !== null) accesses.read(0, code[pc + 1]!);
        S[sp] = H[code[pc + 1]!]!;
        sp += 2;
        pc += 3;
        continue;
      case 209: {
        // getstatic2
        const at = code[pc + 1]!;
        if (accesses !== null) accesses.readRange(0, at, at + 2);
        S[sp] = H[at]!;
        S[sp + 1] = H[at + 1]!;
        sp += 4;
        pc += 3;
        continue;
      }
      case 210: {
        // putstatic
        const at = code[pc + 1]!;
        if (accesses !== null) accesses.write(0, at);
        m.logWord(at);
        sp -= 2;
        H[at] = S[sp]!;
        pc += 3;
        continue;
      }
      case 211: {
        // putstatic2
        const at = code[pc + 1]!;
        if (accesses !== null) accesses.writeRange(0, at, at + 2);
        m.logWord(at);
        m.logWord(at + 1);
        sp -= 4;
        H[at] = S[sp]!;
        H[at + 1] = S[sp + 1]!;
        pc += 3;
        continue;
      }
      case 217: {
        // new
        const object = m.allocate(code[pc + 2]!);
        if (object === 0) break;
        H[object] = code[pc + 1]!;
        S[sp] = object;
        sp += 2;
        pc += 3;
        continue;
      }
      case 219: // invokeDirect
        method = code[pc + 1]!;
        break;
      case 221: // invokeSpecial
        if (S[sp - code[pc + 2]!]! !== 0) method = code[pc + 1]!;
        break;
      case 222: {
        // invokeVirtual
        const receiver = S[sp - code[pc + 2]!]!;
        if (receiver !== 0) {
          if (accesses !== null) accesses.readReceiverType(receiver);
          method = classTables.vtables[classTables.vtableStart[H[receiver]!]! + code[pc + 1]!]!;
        }
        break;
      }
      case 223: {
        // invokeInterface
        const receiver = S[sp - code[pc + 1]!]!;
        if (receiver !== 0) {
          if (accesses !== null) accesses.readInterfaceType(receiver);
          if (H[receiver]! === code[pc + 2]!) method = code[pc + 3]!;
        }
        break;
      }
      case 229: // constantCall
        S[sp] = code[pc + 1]!;
        sp += 2;
        pc += 4;
        continue;
      case 231: // loadLoad
        S[sp] = S[fp + code[pc + 1]!]!;
        S[sp + 2] = S[fp + code[pc + 3]!]!;
        sp += 4;
        pc += 4;
        n++;
        continue;
      case 232: // loadPush
        S[sp] = S[fp + code[pc + 1]!]!;
        S[sp + 2] = code[pc + 3]!;
        sp += 4;
        pc += 4;
        n++;
        continue;
      default:
        break;
    }
    if (method >= 0) {
      const entry = space.entry[method]!;
      if (entry > 0) {
        const base = sp - space.args[method]!;
        const linkage = base + space.locals[method]!;
        if (linkage + space.stack[method]! <= m.stackEnd) {
          S[linkage] = pc + 4;
          S[linkage + 1] = fp;
          fp = base;
          sp = linkage + 4;
          pc = entry;
          continue;
        }
      } else if (entry === -1) {
        m.pc = pc;
        m.sp = sp;
        m.fp = fp;
        m.nativeMethod = method;
        const args = sp - space.args[method]!;
        if (accesses !== null) accesses.readByNative(m, method, args);
        const outcome = natives[method]!(m, args);
        if (outcome === 0) {
          sp = args + space.results[method]!;
          pc += 4;
          continue;
        }
        m.nativeOutcome = outcome;
      }
    }
    m.pc = pc;
    m.sp = sp;
    m.fp = fp;
    m.isFirst = n === 1;
    m.executed = n;
    const stop = executeSlowly(m, op, method);
    pc = m.pc;
    sp = m.sp;
    fp = m.fp;
    code = space.code;
    // A thread that was started may have been one more than there was room for.
    if (S !== m.S) ({ S, SF, SD } = m);
    if (stop !== Stop.none) {
      if (stop === Stop.again) {
        n--;
        continue;
      }
      m.instructions += stop === Stop.visible || stop === Stop.choice ? n - 1 : n;
      return stop;
    }
  }
}
