/**
 * Arithmetic that is too rare or too long for the dispatch loop: division of
 * longs, remainders, conversions of longs, and the stack shuffles that javac
 * hardly emits.
 */

import { bug } from "../../core/assert.ts";
import type { Machine } from "../machine.ts";
import { raise } from "./exceptions.ts";
import { Stop } from "./stop.ts";

export function executeNumeric(m: Machine, op: number): Stop {
  switch (op) {
    case 91:
    case 93:
    case 94:
      shuffle(m, op);
      break;
    case 108: // idiv, irem: only a zero divisor comes here
    case 112:
      return raise(m, "java/lang/ArithmeticException", "/ by zero");
    case 109: // ldiv
    case 113: // lrem
      return divideLongs(m, op === 109);
    case 114: // frem
      m.sp -= 2;
      m.SF[m.sp - 2] = m.SF[m.sp - 2]! % m.SF[m.sp]!;
      break;
    case 115: // drem
      m.sp -= 4;
      m.SD[(m.sp - 4) >> 1] = m.SD[(m.sp - 4) >> 1]! % m.SD[m.sp >> 1]!;
      break;
    case 118: // fneg: a sign flip, so that NaN payloads and zero come out right
      m.S[m.sp - 2] = m.S[m.sp - 2]! ^ 0x80000000;
      break;
    case 119: // dneg
      m.S[m.sp - 3] = m.S[m.sp - 3]! ^ 0x80000000;
      break;
    case 137: // l2f
      m.SF[m.sp - 4] = longToFloat(m.SL[(m.sp - 4) >> 1]!);
      m.sp -= 2;
      break;
    case 140: // f2l
      m.SL[(m.sp - 2) >> 1] = saturatedLong(m.SF[m.sp - 2]!);
      m.sp += 2;
      break;
    case 143: // d2l
      m.SL[(m.sp - 4) >> 1] = saturatedLong(m.SD[(m.sp - 4) >> 1]!);
      break;
    default:
      bug(`instruction ${op} at ${m.pc}`);
  }
  m.pc++;
  return Stop.none;
}

const EXACT = 1 << 20;

function divideLongs(m: Machine, isQuotient: boolean): Stop {
  const { S, SL } = m;
  const a = m.sp - 8;
  const b = m.sp - 4;
  if (S[b] === 0 && S[b + 1] === 0) return raise(m, "java/lang/ArithmeticException", "/ by zero");
  const highA = S[a + 1]!;
  const highB = S[b + 1]!;
  if (highA < EXACT && highA >= -EXACT && highB < EXACT && highB >= -EXACT) {
    // Below 2^53 the quotient of doubles, truncated, is exact.
    const x = highA * 4294967296 + (S[a]! >>> 0);
    const y = highB * 4294967296 + (S[b]! >>> 0);
    const quotient = Math.trunc(x / y);
    const result = isQuotient ? quotient : x - quotient * y;
    S[a] = result;
    S[a + 1] = Math.floor(result / 4294967296);
  } else {
    const x = SL[a >> 1]!;
    const y = SL[b >> 1]!;
    SL[a >> 1] = BigInt.asIntN(64, isQuotient ? x / y : x % y);
  }
  m.sp -= 4;
  m.pc++;
  return Stop.none;
}

const MAX_LONG = 0x7fffffffffffffffn;
const MIN_LONG = -0x8000000000000000n;

/** Truncates towards zero; NaN is 0 and what does not fit is the nearest long. */
function saturatedLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MAX_LONG;
  if (value <= -(2 ** 63)) return MIN_LONG;
  return BigInt(Math.trunc(value));
}

/** Rounds once: through a double a long could be rounded twice. */
function longToFloat(value: bigint): number {
  const asDouble = Number(value);
  if (value <= 0x1fffffffffffffn && value >= -0x1fffffffffffffn) return Math.fround(asDouble);
  // Keep 53 bits and let a sticky bit stand for the rest.
  const magnitude = value < 0n ? -value : value;
  const sticky = (magnitude & 0x7ffn) === 0n ? 0n : 0x800n;
  const reduced = (magnitude & ~0xfffn) | (magnitude & 0x800n) | sticky;
  return Math.fround(value < 0n ? -Number(reduced) : Number(reduced));
}

/** dup_x2, dup2_x1, dup2_x2: whole slots, since a long may be among them. */
function shuffle(m: Machine, op: number): void {
  const taken = op === 91 ? 1 : 2;
  const under = op === 93 ? 1 : 2;
  const { S, sp } = m;
  const words = (taken + under) * 2;
  const block = S.slice(sp - words, sp);
  const top = block.subarray(under * 2);
  S.set(top, sp - words);
  S.set(block, sp - words + taken * 2);
  m.sp = sp + taken * 2;
}
