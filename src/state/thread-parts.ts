/**
 * HOT. The threads of a state as a LiveWalk wants them: for each a hash of all
 * words of its record and its frames, and a list of the objects that they refer
 * to, in order; which of these a reference means is part of the hash. What was
 * there from the start is known by its address and in no list. A thread that has not run, and whose record nobody has written, is as
 * it was; so what is known of it is kept by a number that changes with it, and
 * goes back with the search.
 */
import { outerSection } from "../vm/library-sections.ts";
import type { Machine } from "../vm/machine.ts";
import {
  F_INTERRUPTED,
  F_JOINED,
  MAX_THREADS,
  STATIC_BASE,
  T_FLAGS,
  T_FP,
  T_OBJECT,
  T_PC,
  T_SECTION,
  T_SP,
  T_STATUS,
  THREAD_BASE,
  THREAD_WORDS,
  threadRecord,
} from "../vm/memory.ts";
import { ThreadStatus } from "../vm/thread-status.ts";
import type { FrameLiveness } from "./frame-liveness.ts";
import {
  DOUBLE_WORD_SLOT,
  FrameMaps,
  MAP_CALL_WORDS,
  MAP_END,
  MAP_LINKAGE,
  MAP_SLOTS,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "./frame-map.ts";
import { RECORD_KINDS, RECORD_WORDS, VALUE } from "./record-words.ts";
import type { WordRuns } from "./word-runs.ts";
import { WordStack } from "./word-stack.ts";
import { WordStream } from "./word-sum.ts";

/** The word for a reference: which kind it is, in the lowest bits. */
export const REFERENCE_TAG = 2;
export const KNOWN_REFERENCE = 1;
export const NEW_REFERENCE = 2;
/** Among so many references of a thread it is looked for one that is there twice. */
const TOLD_APART = 16;
/** What a thread's run begins with: no run of a walk does. */
const THREAD_RUN = -1;
/** The first word of a thread: its status, whether it is in sections, and which words of its record follow. */
const STATUS_SHIFT = 24;
const HAS_SECTIONS = 1 << 23;

export class ThreadPart {
  /** Which version of the thread this is. */
  version = -1;
  high = 0;
  low = 0;
  /** Words of it in a vector, as a LiveWalk counts them. */
  words = 0;
  refs = new Int32Array(16);
  refCount = 0;
  /** A hash of the thread with the addresses it has; to be added up with those of others. */
  exactHigh = 0;
  exactLow = 0;

  addReference(ref: number): void {
    if (this.refCount === this.refs.length) {
      const larger = new Int32Array(this.refCount * 2);
      larger.set(this.refs);
      this.refs = larger;
    }
    this.refs[this.refCount++] = ref;
  }
}

export class ThreadParts {
  readonly #m: Machine;
  readonly #runs: WordRuns | null;
  readonly #bootTop: number;
  readonly #frames: FrameMaps;
  readonly #parts: ThreadPart[] = [];
  readonly #versions = new Int32Array(MAX_THREADS);
  #lastVersion = 0;
  /** For each step: the threads it changed with their versions before, and how many they are. */
  readonly #steps = new WordStack();
  readonly #stream = new WordStream();
  #words = 0;
  #zeros = 0;

  /** With `runs` a part has no hash, but a number of those for all that it consists of. */
  constructor(
    m: Machine,
    bootTop: number,
    frames: FrameLiveness | null,
    runs: WordRuns | null = null,
  ) {
    this.#runs = runs;
    this.#m = m;
    this.#bootTop = bootTop;
    this.#frames = new FrameMaps(m, frames);
  }

  /** Of what is needed to go back. */
  get bytes(): number {
    return this.#steps.bytes;
  }

  noteStep(thread: number, since: number): void {
    const { wordLog, logTop } = this.#m;
    const steps = this.#steps;
    const before = steps.top;
    this.#renew(thread);
    const first = this.#lastVersion;
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      if (address < THREAD_BASE || address >= STATIC_BASE) continue;
      const other = Math.floor((address - THREAD_BASE) / THREAD_WORDS);
      if (this.#versions[other]! < first) this.#renew(other);
    }
    steps.reserve(1)[steps.top] = (steps.top - before) >> 1;
    steps.top++;
  }

  #renew(thread: number): void {
    const words = this.#steps.reserve(2);
    words[this.#steps.top++] = thread;
    words[this.#steps.top++] = this.#versions[thread]!;
    this.#versions[thread] = ++this.#lastVersion;
  }

  undoStep(): void {
    const steps = this.#steps;
    const { words } = steps;
    for (let count = words[--steps.top]!; count > 0; count--) {
      const version = words[--steps.top]!;
      this.#versions[words[--steps.top]!] = version;
    }
  }

  forgetSteps(): void {
    this.#steps.top = 0;
    this.#versions.fill(++this.#lastVersion);
  }

  /** A thread as it is now. */
  of(thread: number): ThreadPart {
    while (thread >= this.#parts.length) this.#parts.push(new ThreadPart());
    const part = this.#parts[thread]!;
    if (part.version !== this.#versions[thread]) {
      part.version = this.#versions[thread]!;
      this.#compute(part, threadRecord(thread));
      this.#hashExactly(part, thread);
    }
    return part;
  }

  #compute(part: ThreadPart, record: number): void {
    part.refCount = 0;
    this.#words = 0;
    this.#zeros = 0;
    this.#stream.start(0);
    this.#putRecord(part, record);
    if (this.#runs !== null) {
      part.high = this.#numberOf(this.#runs);
      part.low = 0;
    } else {
      this.#stream.finish();
      part.high = this.#stream.high;
      part.low = this.#stream.low;
    }
    part.words = this.#words - this.#zeros + ((this.#words + 31) >> 5);
  }

  #numberOf(runs: WordRuns): number {
    const { words: stack } = runs;
    const start = stack.top;
    stack.reserve(1)[stack.top++] = THREAD_RUN;
    this.#stream.appendTo(stack);
    return runs.keep(start);
  }

  #hashExactly(part: ThreadPart, thread: number): void {
    const { H } = this.#m;
    const record = threadRecord(thread);
    const stream = this.#stream;
    stream.start(1 + thread);
    stream.put(part.high);
    stream.put(part.low);
    stream.put(H[record + T_STATUS]!);
    stream.put(H[record + T_FLAGS]!);
    stream.put(H[record + T_OBJECT]!);
    const { refs, refCount } = part;
    for (let i = 0; i < refCount; i++) stream.put(refs[i]!);
    stream.finish();
    part.exactHigh = stream.high;
    part.exactLow = stream.low;
  }

  #put(word: number): void {
    this.#words++;
    if (word === 0) this.#zeros++;
    this.#stream.put(word);
  }

  #putReference(part: ThreadPart, ref: number): void {
    if (ref < this.#bootTop) {
      this.#put(ref << REFERENCE_TAG);
      return;
    }
    const { refs } = part;
    const count = part.refCount < TOLD_APART ? part.refCount : TOLD_APART;
    for (let i = 0; i < count; i++) {
      if (refs[i] !== ref) continue;
      this.#put((i << REFERENCE_TAG) | KNOWN_REFERENCE);
      return;
    }
    // Its word is counted where its number is given.
    this.#stream.put(NEW_REFERENCE);
    part.addReference(ref);
  }

  #putRecord(part: ThreadPart, record: number): void {
    const m = this.#m;
    const { H } = m;
    const status = H[record + T_STATUS]!;
    const flags = H[record + T_FLAGS]!;
    if (status === ThreadStatus.terminated) {
      // A Thread that was there from the start can be asked without anybody having it.
      const asked = H[record + T_OBJECT]! < this.#bootTop ? F_INTERRUPTED : 0;
      this.#put((status << STATUS_SHIFT) | (flags & (F_JOINED | asked)));
      return;
    }
    const section = H[record + T_SECTION]!;
    let used = section === 0 ? 0 : HAS_SECTIONS;
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      if (H[record + RECORD_WORDS[i]!] !== 0) used |= 1 << i;
    }
    this.#put((status << STATUS_SHIFT) | used);
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      if ((used & (1 << i)) === 0) continue;
      const word = RECORD_WORDS[i]!;
      const value = H[record + word]!;
      if (RECORD_KINDS[word] === VALUE) this.#put(value);
      else this.#putReference(part, value);
    }
    if (section !== 0) {
      for (let at = section; at !== 0; at = outerSection(m, at)) this.#put(at);
      this.#put(0);
    }
    this.#putFrames(part, record);
  }

  #putFrames(part: ThreadPart, record: number): void {
    const { H, S } = this.#m;
    const frames = this.#frames;
    let pc = H[record + T_PC]!;
    let fp = H[record + T_FP]!;
    let sp = H[record + T_SP]!;
    while (pc !== 0) {
      const map = frames.at(pc, sp - fp);
      const { words } = frames;
      const end = words[map + MAP_END]!;
      this.#put(pc);
      for (let i = map + MAP_SLOTS; i < end; i++) {
        const slot = words[i]!;
        const at = fp + (slot >> SLOT_SHIFT);
        const kind = slot & SLOT_KIND;
        if (kind === REFERENCE_SLOT) {
          this.#putReference(part, S[at]!);
        } else {
          this.#put(S[at]!);
          if (kind === DOUBLE_WORD_SLOT) this.#put(S[at + 1]!);
        }
      }
      const linkage = fp + words[map + MAP_LINKAGE]!;
      const returnPc = S[linkage]!;
      pc = returnPc === 0 ? 0 : returnPc - words[map + MAP_CALL_WORDS]!;
      sp = fp;
      fp = S[linkage + 1]!;
    }
    this.#put(0);
  }
}
