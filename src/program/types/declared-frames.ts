/**
 * The frames that a StackMapTable declares (JVM specification 4.7.4), as type
 * codes: what a JVM assumes at jump targets. They are needed to predict what a JVM will
 * check, not only whether code is sound.
 */
import { reject } from "../../classfile/code/bytecode-scan.ts";
import { Cursor } from "../../classfile/reading/cursor.ts";
import type { PoolTypes } from "./pool-types.ts";
import {
  DOUBLE,
  DOUBLE_SECOND,
  FLOAT,
  INT,
  LONG,
  LONG_SECOND,
  NULL_TYPE,
  TOP,
  type TypeCode,
  UNINITIALIZED_THIS,
  uninitializedAt,
} from "./verification-type.ts";

export interface DeclaredFrame {
  /** A slot each; a long or double takes two. */
  readonly locals: readonly TypeCode[];
  readonly stack: readonly TypeCode[];
  /** False where a local is `this` before super(...) or this(...). */
  readonly thisReady: boolean;
}

/** Frames by offset. `initial` are the locals at the method's entry, `contents` those of the attribute. */
export function declaredFrames(
  contents: Uint8Array,
  initial: readonly TypeCode[],
  pool: PoolTypes,
): ReadonlyMap<number, DeclaredFrame> {
  const cursor = new Cursor(contents);
  const frames = new Map<number, DeclaredFrame>();
  // One entry for each value: that is how frames refer to the one before.
  let locals = initial.filter((type) => type !== LONG_SECOND && type !== DOUBLE_SECOND);
  let offset = -1;
  const type = (): TypeCode => declaredType(cursor, pool);
  const types = (count: number): TypeCode[] => Array.from({ length: count }, type);
  for (let n = cursor.u2(); n > 0; n--) {
    const tag = cursor.u1();
    let delta: number;
    let stack: TypeCode[] = [];
    if (tag < 64) delta = tag;
    else if (tag < 128) {
      delta = tag - 64;
      stack = types(1);
    } else {
      delta = cursor.u2();
      if (tag === 247) stack = types(1);
      else if (tag < 251) locals = chop(locals, 251 - tag);
      else if (tag > 251 && tag < 255) locals = [...locals, ...types(tag - 251)];
      else if (tag === 255) {
        locals = types(cursor.u2());
        stack = types(cursor.u2());
      }
    }
    offset += delta + 1;
    const thisReady = !locals.includes(UNINITIALIZED_THIS);
    frames.set(offset, { locals: slots(locals), stack: slots(stack), thisReady });
  }
  return frames;
}

function chop(locals: readonly TypeCode[], count: number): TypeCode[] {
  if (count > locals.length) reject(`a stack map frame takes ${count} of ${locals.length} locals`);
  return locals.slice(0, locals.length - count);
}

function declaredType(cursor: Cursor, pool: PoolTypes): TypeCode {
  const tag = cursor.u1();
  switch (tag) {
    case 0:
      return TOP;
    case 1:
      return INT;
    case 2:
      return FLOAT;
    case 3:
      return DOUBLE;
    case 4:
      return LONG;
    case 5:
      return NULL_TYPE;
    case 6:
      return UNINITIALIZED_THIS;
    case 7:
      return pool.class(cursor.u2());
    case 8:
      return uninitializedAt(cursor.u2());
    default:
      return reject(`unknown stack map type ${tag}`);
  }
}

const slots = (values: readonly TypeCode[]): TypeCode[] =>
  values.flatMap((type) =>
    type === LONG ? [LONG, LONG_SECOND] : type === DOUBLE ? [DOUBLE, DOUBLE_SECOND] : [type],
  );
