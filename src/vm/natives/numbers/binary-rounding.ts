/**
 * Exact numbers m * 2^e and their one correct rounding to a double or a float.
 * Everything that must round exactly once (hexadecimal literals, fused
 * multiply-add, reading a float) goes through here.
 */

/** A floating-point format: precision in bits and the exponent of its smallest step. */
export interface Format {
  readonly precision: number;
  readonly minStep: number;
  readonly maxExponent: number;
}
export const DOUBLE: Format = { precision: 53, minStep: -1074, maxExponent: 1023 };
export const FLOAT: Format = { precision: 24, minStep: -149, maxExponent: 127 };

export interface Exact {
  readonly mantissa: bigint;
  readonly exponent: number;
}

export function bitLength(n: bigint): number {
  if (n === 0n) return 0;
  const hex = n.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}

const view = new DataView(new ArrayBuffer(8));

/** A finite double as an exact number; the sign is in the mantissa. */
export function exactly(value: number): Exact {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return {
    mantissa: bits >> 63n === 1n ? -mantissa : mantissa,
    exponent: Math.max(biased, 1) - 1075,
  };
}

/** The nearest value of the format, ties to even. */
export function round(mantissa: bigint, exponent: number, format: Format): number {
  if (mantissa < 0n) return -round(-mantissa, exponent, format);
  if (mantissa === 0n) return 0;
  const length = bitLength(mantissa);
  const step = Math.max(exponent + length - format.precision, format.minStep);
  const drop = step - exponent;
  let kept = mantissa;
  if (drop > 0) {
    if (drop > length + 1) return 0;
    const shift = BigInt(drop);
    kept = mantissa >> shift;
    const rest = mantissa - (kept << shift);
    const half = 1n << (shift - 1n);
    if (rest > half || (rest === half && (kept & 1n) === 1n)) kept++;
  }
  const unit = drop > 0 ? step : exponent;
  if (unit + bitLength(kept) - 1 > format.maxExponent) return Number.POSITIVE_INFINITY;
  return scale(kept, unit);
}

/** Exact by the caller's promise that the product is representable. */
function scale(mantissa: bigint, exponent: number): number {
  let value = Number(mantissa);
  let left = exponent;
  // Large steps first upwards, and downwards from the top, so that nothing on the way is subnormal or infinite.
  for (; left < -1000; left += 500) value *= 2 ** -500;
  for (; left > 900; left -= 500) value *= 2 ** 500;
  return value * 2 ** left;
}
