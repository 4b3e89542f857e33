/** The native methods of Integer, Long, Float and Double. */
import type { Machine } from "../../machine.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { digitOf } from "../text/unicode.ts";
import { FLOAT, round } from "./binary-rounding.ts";
import {
  doubleText,
  floatText,
  hexText,
  oldTextIsSame,
  parseFloating,
  parseWhole,
} from "./number-text.ts";

const TEXT_0 = ["0.value[]", "0.value.#"];

function returnText(m: Machine, args: number, text: string): Outcome {
  const ref = m.newString(text);
  if (ref === 0) return Outcome.threw;
  m.S[args] = ref;
  return Outcome.done;
}

const badRadix = (radix: number): boolean => radix < 2 || radix > 36;

const textOfInt =
  (format: (value: number) => string): NativeFunction =>
  (m, args) =>
    returnText(m, args, format(m.S[args]!));

const intInRadix: NativeFunction = (m, args) => {
  const radix = m.S[args + 2]!;
  return returnText(m, args, m.S[args]!.toString(badRadix(radix) ? 10 : radix));
};

const longInRadix: NativeFunction = (m, args) => {
  const radix = m.S[args + 4]!;
  return returnText(m, args, m.SL[args >> 1]!.toString(badRadix(radix) ? 10 : radix));
};

const unsignedLongInRadix: NativeFunction = (m, args) => {
  const radix = m.S[args + 4]!;
  const value = BigInt.asUintN(64, m.SL[args >> 1]!);
  return returnText(m, args, value.toString(badRadix(radix) ? 10 : radix));
};

/** Reads the string in slot 0; undefined with the exception pending. */
function wholeNumber(m: Machine, args: number, radix: number, limit: bigint): bigint | undefined {
  const ref = m.S[args]!;
  const fail = (message: string): undefined => {
    m.throwNew("java/lang/NumberFormatException", message);
    return undefined;
  };
  if (ref === 0) return fail("Cannot parse null string");
  if (radix < 2) return fail(`radix ${radix} less than Character.MIN_RADIX`);
  if (radix > 36) return fail(`radix ${radix} greater than Character.MAX_RADIX`);
  const text = m.text(ref);
  const value = parseWhole(text, radix, limit, (char, r) => digitOf(char, r, m.featureVersion));
  if (value === undefined)
    return fail(`For input string: "${text}"${radix === 10 ? "" : ` under radix ${radix}`}`);
  return value;
}

function parseIntInto(m: Machine, args: number, radix: number): Outcome {
  const value = wholeNumber(m, args, radix, 1n << 31n);
  if (value === undefined) return Outcome.threw;
  m.S[args] = Number(value);
  return Outcome.done;
}

function parseLongInto(m: Machine, args: number, radix: number): Outcome {
  const value = wholeNumber(m, args, radix, 1n << 63n);
  if (value === undefined) return Outcome.threw;
  m.SL[args >> 1] = value;
  return Outcome.done;
}

