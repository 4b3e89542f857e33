/**
 * HOT. The threads of a state as a StateProjection needs them (part-writer.ts). A thread
 * that has not run, and whose record has not been written, is unchanged. So what is known
 * of it stays, and is restored with the search. A changed thread is looked up among the
 * known ones (thread-cache.ts): its part depends only on the words of its record and
 * stack.
 *
 * A thread consists of its control and its data. Control is its status, which words
 * of its record are in use, its sections, and where its frames stand. It says which
 * words follow as data and what they mean, just as the questions that are asked of a
 * state do. So it is kept once, in a table, and so is the row of all threads'
 * control: the *signature* of the stacks, of which a state has only the number.
 */

import { RowInterner } from "../../core/row-interner.ts";
import { WordStack } from "../../core/word-stack.ts";
import type { BootWords } from "../../state/boot-words.ts";
import { StreamHash } from "../../state/fingerprint/additive-hash.ts";
import {
  DOUBLE_WORD_SLOT,
  MappedFrame,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "../../state/frame-map.ts";
import type { FrameLiveness } from "../../state/live-cells.ts";
import { hasNoSection, putSections } from "../../state/operation-words.ts";
import { ThreadCache } from "../../state/thread-cache.ts";
import { RECORD_KINDS, RECORD_WORDS, VALUE } from "../../state/thread-record-words.ts";
import type { ThreadView } from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import { MAX_THREADS, STATIC_BASE, THREAD_BASE, THREAD_WORDS } from "../../vm/memory/memory.ts";
import { PartWriter, StatePart } from "./part-writer.ts";

/** What a thread's run begins with: no run of a walk does. */
const THREAD_RUN = -1;
/** The first word of a thread: its status, whether it is in sections, and which words of its record follow. */
const STATUS_SHIFT = 24;
const HAS_SECTIONS = 1 << 23;
/** The same of a thread that has ended, as far as it can still be asked. */
const WAS_JOINED = 1;
const WAS_INTERRUPTED = 2;

/**
 * What is known of a thread: the hash of its part, the bits of that, a hash of the thread with
 * the addresses it has, to be added up with those of others, the number of its control, and
 * how many references it has; then those.
 */
export const PART_HIGH = 0;
export const PART_LOW = 1;
export const PART_BITS = 2;
export const PART_EXACT_HIGH = 3;
export const PART_EXACT_LOW = 4;
const PART_CONTROL = 5;
export const PART_REF_COUNT = 6;
export const PART_REFS = 7;

export class ThreadParts {
  readonly #m: Machine;
  readonly #runs: RowInterner | null;
  readonly #boot: Pick<BootWords, "top">;
  readonly #frame: MappedFrame;
  readonly #known: ThreadCache;
  /** By thread: where its part begins among the words; 0 if it has not been needed. */
  readonly #places = new Int32Array(MAX_THREADS);
  /** For each step: the threads it changed with their places before, and how many they are. */
  readonly #steps = new WordStack();
  readonly #part = new StatePart();
  readonly #stream = new StreamHash();
  readonly #writer: PartWriter;
  readonly #controls = {
    put: (word: number): void => {
      this.#putControl(word);
    },
  };
  /** What control threads have had, and states. */
  readonly #signatures = new RowInterner();

  /** With `runs` a part has no hash, but a number of those for all that it consists of. `capacity`: words for what is known of threads. */
  constructor(
    m: Machine,
    boot: Pick<BootWords, "top">,
    frames: FrameLiveness | null,
    runs: RowInterner | null = null,
    capacity?: number,
  ) {
    this.#runs = runs;
    this.#m = m;
    this.#known = new ThreadCache(m, capacity);
    this.#boot = boot;
    this.#writer = new PartWriter(boot, runs);
    this.#frame = new MappedFrame(m, frames);
    // Other slots may be live from then on.
    frames?.whenRenewed?.(() => {
      this.#known.clear();
      this.#forgetPlaces();
    });
  }

  /** Of what is needed to go back. */
  get bytes(): number {
    return this.#steps.bytes;
  }

  /** Of the table of signatures. */
  get signatureBytes(): number {
    return this.#signatures.bytes;
  }

  /** What is known of threads, wherever `of` says. */
  get words(): Int32Array {
    return this.#known.words;
  }

  noteStep(thread: number, since: number): void {
    const { wordLog, logTop } = this.#m;
    const steps = this.#steps;
    const before = steps.top;
    this.#renew(thread);
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      if (address < THREAD_BASE || address >= STATIC_BASE) continue;
      const other = Math.floor((address - THREAD_BASE) / THREAD_WORDS);
      if (other !== thread && !this.#isRenewed(other, before)) this.#renew(other);
    }
    steps.reserve(1)[steps.top] = (steps.top - before) >> 1;
    steps.top++;
  }

  /** The step that was written down from `before` on has changed this thread. */
  #isRenewed(thread: number, before: number): boolean {
    const { words, top } = this.#steps;
    for (let at = before; at < top; at += 2) if (words[at] === thread) return true;
    return false;
  }

  #renew(thread: number): void {
    const words = this.#steps.reserve(2);
    words[this.#steps.top++] = thread;
    words[this.#steps.top++] = this.#places[thread]!;
    this.#places[thread] = 0;
  }

  undoStep(): void {
    const steps = this.#steps;
    const { words } = steps;
    for (let count = words[--steps.top]!; count > 0; count--) {
      const place = words[--steps.top]!;
      this.#places[words[--steps.top]!] = place;
    }
  }

  /** The search restarts: signatures are renumbered. */
  forgetSteps(): void {
    this.#steps.top = 0;
    this.#signatures.clear();
    this.#known.clear();
    this.#places.fill(0);
  }

  /** Where among the words a thread is, as it is now. */
  of(thread: number): number {
    const place = this.#places[thread]!;
    if (place !== 0) return place;
    const found = this.find(thread);
    this.#places[thread] = found;
    return found;
  }

  /** The same, for callers that do not report steps. */
  find(thread: number): number {
    const known = this.#known.find(thread, 0);
    const place = known === 0 ? this.#add(thread) : known;
    return place;
  }

  #add(thread: number): number {
    const part = this.#part;
    const view = this.#m.threadAt(thread);
    const control = this.#compute(part, view);
    this.#hashExactly(part, thread, view, control);
    const { forgotten } = this.#known;
    const { refs, refCount } = part;
    const place = this.#known.add(PART_REFS + refCount);
    if (this.#known.forgotten !== forgotten) this.#forgetPlaces();
    const { words } = this.#known;
    words[place + PART_HIGH] = part.high;
    words[place + PART_LOW] = part.low;
    words[place + PART_BITS] = part.bits;
    words[place + PART_EXACT_HIGH] = this.#stream.high;
    words[place + PART_EXACT_LOW] = this.#stream.low;
    words[place + PART_CONTROL] = control;
    words[place + PART_REF_COUNT] = refCount;
    for (let i = 0; i < refCount; i++) words[place + PART_REFS + i] = refs[i]!;
    return place;
  }

  /** Forgets everything, for the present state and for states to return to. */
  #forgetPlaces(): void {
    this.#places.fill(0);
    const { words, top } = this.#steps;
    for (let at = top; at > 0; ) {
      const start = at - 1 - 2 * words[at - 1]!;
      for (let place = start + 1; place < at; place += 2) words[place] = 0;
      at = start;
    }
  }

  /** The number of the signature of all threads as they are now. */
  signature(): number {
    const { threadCount } = this.#m;
    // First, since their own control may be new to the table.
    for (let thread = 0; thread < threadCount; thread++) this.of(thread);
    const { words: stack } = this.#signatures;
    const start = stack.top;
    for (let thread = 0; thread < threadCount; thread++) {
      const control = this.#known.words[this.of(thread) + PART_CONTROL]!;
      stack.reserve(1)[stack.top++] = control;
    }
    return this.#signatures.keep(start);
  }

  /** Leaves the thread in `part`; the number of its control. */
  #compute(part: StatePart, thread: ThreadView): number {
    this.#writer.start(part);
    const { words: stack } = this.#signatures;
    const start = stack.top;
    this.#putRecord(thread);
    const control = this.#signatures.keep(start);
    // A hash is of both. A number is of the data alone: control has its own.
    if (this.#runs === null) this.#writer.putUncounted(control);
    this.#writer.finish(THREAD_RUN);
    return control;
  }

  #putControl(word: number): void {
    const { words: stack } = this.#signatures;
    stack.reserve(1)[stack.top++] = word;
  }

  #hashExactly(part: StatePart, thread: number, view: ThreadView, control: number): void {
    const stream = this.#stream;
    stream.start(1 + thread);
    stream.put(part.high);
    stream.put(part.low);
    if (this.#runs !== null) stream.put(control);
    stream.put(view.status);
    stream.put(view.flags);
    stream.put(view.object);
    const { refs, refCount } = part;
    for (let i = 0; i < refCount; i++) stream.put(refs[i]!);
    stream.finish();
  }

  #putRecord(thread: ThreadView): void {
    const m = this.#m;
    const { H } = m;
    const { record } = thread;
    const status = thread.status << STATUS_SHIFT;
    if (thread.hasEnded) {
      // A program can ask about an initial Thread without holding a reference to it.
      const isFixed = thread.object < this.#boot.top;
      const joined = thread.wasJoined ? WAS_JOINED : 0;
      const interrupted = isFixed && thread.isInterrupted ? WAS_INTERRUPTED : 0;
      this.#putControl(status | joined | interrupted);
      if (isFixed) this.#putControl(thread.object);
      return;
    }
    const writer = this.#writer;
    const hasSections = !hasNoSection(thread);
    let used = hasSections ? HAS_SECTIONS : 0;
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      if (H[record + RECORD_WORDS[i]!] !== 0) used |= 1 << i;
    }
    this.#putControl(status | used);
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      if ((used & (1 << i)) === 0) continue;
      const word = RECORD_WORDS[i]!;
      const value = H[record + word]!;
      if (RECORD_KINDS[word] === VALUE) writer.put(value);
      else writer.putReference(value);
    }
    if (hasSections) putSections(m, thread, this.#controls);
    this.#putFrames(thread);
  }

  #putFrames(thread: ThreadView): void {
    const { S } = this.#m;
    const writer = this.#writer;
    const frame = this.#frame;
    for (let found = frame.top(thread); found; found = frame.caller()) {
      const { slots, fp, begin, end } = frame;
      this.#putControl(frame.pc);
      // Of two frames that stand at one place, one may have its arguments still on its stack.
      this.#putControl(end - begin);
      for (let i = begin; i < end; i++) {
        const slot = slots[i]!;
        const at = fp + (slot >> SLOT_SHIFT);
        const kind = slot & SLOT_KIND;
        if (kind === REFERENCE_SLOT) {
          writer.putReference(S[at]!);
        } else {
          writer.put(S[at]!);
          if (kind === DOUBLE_WORD_SLOT) writer.put(S[at + 1]!);
        }
      }
    }
    this.#putControl(0);
  }
}
