/** Checks of the annotation structures (JVM specification 4.7.16 and 4.7.20). */

import { Tag } from "../format/constant-pool.ts";
import type { CheckedCursor } from "./checked-cursor.ts";
import type { Cursor } from "./cursor.ts";

/** Far beyond any compiler's output; keeps recursive readers of hostile files off the stack's end. */
const MAX_NESTING = 200;

/** A count and that many annotations. */
export function checkAnnotations(cursor: CheckedCursor): void {
  for (let n = cursor.u2(); n > 0; n--) checkAnnotation(cursor, 0);
}

function checkAnnotation(cursor: CheckedCursor, depth: number): void {
  cursor.ref(Tag.utf8, "annotation type");
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.ref(Tag.utf8, "annotation element name");
    checkElementValue(cursor, depth);
  }
}

export function checkElementValue(cursor: CheckedCursor, depth: number): void {
  if (depth > MAX_NESTING) cursor.fail("annotation values are nested too deeply");
  const tag = String.fromCharCode(cursor.u1());
  switch (tag) {
    case "B":
    case "C":
    case "I":
    case "S":
    case "Z":
      cursor.ref(Tag.integer, "annotation value");
      break;
    case "D":
      cursor.ref(Tag.double, "annotation value");
      break;
    case "F":
      cursor.ref(Tag.float, "annotation value");
      break;
    case "J":
      cursor.ref(Tag.long, "annotation value");
      break;
    case "s":
    case "c":
      cursor.ref(Tag.utf8, "annotation value");
      break;
    case "e":
      cursor.ref(Tag.utf8, "enum type");
      cursor.ref(Tag.utf8, "enum constant");
      break;
    case "@":
      checkAnnotation(cursor, depth + 1);
      break;
    case "[":
      for (let n = cursor.u2(); n > 0; n--) checkElementValue(cursor, depth + 1);
      break;
    default:
      cursor.fail(`unknown annotation value tag ${JSON.stringify(tag)}`, 1);
  }
}

/** A count and that many type annotations. */
export function checkTypeAnnotations(cursor: CheckedCursor): void {
  for (let n = cursor.u2(); n > 0; n--) {
    skipTarget(cursor);
    checkAnnotation(cursor, 0);
  }
}

/** What a type annotation is about, and where in it. */
export function skipTarget(cursor: Cursor): void {
  skipTargetInfo(cursor);
  cursor.skip(2 * cursor.u1()); // type_path
}

function skipTargetInfo(cursor: Cursor): void {
  const target = cursor.u1();
  switch (target) {
    case 0x13:
    case 0x14:
    case 0x15:
      break;
    case 0x00:
    case 0x01:
    case 0x16:
      cursor.skip(1);
      break;
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x17:
    case 0x42:
    case 0x43:
    case 0x44:
    case 0x45:
    case 0x46:
      cursor.skip(2);
      break;
    case 0x47:
    case 0x48:
    case 0x49:
    case 0x4a:
    case 0x4b:
      cursor.skip(3);
      break;
    case 0x40:
    case 0x41:
      cursor.skip(6 * cursor.u2());
      break;
    default:
      cursor.fail(`unknown type annotation target 0x${target.toString(16)}`, 1);
  }
}
