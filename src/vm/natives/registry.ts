/** Every native method there is, in one table. */

import type { NativeMethod, NativeTable } from "../native-api/native-method.ts";
import { verifyNatives } from "./concurrency/choices.ts";
import { synchronizerNatives } from "./concurrency/gates.ts";
import { stepNatives } from "./concurrency/steps.ts";
import { threadNatives } from "./concurrency/threads.ts";
import { abstractTimeNatives } from "./concurrency/time.ts";
import { waitNatives } from "./concurrency/waits.ts";
import { jdkInternalNatives } from "./jdk/internals.ts";
import { unsafeNatives } from "./jdk/unsafe.ts";
import { annotationNatives } from "./lang/annotations.ts";
import { arrayNatives } from "./lang/arrays.ts";
import { classInitNatives } from "./lang/class-initialization.ts";
import { classNatives } from "./lang/classes.ts";
import { linkerNatives } from "./lang/dynamic-constants.ts";
import { hostNatives } from "./lang/host.ts";
import { objectNatives } from "./lang/objects.ts";
import { proxyNatives } from "./lang/proxies.ts";
import { reflectionNatives } from "./lang/reflection.ts";
import { throwableNatives } from "./lang/throwables.ts";
import { MATH_NATIVES } from "./numbers/math.ts";
import { NUMBER_NATIVES } from "./numbers/numbers.ts";
import { CHARACTER_NATIVES } from "./text/characters.ts";
import { normalFormNatives } from "./text/normalization.ts";
import { STRING_BUILDER_NATIVES } from "./text/string-builders.ts";
import { STRING_MAKER_NATIVES } from "./text/string-makers.ts";
import { STRING_NATIVES } from "./text/string-queries.ts";

const TABLES: readonly NativeTable[] = [
  abstractTimeNatives,
  stepNatives,
  annotationNatives,
  arrayNatives,
  CHARACTER_NATIVES,
  classInitNatives,
  classNatives,
  hostNatives,
  jdkInternalNatives,
  linkerNatives,
  MATH_NATIVES,
  normalFormNatives,
  NUMBER_NATIVES,
  objectNatives,
  proxyNatives,
  reflectionNatives,
  STRING_BUILDER_NATIVES,
  STRING_MAKER_NATIVES,
  STRING_NATIVES,
  synchronizerNatives,
  threadNatives,
  throwableNatives,
  unsafeNatives,
  verifyNatives,
  waitNatives,
];

/** Every process does this when it starts, so the natives of a class are copied only if two tables have some. */
function merged(): NativeTable {
  const all: Record<string, Readonly<Record<string, NativeMethod>>> = {};
  for (const table of TABLES) {
    for (const [name, methods] of Object.entries(table)) {
      const known = all[name];
      all[name] = known === undefined ? methods : { ...known, ...methods };
    }
  }
  return all;
}

export const allNatives: NativeTable = merged();
