/**
 * A changed body, checked and ready to be written: types are inferred again, and a body
 * that a JVM would reject is not written. So a reduction never runs the predicate on an
 * invalid program.
 */
import { ByteWriter } from "../../classfile/assembling/byte-writer.ts";
import type { Instruction } from "../../classfile/code/decoder.ts";
import { encodeCode, reachesTargets } from "../../classfile/code/encoder.ts";
import type { NewBody } from "../../classfile/editing/fragment-writer.ts";
import type { PoolSubset } from "../../classfile/editing/pool-subset.ts";
import type { CodeInfo, MethodInfo } from "../../classfile/format/class-file.ts";
import { OPCODES, Op } from "../../classfile/format/opcodes.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { type CodeTypes, inferTypes, type SlotTypes } from "../../program/types/inference.ts";
import type { HierarchyOracle } from "../../program/types/verification-type.ts";
import type { InputClass } from "../items/items.ts";
import { entryTypes } from "./entry-types.ts";
import { type MethodBody, withoutDeadCode } from "./method-body.ts";
import { type FrameAt, type SuperclassOf, stackMapBytes } from "./stack-map.ts";

/** Class files from here on need stack maps. */
const STACK_MAP_SINCE = 50;
const MAX_CODE = 65535;

export interface BodyChecks {
  readonly oracle: HierarchyOracle;
  readonly superclassOf: SuperclassOf;
}

const SUBROUTINES: ReadonlySet<number> = new Set([Op.jsr, Op.jsr_w, Op.ret]);

const CONSTANT_LAYOUTS: ReadonlySet<string> = new Set([
  "constant",
  "constant8",
  "interface",
  "dynamic",
  "multiarray",
]);

const namesConstant = ({ opcode }: Instruction): boolean =>
  CONSTANT_LAYOUTS.has(OPCODES[opcode]?.layout ?? "none");

/** Null when a JVM would not accept the body in place of that of the method. */
export function newBody(
  { file, pieces }: InputClass,
  method: MethodInfo,
  changed: MethodBody,
  checks: BodyChecks,
): NewBody | null {
  const body = withoutDeadCode(changed);
  // Only JVMs that are no longer in use need subroutines, so they are not worth reducing.
  const isPlain = body.instructions.every(({ opcode }) => !SUBROUTINES.has(opcode));
  if (body.instructions.length === 0 || !isPlain) return null;
  const encoded = encodeSafely(body);
  if (encoded === null) return null;
  const { bytes, offsets } = encoded;
  const code: CodeInfo = {
    maxStack: body.maxStack,
    maxLocals: body.maxLocals,
    bytes,
    handlers: body.handlers.map(({ start, end, handler, catchIndex }) => ({
      start: offsets[start]!,
      end: offsets[end]!,
      handler: offsets[handler]!,
      catchType: catchIndex === 0 ? null : pieces.constants.className(catchIndex),
    })),
    lineNumbers: new Int32Array(0),
    localVariables: [],
    stackMap: null,
  };
  const types = typesOf(file, { ...method, code }, checks.oracle);
  if (types === null) return null;
  const needsMap = file.majorVersion >= STACK_MAP_SINCE;
  return {
    maxStack: body.maxStack,
    maxLocals: body.maxLocals,
    shortConstants: body.instructions
      .filter(({ opcode }) => OPCODES[opcode]?.layout === "constant8")
      .map(({ operand }) => operand),
    write: (pool) => ({
      instructions: encodeCode(withPool(body.instructions, pool)).bytes,
      handlers: handlerBytes(body, offsets, pool),
      stackMap: needsMap
        ? mapOf(body, offsets, types, entryTypes(file, method), checks, pool)
        : null,
    }),
  };
}

function encodeSafely(body: MethodBody): ReturnType<typeof encodeCode> | null {
  const size = body.instructions.length;
  const isTarget = (index: number): boolean => index < size;
  const isGood =
    body.instructions.every(
      ({ target, table }) =>
        isTarget(target) &&
        (table === null || [table.defaultTarget, ...table.targets].every(isTarget)),
    ) && body.handlers.every(({ handler }) => isTarget(handler));
  // What is put in may be longer than what it stands for.
  if (!isGood || !reachesTargets(body.instructions)) return null;
  const encoded = encodeCode(body.instructions);
  return encoded.bytes.length > MAX_CODE ? null : encoded;
}

function typesOf(
  file: InputClass["file"],
  method: MethodInfo,
  oracle: HierarchyOracle,
): CodeTypes | null {
  try {
    return inferTypes(file, method, { oracle, detail: true });
  } catch (error) {
    if (error instanceof BadClassFileError) return null;
    throw error;
  }
}

const withPool = (instructions: readonly Instruction[], pool: PoolSubset): Instruction[] =>
  instructions.map((each) =>
    namesConstant(each) ? { ...each, operand: pool.index(each.operand) } : each,
  );

function handlerBytes(body: MethodBody, offsets: Int32Array, pool: PoolSubset): Uint8Array {
  const out = new ByteWriter();
  for (const { start, end, handler, catchIndex } of body.handlers) {
    for (const index of [start, end, handler]) out.u2(offsets[index]!);
    out.u2(pool.index(catchIndex));
  }
  return out.toBytes();
}

function mapOf(
  body: MethodBody,
  offsets: Int32Array,
  types: CodeTypes,
  entry: SlotTypes,
  { superclassOf }: BodyChecks,
  pool: PoolSubset,
): Uint8Array | null {
  const targets = new Set<number>();
  for (const { target, table } of body.instructions) {
    if (target >= 0) targets.add(target);
    if (table !== null)
      for (const each of [table.defaultTarget, ...table.targets]) targets.add(each);
  }
  for (const { handler } of body.handlers) targets.add(handler);
  const frames: FrameAt[] = [...targets]
    .toSorted((a, b) => a - b)
    .map((target) => ({ offset: offsets[target]!, types: types.typesAt(offsets[target]!)! }));
  if (frames.length === 0) return null;
  return stackMapBytes(frames, entry, superclassOf, pool);
}
