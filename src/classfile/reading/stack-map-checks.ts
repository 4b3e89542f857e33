/** Checks of StackMapTable (JVM specification 4.7.4) and its CLDC ancestor StackMap. */

import { Tag } from "../format/constant-pool.ts";
import type { CheckedCursor } from "./checked-cursor.ts";

const OBJECT = 7;
const UNINITIALIZED = 8;

function checkTypes(cursor: CheckedCursor, count: number): void {
  for (let n = count; n > 0; n--) {
    const tag = cursor.u1();
    if (tag === OBJECT) cursor.ref(Tag.class, "stack map type");
    else if (tag === UNINITIALIZED) cursor.u2();
    else if (tag > UNINITIALIZED) cursor.fail(`unknown stack map type ${tag}`, 1);
  }
}

export function checkStackMapTable(cursor: CheckedCursor): void {
  for (let n = cursor.u2(); n > 0; n--) {
    const frame = cursor.u1();
    if (frame < 64) continue;
    if (frame < 128) checkTypes(cursor, 1);
    else if (frame < 247) cursor.fail(`reserved stack map frame type ${frame}`, 1);
    else {
      cursor.u2(); // offset_delta
      if (frame === 247) checkTypes(cursor, 1);
      else if (frame > 251 && frame < 255) checkTypes(cursor, frame - 251);
      else if (frame === 255) {
        checkTypes(cursor, cursor.u2());
        checkTypes(cursor, cursor.u2());
      }
    }
  }
}

export function checkStackMap(cursor: CheckedCursor): void {
  for (let n = cursor.u2(); n > 0; n--) {
    cursor.u2(); // offset
    checkTypes(cursor, cursor.u2());
    checkTypes(cursor, cursor.u2());
  }
}
