/**
 * A machine's state as its difference from an earlier one, to come back to it
 * from there without running anything. It is for searches that do not follow
 * paths: where the way from the start is long, a copy is quicker than to take
 * all its steps again.
 *
 * Between the two no object has moved, so that everything allocated since is
 * one piece of the heap; of what was there before, the undo log knows which
 * words have changed. Stacks are copied as far as they are in use.
 */
import type { Machine } from "../machine.ts";
import { threadRecord } from "./memory.ts";
import { T_SP, T_STATUS } from "./thread-record.ts";
import { ThreadStatus } from "./thread-status.ts";

/** All words are in one array: changed words as (address, value), the heap, and each stack's words. */
export interface Snapshot {
  readonly words: Int32Array;
  /** Words of the first two parts; the stacks are the rest. */
  readonly changed: number;
  readonly heap: number;
  readonly exitCode: number;
}

/** What has changed since the state in which the log of words and the heap ended where given. */
export function takeSnapshot(m: Machine, logTop: number, heapTop: number): Snapshot {
  const addresses = new Set<number>();
  m.forEachLogged(logTop, (address) => {
    if (address < heapTop || m.guards.includes(address)) addresses.add(address);
  });
  const changed = addresses.size * 2;
  const heap = m.heapTop - heapTop;
  let stacks = 0;
  for (let thread = 0; thread < m.threadCount; thread++) stacks += stackWords(m, thread);
  const words = new Int32Array(changed + heap + stacks);
  let at = 0;
  for (const address of addresses) {
    words[at++] = address;
    words[at++] = m.H[address]!;
  }
  words.set(m.H.subarray(heapTop, m.heapTop), at);
  at += heap;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const base = thread * m.stackWords;
    const length = stackWords(m, thread);
    words.set(m.S.subarray(base, base + length), at);
    at += length;
  }
  return { words, changed, heap, exitCode: m.exitCode };
}

function stackWords(m: Machine, thread: number): number {
  const record = threadRecord(thread);
  if (m.H[record + T_STATUS] === ThreadStatus.terminated) return 0;
  return m.H[record + T_SP]! - thread * m.stackWords;
}

/**
 * From the earlier state to the one of the snapshot, as one transition that
 * can be undone: the caller has begun it with a mark. The earlier state has
 * the stack of thread 0 only.
 */
export function applySnapshot(m: Machine, { words, changed, heap, exitCode }: Snapshot): void {
  m.saveStack(0, m.H[threadRecord(0) + T_SP]!);
  for (let at = 0; at < changed; at += 2) m.setAlways(words[at]!, words[at + 1]!);
  m.H.set(words.subarray(changed, changed + heap), m.heapTop);
  m.heapTop += heap;
  let at = changed + heap;
  for (let thread = 0; thread < m.threadCount; thread++) {
    const length = stackWords(m, thread);
    m.S.set(words.subarray(at, at + length), thread * m.stackWords);
    at += length;
  }
  m.exitCode = exitCode;
}
