/**
 * HOT. The hash of one thread: its record, its frames, and the objects that
 * only they reach.
 */
import type { ThreadView } from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import {
  DOUBLE_WORD_SLOT,
  MappedFrame,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "../frame-map.ts";
import type { FrameLiveness } from "../live-cells.ts";
import { putSections } from "../operation-words.ts";
import { RECORD_KINDS, RECORD_WORDS, VALUE } from "../thread-record-words.ts";
import { StreamHash } from "./additive-hash.ts";
import type { ObjectHashes } from "./object-hashes.ts";
import { OTHERS } from "./own-numbers.ts";
import { ThreadMemo } from "./thread-memo.ts";

export class ThreadHash {
  high = 0;
  low = 0;
  /** Bits of the threads whose Thread objects the frames refer to, directly or by one object between. */
  threads = 0;
  readonly #m: Machine;
  readonly #objects: ObjectHashes;
  readonly #frame: MappedFrame;
  readonly #stream = new StreamHash();
  readonly #memo: ThreadMemo;

  constructor(m: Machine, objects: ObjectHashes, liveness: FrameLiveness | null) {
    this.#m = m;
    this.#objects = objects;
    this.#frame = new MappedFrame(m, liveness);
    this.#memo = new ThreadMemo(m);
  }

  /** As `compute`, in a round of its own, where the shared part has the version given. */
  computeAlone(thread: number, version: number): void {
    const memo = this.#memo;
    if (memo.recall(thread, version)) {
      this.high = memo.high;
      this.low = memo.low;
      this.threads = memo.threads;
      return;
    }
    this.#objects.own.startRound(1);
    this.compute(thread);
    memo.keep(this.high, this.low, this.threads, this.#objects.hasFound);
  }

  /** Leaves the hash in `high` and `low`; the objects are in a round where earlier threads have been hashed or none. */
  compute(thread: number): void {
    const stream = this.#stream;
    const objects = this.#objects;
    const view = this.#m.threadAt(thread);
    objects.startPart(thread);
    stream.start(thread + 1);
    stream.put(view.status);
    if (view.hasEnded) {
      stream.put(view.wasJoined ? 1 : 0);
      // An object that the program made says itself that its thread has ended.
      const isBoot = view.object < objects.bootTop;
      stream.put(isBoot ? view.object : 0);
      stream.put(isBoot && view.isInterrupted ? 1 : 0);
    } else {
      this.#putRecord(view);
      this.#putFrames(view);
      objects.visitFound();
    }
    stream.finish();
    this.high = (stream.high + objects.sum.high) | 0;
    this.low = (stream.low + objects.sum.low) | 0;
    this.threads = objects.threads;
  }

  /** Most words of a record are 0: one word says which are not, and they follow. */
  #putRecord(thread: ThreadView): void {
    const { H } = this.#m;
    const { record } = thread;
    const stream = this.#stream;
    let used = 0;
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      if (H[record + RECORD_WORDS[i]!] !== 0) used |= 1 << i;
    }
    stream.put(used);
    for (; used !== 0; used &= used - 1) {
      const word = RECORD_WORDS[31 - Math.clz32(used & -used)]!;
      const value = H[record + word]!;
      if (RECORD_KINDS[word] === VALUE) stream.put(value);
      else this.#putNumber(this.#objects.number(value));
    }
    putSections(this.#m, thread, stream);
  }

  #putNumber(number: number): void {
    this.#stream.put(number);
    if (number >= OTHERS) this.#stream.put(this.#objects.own.metNumber);
  }

  #putFrames(thread: ThreadView): void {
    const { S } = this.#m;
    const stream = this.#stream;
    const frame = this.#frame;
    for (let found = frame.top(thread); found; found = frame.caller()) {
      const { slots, fp, end } = frame;
      stream.put(frame.method);
      stream.put(frame.distance);
      for (let i = frame.begin; i < end; i++) {
        const slot = slots[i]!;
        const at = fp + (slot >> SLOT_SHIFT);
        const kind = slot & SLOT_KIND;
        if (kind === REFERENCE_SLOT) this.#putNumber(this.#objects.root(S[at]!));
        else stream.put(S[at]!);
        if (kind === DOUBLE_WORD_SLOT) stream.put(S[at + 1]!);
      }
    }
    stream.put(0);
  }
}
