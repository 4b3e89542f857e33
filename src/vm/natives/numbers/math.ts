/**
 * The native methods of Math and StrictMath. StrictMath is fdlibm; V8's own
 * functions are too, and gave the same bits on 200,000 samples for all that are
 * taken from it here. The others are worked out below or in StrictMath.java.
 * Where HotSpot has its own version for Math, correctly-rounded.ts is nearer.
 */

import {
  type NativeMethod,
  type NativeTable,
  Outcome,
  pure,
} from "../../native-api/native-method.ts";
import { DOUBLE, exactly, FLOAT, type Format, round } from "./binary-rounding.ts";
import { cos, exp, log, log10, pow, sin, tan } from "./correctly-rounded.ts";

const unary = (f: (x: number) => number): NativeMethod =>
  pure((m, args) => {
    m.SD[args >> 1] = f(m.SD[args >> 1]!);
    return Outcome.done;
  });

const binary = (f: (x: number, y: number) => number): NativeMethod =>
  pure((m, args) => {
    m.SD[args >> 1] = f(m.SD[args >> 1]!, m.SD[(args >> 1) + 2]!);
    return Outcome.done;
  });

const binaryFloat = (f: (x: number, y: number) => number): NativeMethod =>
  pure((m, args) => {
    m.SF[args] = f(m.SF[args]!, m.SF[args + 2]!);
    return Outcome.done;
  });

/** To the nearest whole number, to the even one from half way; the sign stays on a zero. */
export function rint(x: number): number {
  if (!(Math.abs(x) < 2 ** 52)) return x;
  const floor = Math.floor(x);
  const rest = x - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  const result = up ? floor + 1 : floor;
  return result === 0 && (x < 0 || Object.is(x, -0)) ? -0 : result;
}

/** What is left of x after the nearest multiple of p. */
export function ieeeRemainder(x: number, p: number): number {
  if (Number.isNaN(x) || Number.isNaN(p) || p === 0 || !Number.isFinite(x)) return Number.NaN;
  if (!Number.isFinite(p)) return x;
  const divisor = Math.abs(p);
  // Two steps of the divisor, if that is a number at all: one subtraction then decides the parity.
  let rest = divisor <= Number.MAX_VALUE / 2 ? Math.abs(x) % (divisor * 2) : Math.abs(x);
  if (divisor < 2 ** -1021) {
    if (rest + rest > divisor) {
      rest -= divisor;
      if (rest + rest >= divisor) rest -= divisor;
    }
  } else {
    const half = divisor / 2;
    if (rest > half) {
      rest -= divisor;
      if (rest >= half) rest -= divisor;
    }
  }
  return x < 0 || Object.is(x, -0) ? -rest : rest;
}

/** a * b + c, rounded once. */
export function fusedMultiplyAdd(a: number, b: number, c: number, format: Format): number {
  if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c)) {
    // Only the operands' kinds matter, and a finite product must not look infinite.
    const product = Number.isFinite(a) && Number.isFinite(b) ? 0 : a * b;
    return product + c;
  }
  if (a === 0 || b === 0) return a * b + c;
  const x = exactly(a);
  const y = exactly(b);
  const z = exactly(c);
  const exponent = x.exponent + y.exponent;
  const low = Math.min(exponent, z.exponent);
  const product = (x.mantissa * y.mantissa) << BigInt(exponent - low);
  const sum = product + (z.mantissa << BigInt(z.exponent - low));
  if (sum === 0n) return 0;
  return round(sum, low, format);
}

const PI_LOW = 1.2246467991473532e-16;

const hasSignBit = (x: number): boolean => x < 0 || Object.is(x, -0);
const exponentOf = (x: number): number => {
  const { mantissa, exponent } = exactly(x);
  return mantissa === 0n ? -1075 : exponent + mantissa.toString(2).replace("-", "").length - 1;
};

