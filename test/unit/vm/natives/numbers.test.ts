/** Numbers, characters and encodings against what Java 17 and 25 gave for the same values. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DOUBLE, FLOAT } from "../../../../src/vm/natives/numbers/binary-rounding.ts";
import * as functions from "../../../../src/vm/natives/numbers/correctly-rounded.ts";
import {
  atan2,
  fusedMultiplyAdd,
  ieeeRemainder,
  rint,
} from "../../../../src/vm/natives/numbers/math.ts";
import {
  doubleText,
  floatText,
  hexText,
  oldTextIsSame,
  parseFloating,
  parseWhole,
} from "../../../../src/vm/natives/numbers/number-text.ts";
import { NUMBER_NATIVES } from "../../../../src/vm/natives/numbers/numbers.ts";
import {
  CharsetNumber,
  decodeBytes,
  encodeText,
} from "../../../../src/vm/natives/text/text-encoding.ts";
import * as unicode from "../../../../src/vm/natives/text/unicode.ts";
import { FakeMachine } from "./fake-machine.ts";

type Rows = string[][];
interface Recorded {
  doubles: Rows;
  floats: Rows;
  parsed: Rows;
  grammar: Rows;
  math: Rows;
  utf8: Rows;
  cases: Rows;
  oldDoubles: Rows;
  oldFloats: Rows;
  functions: [name: string, x: string, y: string, result: string][];
  unicode: Record<string, number>;
}
const recorded: Recorded = JSON.parse(
  readFileSync(new URL("java-numbers.json", import.meta.url), "utf8"),
);

const view = new DataView(new ArrayBuffer(8));
function double(bits: string): number {
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}
function float(bits: string): number {
  view.setUint32(0, Number.parseInt(bits, 16));
  return view.getFloat32(0);
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** How many of the rows the old text is known to be the same for; checks that it is. */
function vouched(rows: Rows, value: (bits: string) => number, isFloat: boolean): number {
  const sure = rows.filter(([bits]) => oldTextIsSame(value(bits!), isFloat));
  for (const [bits, text] of sure)
    expect((isFloat ? floatText : doubleText)(value(bits!))).toBe(text);
  return sure.length;
}

const recordedValue = (bits: string, value: (b: string) => number): number | string =>
  bits.startsWith("!") ? bits.slice(1) : value(bits);

const digit = (char: number, radix: number): number => unicode.digitOf(char, radix, 17);

function parseIntError(text: string, radix: number): string | null | undefined {
  const m = new FakeMachine();
  m.S[0] = m.newString(text);
  m.S[2] = radix;
  NUMBER_NATIVES["java/lang/Integer"]!["parseInt(Ljava/lang/String;I)I"]!.run(m.machine, 0);
  return m.thrown?.message;
}

describe("floating-point numbers as text", () => {
  test.each(recorded.doubles)("double %s is %s", (bits, text, hexadecimal) => {
    expect(doubleText(double(bits))).toBe(text);
    expect(hexText(double(bits), false)).toBe(hexadecimal);
  });
  test.each(recorded.floats)("float %s is %s", (bits, text, hexadecimal) => {
    expect(floatText(float(bits))).toBe(text);
    expect(hexText(float(bits), true)).toBe(hexadecimal);
  });
  test("what JDK 17 prints differently is known", () => {
    expect(vouched(recorded.oldDoubles, double, false)).toBeGreaterThan(30);
    expect(vouched(recorded.oldFloats, float, true)).toBeGreaterThan(10);
    expect(oldTextIsSame(2 ** -44, false)).toBe(false);
    expect(oldTextIsSame(0.1, false)).toBe(true);
  });
});

describe("reading floating-point numbers", () => {
  test.each(recorded.parsed)("%s", (text, floatBits, doubleBits) => {
    expect(parseFloating(text, true)).toBe(float(floatBits));
    expect(parseFloating(text, false)).toBe(double(doubleBits));
  });
  test.each(recorded.grammar)("grammar: %j", (text, doubleBits, floatBits) => {
    expect(parseFloating(text, false)).toBe(recordedValue(doubleBits, double));
    expect(parseFloating(text, true)).toBe(recordedValue(floatBits, float));
  });
});

