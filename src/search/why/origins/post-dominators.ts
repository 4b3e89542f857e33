/**
 * Where the ways of a conditional branch meet again. Until a method comes to that place, what it does depends on the
 * branch; from there on it would have happened either way.
 */
import {
  endsFlow,
  instructionLength,
  targetsOf,
  u1,
} from "../../../classfile/code/bytecode-scan.ts";

/** They meet at the end of the method only. */
export const AT_END = -1;

/** A larger method is generated; its branches are taken to meet at its end. */
const MOST_INSTRUCTIONS = 20_000;

/** By the offset of a branch or switch: the offset where its ways meet. Exception handlers are left out. */
export function meetingPoints(bytes: Uint8Array): ReadonlyMap<number, number> {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) offsets.push(at);
  const meeting = new Map<number, number>();
  if (offsets.length > MOST_INSTRUCTIONS) return meeting;
  const next = successorsOf(bytes, offsets);
  const exit = offsets.length;
  const found = immediatePostDominators(next, exit);
  next.forEach((targets, i) => {
    if (targets.length < 2) return;
    meeting.set(offsets[i]!, offsets[found[i]!] ?? AT_END);
  });
  return meeting;
}

/** By index of the instruction; the end of the method has the index behind the last. */
function successorsOf(bytes: Uint8Array, offsets: readonly number[]): number[][] {
  const indexAt = new Map(offsets.map((offset, i) => [offset, i]));
  const exit = offsets.length;
  return offsets.map((at, i) => {
    const op = u1(bytes, at);
    const targets = targetsOf(bytes, at).map((target) => indexAt.get(target) ?? exit);
    if (!endsFlow(bytes, at)) targets.push(i + 1);
    // Returns, throws, and ret, whose targets are not looked for.
    if (targets.length === 0 || op === 0xa9) targets.push(exit);
    return [...new Set(targets)];
  });
}

const NONE = -1;

/** The first instruction that is on every way from an instruction to the end, by index. */
function immediatePostDominators(next: readonly (readonly number[])[], exit: number): Int32Array {
  const order = backwardOrder(next, exit);
  const rank = new Int32Array(exit + 1).fill(NONE);
  order.forEach((node, i) => {
    rank[node] = i;
  });
  const found = new Int32Array(exit + 1).fill(NONE);
  found[exit] = exit;
  let hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (const node of order) {
      if (node === exit) continue;
      let meet = NONE;
      for (const to of next[node]!) {
        if (rank[to] === NONE || found[to] === NONE) continue;
        meet = meet === NONE ? to : common(found, rank, meet, to);
      }
      if (meet === found[node]) continue;
      found[node] = meet;
      hasChanged = true;
    }
  }
  // What never ends, such as an endless loop, has no such place.
  return found.map((node) => (node === NONE ? exit : node));
}

function common(found: Int32Array, rank: Int32Array, a: number, b: number): number {
  let [x, y] = [a, b];
  while (x !== y) {
    while (rank[x]! > rank[y]!) x = found[x]!;
    while (rank[y]! > rank[x]!) y = found[y]!;
  }
  return x;
}

/** Instructions from which the end can be reached, each behind one of those that follow it. */
function backwardOrder(next: readonly (readonly number[])[], exit: number): number[] {
  const before: number[][] = Array.from({ length: exit + 1 }, () => []);
  next.forEach((targets, i) => {
    for (const to of targets) before[to]!.push(i);
  });
  const postorder: number[] = [];
  const seen = new Set([exit]);
  const work: { node: number; at: number }[] = [{ node: exit, at: 0 }];
  for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
    const from = before[top.node]![top.at++];
    if (from === undefined) {
      postorder.push(top.node);
      work.pop();
    } else if (!seen.has(from)) {
      seen.add(from);
      work.push({ node: from, at: 0 });
    }
  }
  return postorder.toReversed();
}
