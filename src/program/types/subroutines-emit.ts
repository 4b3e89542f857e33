/**
 * Writes instructions that were copied and moved (see subroutines.ts) as byte
 * code again: branches to their new targets, switches with new padding, and a
 * goto_w wherever the next instruction is no longer the one control falls into.
 */
import { isBranch, s4, u1 } from "../../classfile/code/bytecode-scan.ts";

export interface Item {
  /** Offset and length in the old code. */
  readonly at: number;
  readonly length: number;
  /** Where control falls through to; null when it does not, or nothing comes back. */
  next: Item | null;
  /** Branch or switch targets, in the order of targetsOf. */
  targets: (Item | null)[];
  /** Offset and length in the new code, without the goto that may follow. */
  start: number;
  size: number;
  /** Length of the goto that follows. */
  tail?: number;
}

const GOTO_W = 0xc8;

/** The conditional branch that jumps where this one does not. */
const inverted = (op: number): number => (op >= 0xc6 ? op ^ 1 : ((op + 1) ^ 1) - 1);

const isSwitch = (op: number): boolean => op === 0xaa || op === 0xab;

function newSize(op: number, item: Item, start: number, isFar: boolean): number {
  if (isSwitch(op)) {
    const operands = item.at + item.length - ((item.at + 4) & ~3);
    return ((start + 4) & ~3) - start + operands;
  }
  if (!isFar || !isBranch(op) || op >= GOTO_W) return item.length;
  return op === 0xa7 || op === 0xa8 ? 5 : 8;
}

/** Gives every item its place; the total length. */
function place(old: Uint8Array, layout: readonly Item[], isFar: boolean): number {
  let at = 0;
  for (const [i, item] of layout.entries()) {
    item.start = at;
    item.size = newSize(u1(old, item.at), item, at, isFar);
    item.tail = item.next === null || item.next === layout[i + 1] ? 0 : 5;
    at += item.size + item.tail;
  }
  return at;
}

export function emit(old: Uint8Array, layout: readonly Item[]): Uint8Array {
  let length = place(old, layout, false);
  const isFar = length > 0x7fff;
  if (isFar) length = place(old, layout, true);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const jump = (at: number, op: number, target: Item | null | undefined): void => {
    bytes[at] = op;
    view.setInt32(at + 1, (target?.start ?? at) - at);
  };
  for (const item of layout) {
    const op = u1(old, item.at);
    const { start, size } = item;
    const [target] = item.targets;
    if (isSwitch(op)) writeSwitch(old, item, view);
    else if (!isBranch(op)) bytes.set(old.subarray(item.at, item.at + item.length), start);
    else if (op >= GOTO_W) jump(start, op, target);
    else if (size === 3) {
      bytes[start] = op;
      view.setInt16(start + 1, (target?.start ?? start) - start);
    } else if (size === 5) jump(start, op === 0xa7 ? GOTO_W : 0xc9, target);
    else {
      bytes[start] = inverted(op);
      view.setInt16(start + 1, size);
      jump(start + 3, GOTO_W, target);
    }
    if ((item.tail ?? 0) > 0) jump(start + size, GOTO_W, item.next);
  }
  return bytes;
}

function writeSwitch(old: Uint8Array, item: Item, view: DataView): void {
  const isTable = u1(old, item.at) === 0xaa;
  const from = (item.at + 4) & ~3;
  const to = (item.start + 4) & ~3;
  const words = (item.at + item.length - from) >> 2;
  view.setUint8(item.start, u1(old, item.at));
  for (let i = 0; i < words; i++) view.setInt32(to + i * 4, s4(old, from + i * 4));
  for (const [i, target] of item.targets.entries()) {
    let word = 0;
    if (i > 0) word = isTable ? 2 + i : 1 + i * 2;
    view.setInt32(to + word * 4, (target?.start ?? item.start) - item.start);
  }
}