test.each(recorded.math)("fma, rint, IEEEremainder and atan2 of %s, %s, %s", (...row) => {
  const [x, y, z] = [double(row[0]!), double(row[1]!), double(row[2]!)];
  expect(fusedMultiplyAdd(x, y, z, DOUBLE)).toBe(double(row[3]!));
  expect(rint(x)).toBe(double(row[4]!));
  expect(ieeeRemainder(x, y)).toBe(double(row[5]!));
  expect(atan2(x, y)).toBe(double(row[6]!));
  const [f, g, h] = [Math.fround(x), Math.fround(y), Math.fround(z)];
  expect(fusedMultiplyAdd(f, g, h, FLOAT)).toBe(float(row[9]!));
});

test.each(recorded.functions)("Math.%s of %s, %s is %s", (name, x, y, result) => {
  const { sin, cos, tan, exp, log, log10, pow } = functions;
  const table: Record<string, (a: number, b: number) => number> = {
    sin,
    cos,
    tan,
    exp,
    log,
    log10,
    pow,
  };
  expect(table[name]!(Number(x), Number(y))).toBe(Number(result));
});

describe("whole numbers", () => {
  test.each([
    ["2147483647", 10, 2147483647n],
    ["-2147483648", 10, -2147483648n],
    ["2147483648", 10, undefined],
    ["-2147483649", 10, undefined],
    ["+7", 10, 7n],
    ["-0", 10, 0n],
    ["7fffffff", 16, 2147483647n],
    ["80000000", 16, undefined],
    ["zik0zj", 36, 2147483647n],
    ["zik0zk", 36, undefined],
    ["00000000000000000000012", 10, 12n],
    ["\u0663\u0661", 10, 31n],
    ["\uff21", 16, 10n],
    ["", 10, undefined],
    ["-", 10, undefined],
    ["+", 10, undefined],
    ["1-", 10, undefined],
    ["12", 2, undefined],
  ])("%j in radix %i as an int", (text, radix, expected) => {
    expect(parseWhole(text, radix, 1n << 31n, digit)).toBe(expected);
  });

  test("errors say what the JDK says", () => {
    expect(parseIntError("12x", 10)).toBe('For input string: "12x"');
    expect(parseIntError("zz", 16)).toBe('For input string: "zz" under radix 16');
    expect(parseIntError("1", 1)).toBe("radix 1 less than Character.MIN_RADIX");
    expect(parseIntError("1", 99)).toBe("radix 99 greater than Character.MAX_RADIX");
    expect(parseIntError("10", 10)).toBeUndefined();
  });
});

test.each([17, 25])("every code point is what JDK %i says", (version) => {
  const properties = [
    unicode.isUpperCase,
    unicode.isLowerCase,
    unicode.isLetter,
    unicode.isDigit,
    unicode.isWhitespace,
    unicode.isSpaceChar,
    unicode.isJavaIdentifierStart,
    unicode.isJavaIdentifierPart,
    unicode.isUnicodeIdentifierStart,
    unicode.isUnicodeIdentifierPart,
    unicode.isIdentifierIgnorable,
  ];
  let hash = 0x811c9dc5;
  for (let c = 0; c <= 0x10ffff; c++) {
    let flags = "";
    for (const property of properties) flags += property(c, version) ? "1" : "0";
    const mapped = `${unicode.toUpperCase(c, version)} ${unicode.toLowerCase(c, version)} ${unicode.toTitleCase(c, version)}`;
    const line = `${unicode.typeOf(c, version)} ${mapped} ${flags} ${unicode.digitOf(c, 36, version)}`;
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  }
  expect(hash >>> 0).toBe(recorded.unicode[version]);
});

describe("encodings", () => {
  test.each(recorded.utf8)("UTF-8 %s", (bytes, text) => {
    const decoded = decodeBytes(CharsetNumber.utf8, new Uint8Array(Buffer.from(bytes, "hex")));
    expect(String.fromCharCode(...decoded)).toBe(text);
  });
  test.each(recorded.cases)("case and bytes of %j", (text, lower, upper, utf8, latin1) => {
    expect(unicode.lowerCaseText(text, 25)).toBe(lower);
    expect(unicode.upperCaseText(text, 25)).toBe(upper);
    expect(hex(encodeText(CharsetNumber.utf8, text))).toBe(utf8);
    expect(hex(encodeText(CharsetNumber.latin1, text))).toBe(latin1);
  });
});