function bitCount(value: number): number {
  let n = value - ((value >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function reverseBits(value: number): number {
  let v = ((value >>> 1) & 0x55555555) | ((value & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return (v >>> 16) | (v << 16);
}

const intFunction = (f: (value: number) => number): ReturnType<typeof pure> =>
  pure((m, args) => {
    m.S[args] = f(m.S[args]!);
    return Outcome.done;
  });

const unsignedDivision = (f: (a: bigint, b: bigint) => bigint): ReturnType<typeof pure> =>
  pure((m, args) => {
    const divisor = BigInt.asUintN(64, m.SL[(args >> 1) + 2]!);
    if (divisor === 0n) return m.throwNew("java/lang/ArithmeticException", "/ by zero");
    m.SL[args >> 1] = f(BigInt.asUintN(64, m.SL[args >> 1]!), divisor);
    return Outcome.done;
  });

/** A slot's bits mean the same in every view, so converting them is doing nothing. */
const sameBits = pure(() => Outcome.done);

function parseFloatingInto(m: Machine, args: number, isFloat: boolean): Outcome {
  const ref = m.S[args]!;
  if (ref === 0) {
    const method = m.featureVersion < 21 ? "trim" : "length";
    return m.throwNew(
      "java/lang/NullPointerException",
      `Cannot invoke "String.${method}()" because "in" is null`,
    );
  }
  const value = parseFloating(m.text(ref), isFloat);
  if (typeof value === "string") return m.throwNew("java/lang/NumberFormatException", value);
  if (isFloat) m.SF[args] = value;
  else m.SD[args >> 1] = value;
  return Outcome.done;
}

/** IEEE 754 binary16: eleven bits of precision, kept in the low half of an int. */
function halfToFloat(half: number): number {
  const sign = (half & 0x8000) === 0 ? 1 : -1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (0x400 + fraction) * 2 ** (exponent - 25);
}

const HALF = { precision: 11, minStep: -24, maxExponent: 15 };

function floatToHalf(bits: number, value: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const short = (half: number): number => ((sign | half) << 16) >> 16;
  // A NaN keeps the upper bits of its payload and stays quiet.
  if (Number.isNaN(value))
    return short(
      0x7c00 | ((bits & 0x007fe000) >> 13) | ((bits & 0x1ff0) >> 4) | (bits & 0xf) | 0x200,
    );
  const { mantissa, exponent } = exactMagnitude(bits);
  const rounded = round(mantissa, exponent, HALF);
  if (
    value === Number.POSITIVE_INFINITY ||
    value === Number.NEGATIVE_INFINITY ||
    rounded === Number.POSITIVE_INFINITY
  ) {
    return short(0x7c00);
  }
  if (rounded < 2 ** -14) return short(rounded * 2 ** 24);
  const power = Math.floor(Math.log2(rounded));
  return short(((power + 15) << 10) | (rounded * 2 ** (10 - power) - 0x400));
}

function exactMagnitude(bits: number): { mantissa: bigint; exponent: number } {
  const biased = (bits >>> 23) & 0xff;
  const fraction = bits & 0x7fffff;
  return {
    mantissa: BigInt(biased === 0 ? fraction : fraction | 0x800000),
    exponent: Math.max(biased, 1) - 127 - (FLOAT.precision - 1),
  };
}

export const NUMBER_NATIVES: NativeTable = {
  "java/lang/Integer": {
    "toString(I)Ljava/lang/String;": pure(textOfInt((v) => `${v}`)),
    "toString(II)Ljava/lang/String;": pure(intInRadix),
    "toHexString(I)Ljava/lang/String;": pure(textOfInt((v) => (v >>> 0).toString(16))),
    "toOctalString(I)Ljava/lang/String;": pure(textOfInt((v) => (v >>> 0).toString(8))),
    "toBinaryString(I)Ljava/lang/String;": pure(textOfInt((v) => (v >>> 0).toString(2))),
    "parseInt(Ljava/lang/String;)I": reading(TEXT_0, (m, args) => parseIntInto(m, args, 10)),
    "parseInt(Ljava/lang/String;I)I": reading(TEXT_0, (m, args) =>
      parseIntInto(m, args, m.S[args + 2]!),
    ),
    "numberOfLeadingZeros(I)I": intFunction(Math.clz32),
    "numberOfTrailingZeros(I)I": intFunction((v) => (v === 0 ? 32 : 31 - Math.clz32(v & -v))),
    "bitCount(I)I": intFunction(bitCount),
    "reverse(I)I": intFunction(reverseBits),
  },
  "java/lang/Long": {
    "toString(J)Ljava/lang/String;": pure((m, args) => returnText(m, args, `${m.SL[args >> 1]}`)),
    "toString(JI)Ljava/lang/String;": pure(longInRadix),
    "toUnsignedString(JI)Ljava/lang/String;": pure(unsignedLongInRadix),
    "parseLong(Ljava/lang/String;)J": reading(TEXT_0, (m, args) => parseLongInto(m, args, 10)),
    "parseLong(Ljava/lang/String;I)J": reading(TEXT_0, (m, args) =>
      parseLongInto(m, args, m.S[args + 2]!),
    ),
    "divideUnsigned(JJ)J": unsignedDivision((a, b) => a / b),
    "remainderUnsigned(JJ)J": unsignedDivision((a, b) => a % b),
  },
  "java/lang/Float": {
    "floatToRawIntBits(F)I": sameBits,
    "intBitsToFloat(I)F": sameBits,
    "float16ToFloat(S)F": pure((m, args) => {
      m.SF[args] = halfToFloat(m.S[args]!);
      return Outcome.done;
    }),
    "floatToFloat16(F)S": pure((m, args) => {
      m.S[args] = floatToHalf(m.S[args]!, m.SF[args]!);
      return Outcome.done;
    }),
    "shortest(F)Ljava/lang/String;": pure((m, args) => returnText(m, args, floatText(m.SF[args]!))),
    "isShortest(F)Z": pure((m, args) => {
      m.S[args] = m.featureVersion >= 19 || oldTextIsSame(m.SF[args]!, true) ? 1 : 0;
      return Outcome.done;
    }),
    "toHexString(F)Ljava/lang/String;": pure((m, args) =>
      returnText(m, args, hexText(m.SF[args]!, true)),
    ),
    "parseFloat(Ljava/lang/String;)F": reading(TEXT_0, (m, args) =>
      parseFloatingInto(m, args, true),
    ),
  },
  "java/lang/Double": {
    "doubleToRawLongBits(D)J": sameBits,
    "longBitsToDouble(J)D": sameBits,
    "shortest(D)Ljava/lang/String;": pure((m, args) =>
      returnText(m, args, doubleText(m.SD[args >> 1]!)),
    ),
    "isShortest(D)Z": pure((m, args) => {
      m.S[args] = m.featureVersion >= 19 || oldTextIsSame(m.SD[args >> 1]!, false) ? 1 : 0;
      return Outcome.done;
    }),
    "toHexString(D)Ljava/lang/String;": pure((m, args) =>
      returnText(m, args, hexText(m.SD[args >> 1]!, false)),
    ),
    "parseDouble(Ljava/lang/String;)D": reading(TEXT_0, (m, args) =>
      parseFloatingInto(m, args, false),
    ),
  },
};
