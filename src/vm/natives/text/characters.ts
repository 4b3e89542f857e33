/** The native methods of java.lang.Character: thin wrappers around unicode.ts. */
import type { Machine } from "../../machine.ts";
import {
  type NativeMethod,
  type NativeTable,
  Outcome,
  pure,
} from "../../native-api/native-method.ts";
import {
  type CharacterProperty,
  digitOf,
  isDefined,
  isDigit,
  isIdentifierIgnorable,
  isJavaIdentifierPart,
  isJavaIdentifierStart,
  isLetter,
  isLetterOrDigit,
  isLowerCase,
  isSpaceChar,
  isUnicodeIdentifierPart,
  isUnicodeIdentifierStart,
  isUpperCase,
  isWhitespace,
  type Mapping,
  toLowerCase,
  toTitleCase,
  toUpperCase,
  typeOf,
} from "./unicode.ts";

const PROPERTIES: Readonly<Record<string, CharacterProperty>> = {
  isLowerCase,
  isUpperCase,
  isDigit,
  isDefined,
  isLetter,
  isLetterOrDigit,
  isJavaIdentifierStart,
  isJavaIdentifierPart,
  isUnicodeIdentifierStart,
  isUnicodeIdentifierPart,
  isIdentifierIgnorable,
  isSpaceChar,
  isWhitespace,
};

const MAPPINGS: Readonly<Record<string, Mapping>> = { toLowerCase, toUpperCase, toTitleCase };

/** By the numbers that Character.java uses. */
const SCRIPT_PROPERTIES = [
  "Alphabetic",
  "Ideographic",
  "Emoji",
  "Emoji_Presentation",
  "Emoji_Modifier",
  "Emoji_Modifier_Base",
  "Emoji_Component",
  "Extended_Pictographic",
] as const;

/** Made on first use: V8 collects the code points of a property when it makes the pattern, which takes most of a millisecond. */
const patterns: (RegExp | undefined)[] = SCRIPT_PROPERTIES.map(() => undefined);

function patternOf(property: number): RegExp {
  patterns[property] ??= new RegExp(`\\p{${SCRIPT_PROPERTIES[property]!}}`, "u");
  return patterns[property];
}

function hasProperty(m: Machine, args: number): Outcome {
  const codePoint = m.S[args + 2]!;
  const valid = codePoint >= 0 && codePoint <= 0x10ffff;
  m.S[args] = valid && patternOf(m.S[args]!).test(String.fromCodePoint(codePoint)) ? 1 : 0;
  return Outcome.done;
}

function characterNatives(): Record<string, NativeMethod> {
  const table: Record<string, NativeMethod> = { "hasProperty(II)Z": pure(hasProperty) };
  const answer = (signature: string, f: (codePoint: number, version: number) => number): void => {
    table[signature] = pure((m, args) => {
      m.S[args] = f(m.S[args]!, m.featureVersion);
      return Outcome.done;
    });
  };
  for (const type of ["C", "I"]) {
    for (const [name, property] of Object.entries(PROPERTIES)) {
      answer(`${name}(${type})Z`, (c, v) => (property(c, v) ? 1 : 0));
    }
    for (const [name, mapping] of Object.entries(MAPPINGS))
      answer(`${name}(${type})${type}`, mapping);
    answer(`getType(${type})I`, typeOf);
    table[`digit(${type}I)I`] = pure((m, args) => {
      m.S[args] = digitOf(m.S[args]!, m.S[args + 2]!, m.featureVersion);
      return Outcome.done;
    });
  }
  return table;
}

export const CHARACTER_NATIVES: NativeTable = { "java/lang/Character": characterNatives() };
