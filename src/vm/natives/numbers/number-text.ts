/**
 * Floating-point numbers as text and back, by Java's rules. JavaScript's own
 * conversions round correctly, so digits come from there; what differs is the
 * layout, the grammar, and everything about float.
 */
import { DOUBLE, type Exact, exactly, FLOAT, type Format, round } from "./binary-rounding.ts";

/** Digits d1 d2 … and the power of ten of the first: d1.d2… * 10^exponent. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(exponential: string): Decimal {
  const [mantissa, exponent] = exponential.split("e");
  return { digits: mantissa!.replace(".", ""), exponent: Number(exponent) };
}

/** The shortest decimal that reads back as the value; of two digits if that is nearer than one. */
function shortestDouble(magnitude: number): Decimal {
  const shortest = decimalOf(magnitude.toExponential());
  if (shortest.digits.length > 1) return shortest;
  const two = magnitude.toExponential(1);
  return Number(two) === magnitude ? decimalOf(two) : shortest;
}

function shortestFloat(magnitude: number): Decimal {
  for (let length = 2; length < 9; length++) {
    const { digits, exponent } = decimalOf(magnitude.toExponential(length - 1));
    const unit = exponent - length + 1;
    const nearest = Number(digits);
    // JavaScript goes up from half way, Java to the even digit. And above a power of two the floats are
    // farther apart than below it: there the next decimal may be within reach where the nearest is not.
    const isTie =
      nearest % 2 === 1 &&
      compareDecimal(`${nearest * 10 - 5}e${unit - 1}`, exactly(magnitude)) === 0;
    for (const candidate of isTie ? [nearest - 1, nearest] : [nearest, nearest + 1]) {
      if (parseFloatExactly(`${candidate}e${unit}`) === magnitude) {
        const text = `${candidate}`;
        return trimmed({ digits: text, exponent: unit + text.length - 1 });
      }
    }
  }
  return trimmed(decimalOf(magnitude.toExponential(8)));
}

function trimmed({ digits, exponent }: Decimal): Decimal {
  return { digits: digits.replace(/0+$/, ""), exponent };
}