/** fdlibm's: the quotient's arc tangent, moved to the right quadrant with the low part of pi. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === 1) return Math.atan(y);
  const [yNegative, xNegative] = [hasSignBit(y), hasSignBit(x)];
  const withSign = (z: number): number => (yNegative ? -z : z);
  if (y === 0) return withSign(xNegative ? Math.PI : 0);
  if (x === 0) return withSign(Math.PI / 2);
  if (!Number.isFinite(x)) {
    if (!Number.isFinite(y)) return withSign(xNegative ? (3 * Math.PI) / 4 : Math.PI / 4);
    return withSign(xNegative ? Math.PI : 0);
  }
  if (!Number.isFinite(y)) return withSign(Math.PI / 2);
  const difference = binade(y) - binade(x);
  let z: number;
  if (difference > 60) z = Math.PI / 2 + 0.5 * PI_LOW;
  else if (xNegative && difference < -60) z = 0;
  else z = Math.atan(Math.abs(y / x));
  if (!xNegative) return withSign(z);
  return yNegative ? z - PI_LOW - Math.PI : Math.PI - (z - PI_LOW);
}

/** The exponent field: all subnormals count as one binade. */
const binade = (x: number): number => Math.max(exponentOf(x), -1023);

const LONG_MAX = 2n ** 63n - 1n;

const STRICT: Readonly<Record<string, NativeMethod>> = {
  "sin(D)D": unary(Math.sin),
  "cos(D)D": unary(Math.cos),
  "tan(D)D": unary(Math.tan),
  "asin(D)D": unary(Math.asin),
  "acos(D)D": unary(Math.acos),
  "atan(D)D": unary(Math.atan),
  "log(D)D": unary(Math.log),
  "log10(D)D": unary(Math.log10),
  "sinh(D)D": unary(Math.sinh),
  "expm1(D)D": unary(Math.expm1),
  "log1p(D)D": unary(Math.log1p),
  "atan2(DD)D": binary(atan2),
  "expApproximately(D)D": unary(Math.exp),
  "cbrtApproximately(D)D": unary(Math.cbrt),
  "powApproximately(DD)D": binary((x, y) =>
    Math.abs(x) === 1 && !Number.isFinite(y) ? Number.NaN : x ** y,
  ),
  "hypotApproximately(DD)D": binary(Math.hypot),
};

export const MATH_NATIVES: NativeTable = {
  "java/lang/StrictMath": STRICT,
  "java/lang/Math": {
    "sin(D)D": unary(sin),
    "cos(D)D": unary(cos),
    "tan(D)D": unary(tan),
    "exp(D)D": unary(exp),
    "log(D)D": unary(log),
    "log10(D)D": unary(log10),
    "pow(DD)D": binary(pow),
    "sqrt(D)D": unary(Math.sqrt),
    "ceil(D)D": unary(Math.ceil),
    "floor(D)D": unary(Math.floor),
    "rint(D)D": unary(rint),
    "IEEEremainder(DD)D": binary(ieeeRemainder),
    "max(DD)D": binary(Math.max),
    "min(DD)D": binary(Math.min),
    "max(FF)F": binaryFloat(Math.max),
    "min(FF)F": binaryFloat(Math.min),
    "round(F)I": pure((m, args) => {
      const value = Math.round(m.SF[args]!);
      m.S[args] = Number.isNaN(value) ? 0 : Math.max(-0x80000000, Math.min(0x7fffffff, value));
      return Outcome.done;
    }),
    "round(D)J": pure((m, args) => {
      const value = Math.round(m.SD[args >> 1]!);
      if (Number.isNaN(value)) m.SL[args >> 1] = 0n;
      else if (value >= 2 ** 63) m.SL[args >> 1] = LONG_MAX;
      else m.SL[args >> 1] = value <= -(2 ** 63) ? -(2n ** 63n) : BigInt(value);
      return Outcome.done;
    }),
    "multiplyHigh(JJ)J": pure((m, args) => {
      m.SL[args >> 1] = (m.SL[args >> 1]! * m.SL[(args >> 1) + 2]!) >> 64n;
      return Outcome.done;
    }),
    "fma(DDD)D": pure((m, args) => {
      const at = args >> 1;
      m.SD[at] = fusedMultiplyAdd(m.SD[at]!, m.SD[at + 2]!, m.SD[at + 4]!, DOUBLE);
      return Outcome.done;
    }),
    "fma(FFF)F": pure((m, args) => {
      m.SF[args] = fusedMultiplyAdd(m.SF[args]!, m.SF[args + 2]!, m.SF[args + 4]!, FLOAT);
      return Outcome.done;
    }),
  },
};
