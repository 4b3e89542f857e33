/** Every native method there is, in one table. */
import { abstractTimeNatives } from "./abstract-time.ts";
import { annotationNatives } from "./annotations.ts";
import { arrayNatives } from "./arrays.ts";
import { CHARACTER_NATIVES } from "./characters.ts";
import { classInitNatives } from "./class-init.ts";
import { classNatives } from "./classes.ts";
import { hostNatives } from "./host.ts";
import { jdkInternalNatives } from "./jdk-internals.ts";
import { linkerNatives } from "./linker.ts";
import { MATH_NATIVES } from "./math.ts";
import type { NativeMethod, NativeTable } from "./native.ts";
import { normalFormNatives } from "./normal-forms.ts";
import { NUMBER_NATIVES } from "./numbers.ts";
import { objectNatives } from "./objects.ts";
import { proxyNatives } from "./proxies.ts";
import { reflectionNatives } from "./reflection.ts";
import { stepNatives } from "./steps.ts";
import { STRING_BUILDER_NATIVES } from "./string-builders.ts";
import { STRING_MAKER_NATIVES } from "./string-makers.ts";
import { STRING_NATIVES } from "./strings.ts";
import { synchronizerNatives } from "./synchronizers.ts";
import { threadNatives } from "./threads.ts";
import { throwableNatives } from "./throwables.ts";
import { unsafeNatives } from "./unsafe.ts";
import { verifyNatives } from "./verify.ts";

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
];

function merged(): NativeTable {
  const all: Record<string, Record<string, NativeMethod>> = {};
  for (const table of TABLES) {
    for (const [name, methods] of Object.entries(table)) {
      all[name] = { ...all[name], ...methods };
    }
  }
  return all;
}

export const allNatives: NativeTable = merged();