/** Java's layout: plain from 10^-3 to 10^7, otherwise with an exponent. */
function layout({ digits, exponent }: Decimal): string {
  if (exponent >= 7 || exponent < -3) {
    const fraction = digits.slice(1).replace(/0+$/, "");
    return `${digits[0]}.${fraction === "" ? "0" : fraction}E${exponent}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits.replace(/0+$/, "")}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1).replace(/0+$/, "");
  return `${whole}.${fraction === "" ? "0" : fraction}`;
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  if (value === Number.POSITIVE_INFINITY) return "Infinity";
  if (value === Number.NEGATIVE_INFINITY) return "-Infinity";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  return undefined;
}

/** `Double.toString` as of JDK 19. */
export function doubleText(value: number): string {
  const known = special(value);
  if (known !== undefined) return known;
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return `${value}.0`;
  return (value < 0 ? "-" : "") + layout(shortestDouble(Math.abs(value)));
}

/** `Float.toString` as of JDK 19; the value is a float. */
export function floatText(value: number): string {
  const known = special(value);
  if (known !== undefined) return known;
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return `${value}.0`;
  return (value < 0 ? "-" : "") + layout(shortestFloat(Math.abs(value)));
}

/**
 * Whether a JDK before 19 gives the same text. Those print too many digits for
 * some values: whole numbers that take more bits than the format has (up to
 * some 10^26), powers of two, and others with nearly all digits in use. Outside
 * that, decimals of at most 15 (float: 6) digits never showed a difference in
 * 70 million samples.
 */
export function oldTextIsSame(value: number, isFloat: boolean): boolean {
  if (special(value) !== undefined) return true;
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) && magnitude < (isFloat ? 2 ** 24 : 2 ** 53)) return true;
  if (
    magnitude < (isFloat ? 1e-36 : 1e-300) ||
    (magnitude > (isFloat ? 2 ** 24 : 1e16) && magnitude < 1e27)
  )
    return false;
  if (isPowerOfTwo(magnitude) && (magnitude < 2 ** -20 || magnitude > 1)) return false;
  const { digits } = isFloat ? shortestFloat(magnitude) : shortestDouble(magnitude);
  return digits.length <= (isFloat ? 6 : 15);
}

function isPowerOfTwo(value: number): boolean {
  const { mantissa } = exactly(value);
  return (mantissa & (mantissa - 1n)) === 0n;
}

/** `Double.toHexString`; a float's value gives its own when `isFloat`. */
export function hexText(value: number, isFloat: boolean): string {
  if (!Number.isFinite(value)) return special(value)!;
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0x0.0p0`;
  const { precision, minStep } = isFloat ? FLOAT : DOUBLE;
  const smallest = minStep + precision - 1;
  const { mantissa, exponent } = exactly(Math.abs(value));
  const top = mantissa.toString(2).length - 1 + exponent;
  const power = Math.max(top, smallest);
  // The bits after the point, padded to whole hexadecimal digits.
  const pad = isFloat ? 24 : 52;
  const shift = exponent - (power - pad);
  const bits = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  const fraction = (bits & ((1n << BigInt(pad)) - 1n)).toString(16).padStart(pad / 4, "0");
  const shown = fraction.replace(/0+$/, "");
  return `${sign}0x${top < smallest ? "0" : "1"}.${shown === "" ? "0" : shown}p${power}`;
}

const DECIMAL = /^([+-]?)(NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)[fFdD]?$/;

/** `String.trim`: everything up to the space character goes. */
function trimmedText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** Java's `parseDouble` or `parseFloat`; a string is the message of the NumberFormatException. */
export function parseFloating(text: string, isFloat: boolean): number | string {
  const trimmedInput = trimmedText(text);
  if (trimmedInput === "") return "empty String";
  const decimal = DECIMAL.exec(trimmedInput);
  if (decimal !== null) {
    const body = decimal[2]!;
    // "NaNf" is not a number: only digits may have the suffix.
    if (/^[NI]/.test(body) && !/[Ny]$/.test(trimmedInput)) return unreadable(trimmedInput);
    const magnitude = isFloat && /^[0-9.]/.test(body) ? parseFloatExactly(body) : Number(body);
    return decimal[1] === "-" ? -magnitude : magnitude;
  }
  const hex = HEXADECIMAL.exec(trimmedInput);
  if (hex !== null && (hex[2] !== "" || hex[3] !== "")) {
    const magnitude = hexMagnitude(hex[2]!, hex[3]!, Number(hex[4]), isFloat ? FLOAT : DOUBLE);
    return hex[1] === "-" ? -magnitude : magnitude;
  }
  return MANY_POINTS.test(trimmedInput) ? "multiple points" : unreadable(trimmedInput);
}

/** The JDK gives up at the second point, before it looks at what follows. */
const MANY_POINTS = /^[+-]?[0-9]*\.[0-9]*\./;

const unreadable = (text: string): string => `For input string: "${text}"`;

function hexMagnitude(whole: string, fraction: string, exponent: number, format: Format): number {
  const mantissa = BigInt(`0x${whole}${fraction}`);
  if (mantissa === 0n) return 0;
  // Beyond this the result is zero or infinite whatever the digits are.
  const reach = 4 * (whole.length + fraction.length) + 2000;
  const power = Math.max(-reach, Math.min(reach, exponent));
  return round(mantissa, power - 4 * fraction.length, format);
}

/**
 * The float nearest to an unsigned decimal. Going through double rounds twice;
 * that is wrong only where the double is exactly half way between two floats,
 * and there the decimal itself decides.
 */
function parseFloatExactly(decimal: string): number {
  const double = Number(decimal);
  const float = Math.fround(double);
  if (float === double || Number.isNaN(double) || double < 2 ** -151) return float;
  const exact = exactly(double);
  // A quarter of the double's last place to each side: only half-way points lie between.
  const below = round(4n * exact.mantissa - 1n, exact.exponent - 2, FLOAT);
  const above = round(4n * exact.mantissa + 1n, exact.exponent - 2, FLOAT);
  if (below === above) return float;
  const order = compareDecimal(decimal, exact);
  return order === 0 ? float : order < 0 ? below : above;
}

/** The sign of decimal minus exact, both not negative. */
function compareDecimal(decimal: string, exact: Exact): number {
  const [body, power] = decimal.toLowerCase().split("e");
  const [whole, fraction = ""] = body!.split(".");
  let left = BigInt(`${whole}${fraction}` || "0");
  let right = exact.mantissa;
  const tens = Number(power ?? 0) - fraction.length;
  if (tens >= 0) left *= 10n ** BigInt(tens);
  else right *= 10n ** BigInt(-tens);
  if (exact.exponent >= 0) right <<= BigInt(exact.exponent);
  else left <<= BigInt(-exact.exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** An integer, parsed as `parseInt` and `parseLong` do; undefined if it is not one or does not fit. */
export function parseWhole(
  text: string,
  radix: number,
  limit: bigint,
  digit: (char: number, radix: number) => number,
): bigint | undefined {
  const negative = text.startsWith("-");
  let i = negative || text.startsWith("+") ? 1 : 0;
  if (i >= text.length) return undefined;
  const base = BigInt(radix);
  let small = 0;
  let value = 0n;
  for (let n = 0; i < text.length; i++, n++) {
    const d = digit(text.charCodeAt(i), radix);
    if (d < 0) return undefined;
    // Nine digits of any radix up to 36 are safe in a double.
    if (n < 9) {
      small = small * radix + d;
      value = BigInt(small);
    } else {
      value = value * base + BigInt(d);
      if (value > limit) return undefined;
    }
  }
  if (value > (negative ? limit : limit - 1n)) return undefined;
  return negative ? -value : value;
}
