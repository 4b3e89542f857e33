/**
 * What makes a machine go back. Each write to a heap, static or thread word
 * that existed when the transition began is logged with its old value; words
 * allocated since then need no entry, because going back drops them. Frames
 * are logged whole: the running thread's top frame when the transition begins,
 * and each frame below it just before the thread returns into it.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { grown, sparseWords } from "../../core/words.ts";
import { Memory, type MemorySize } from "./memory.ts";

const FIRST_CAPACITY = 1 << 16;
/** Up to this many entries are compacted by comparing each with each. */
const FEW_ENTRIES = 12;
/** Instead of an address: an earlier entry is of the same word. */
const REPEATED = -1;

/** Words that a run of saved stack words takes besides. */
const RUN_COST = 2;
/** Words of a mark on the stack of marks. */
const MARK_WORDS = 5;

/** A point to go back to. */
export interface Mark {
  readonly words: number;
  readonly frames: number;
  readonly heapTop: number;
  heapLimit: number;
  readonly undoLimit: number;
  readonly frameLow: number;
  readonly exitCode: number;
}

export class UndoableMemory extends Memory {
  /** Writes below this word index are logged. 0 switches the log off. */
  undoLimit = 0;
  /** Frames at or above this stack index are saved (or new) in this transition. */
  frameLow = 0;
  heapTop: number;
  /** An allocation that would go beyond has to make room first (heap-room.ts). */
  heapEnd: number;
  /**
   * The program's live objects fit into its heap as long as `heapTop` is not above: what has been
   * allocated since they were counted is at most what was free then.
   */
  heapLimit: number;
  /** Where the space for objects ends. */
  spaceEnd: number;
  /** The least that `heapTop` has been since this was last set: objects below lie where they lay. */
  lowestTop = 0;
  /** What the program will end with; no word of memory, but undone like one. */
  exitCode = 0;
  #undoTop = 0;
  #undo = new Int32Array(FIRST_CAPACITY);
  #frameTop = 0;
  /** Runs of saved stack words, read from the end: words, where they begin, how many they are. */
  #frames = new Int32Array(FIRST_CAPACITY);
  /** Where such runs are put together. */
  #spare = new Int32Array(1 << 8);
  #marks = new Int32Array(FIRST_CAPACITY);
  #markTop = 0;
  /** Where the log of words ended when the transition under way began. */
  #begun = 0;
  /** The mark that it began with, unless that is on the stack of marks. */
  #mark: Mark | null = null;
  /** By address: when it was last seen by `compactLog`. Pages of it that are never touched cost nothing. */
  #stamps: Int32Array = new Int32Array(0);
  #epoch = 0;
  /** Entries ever logged, for statistics. */
  logged = 0;

  constructor(size: MemorySize, heapTop: number) {
    super(size);
    this.heapTop = heapTop;
    this.heapLimit = heapTop + this.heapWords;
    this.heapEnd = this.heapLimit;
    this.spaceEnd = heapTop + this.spaceWords;
  }

  /** HOT. To be called before word `address` of H changes. */
  logWord(address: number): void {
    if (address < this.undoLimit) this.#push(address);
  }

  #push(address: number): void {
    let undo = this.#undo;
    const top = this.#undoTop;
    if (top + 2 > undo.length) undo = this.#growUndo();
    undo[top] = address;
    undo[top + 1] = this.H[address]!;
    this.#undoTop = top + 2;
  }

  #growUndo(): Int32Array<ArrayBuffer> {
    this.#undo = grown(this.#undo);
    return this.#undo;
  }

  logRange(first: number, end: number): void {
    if (first >= this.undoLimit) return;
    for (let address = first; address < end; address++) this.#push(address);
  }

  setWord(address: number, value: number): void {
    this.logWord(address);
    this.H[address] = value;
  }

  /** As setWord, for words that lie above those of the heap. */
  setAlways(address: number, value: number): void {
    this.#push(address);
    this.H[address] = value;
  }

  /** Saves the stack words [first, end) as they are now. */
  saveStack(first: number, end: number): void {
    const length = end - first;
    if (this.#frameTop + length + RUN_COST > this.#frames.length) {
      this.#frames = grown(
        this.#frames,
        Math.max(this.#frames.length * 2, this.#frameTop + length + RUN_COST),
      );
    }
    const frames = this.#frames;
    const S = this.S;
    let top = this.#frameTop;
    for (let i = first; i < end; i++) frames[top++] = S[i]!;
    frames[top++] = first;
    frames[top++] = length;
    this.#frameTop = top;
  }

  /** The thread is about to run in the frame at `fp` that lies below what was saved. */
  saveFramesDownTo(fp: number): void {
    if (this.undoLimit !== 0) this.saveStack(fp, this.frameLow);
    this.frameLow = fp;
  }

  /** Starts a transition of a thread whose top frame is the stack words [fp, sp). */
  beginTransition(fp: number, sp: number): Mark {
    const mark: Mark = {
      words: this.#undoTop,
      frames: this.#frameTop,
      heapTop: this.heapTop,
      heapLimit: this.heapLimit,
      undoLimit: this.undoLimit,
      frameLow: this.frameLow,
      exitCode: this.exitCode,
    };
    this.#begun = this.#undoTop;
    this.#mark = mark;
    this.undoLimit = this.heapTop;
    this.saveStack(fp, sp);
    this.frameLow = fp;
    return mark;
  }

  /** Puts every word back to what it was when `mark` was made. */
  undoTo(mark: Mark): void {
    this.#restore(mark.words, mark.frames);
    this.#dropTo(mark.heapTop, mark.heapLimit);
    this.undoLimit = mark.undoLimit;
    this.frameLow = mark.frameLow;
    this.exitCode = mark.exitCode;
  }

  #dropTo(heapTop: number, heapLimit: number): void {
    this.heapTop = heapTop;
    if (heapTop < this.lowestTop) this.lowestTop = heapTop;
    this.heapLimit = heapLimit;
    this.heapEnd = heapLimit < this.spaceEnd ? heapLimit : this.spaceEnd;
  }

  #restore(wordTop: number, frameTop: number): void {
    const { H, S } = this;
    const undo = this.#undo;
    for (let top = this.#undoTop; top > wordTop; top -= 2) H[undo[top - 2]!] = undo[top - 1]!;
    this.#undoTop = wordTop;
    const frames = this.#frames;
    let top = this.#frameTop;
    while (top > frameTop) {
      const length = frames[top - 1]!;
      const first = frames[top - 2]!;
      top -= RUN_COST + length;
      for (let i = 0; i < length; i++) S[first + i] = frames[top + i]!;
    }
    this.#frameTop = frameTop;
  }

  /** As `beginTransition`, with the mark kept on a stack of its own. */
  pushTransition(fp: number, sp: number): void {
    if (this.#markTop + MARK_WORDS > this.#marks.length) {
      this.#marks = grown(this.#marks);
    }
    const marks = this.#marks;
    const top = this.#markTop;
    marks[top] = this.#undoTop;
    marks[top + 1] = this.#frameTop;
    marks[top + 2] = this.heapTop;
    marks[top + 3] = this.exitCode;
    marks[top + 4] = this.heapLimit;
    this.#markTop = top + MARK_WORDS;
    this.#begun = this.#undoTop;
    this.#mark = null;
    this.undoLimit = this.heapTop;
    this.saveStack(fp, sp);
    this.frameLow = fp;
  }

  /** Takes back the last pushed transition. */
  popTransition(): void {
    const marks = this.#marks;
    const top = this.#markTop - MARK_WORDS;
    this.#markTop = top;
    this.#restore(marks[top]!, marks[top + 1]!);
    this.#dropTo(marks[top + 2]!, marks[top + 4]!);
    // Between transitions: everything there is would be logged, and there is no top frame.
    this.undoLimit = this.heapTop;
    this.frameLow = 0;
    this.exitCode = marks[top + 3]!;
  }

  /** Where the log of words ended when the transition under way began, pushed or not. */
  get begun(): number {
    return this.#begun;
  }

  /** To be called before the transition under way has done anything: the heap's limit as the state before it had it, too. */
  setLimitBefore(heapLimit: number): void {
    this.heapLimit = heapLimit;
    if (this.#mark === null) this.#marks[this.#markTop - 1] = heapLimit;
    else this.#mark.heapLimit = heapLimit;
  }

  /** Where the log of words ended when the last pushed transition began. */
  get transitionStart(): number {
    return this.#marks[this.#markTop - MARK_WORDS]!;
  }

  /** Bytes that the pushed transitions take. */
  get transitionBytes(): number {
    return (this.#undoTop + this.#frameTop + this.#markTop) * 4;
  }

  /**
   * Keeps of the stack words that the last pushed transition saved only what
   * going back needs. `sp` is where the stack of the thread that ran ends now.
   * Words in use that have not changed need no entry: later transitions put
   * them back to what they are now. What lies above stays whole, because they
   * will not.
   */
  compactStack(sp: number): void {
    const since = this.#marks[this.#markTop - MARK_WORDS + 1]!;
    const { S } = this;
    const frames = this.#frames;
    let from = this.#frameTop;
    if (from - since > this.#spare.length) this.#spare = new Int32Array(2 * (from - since));
    const spare = this.#spare;
    let spared = 0;
    while (from > since) {
      const length = frames[from - 1]!;
      const first = frames[from - 2]!;
      from -= RUN_COST + length;
      let start = -1;
      let last = 0;
      for (let i = 0; i < length; i++) {
        if (first + i < sp && S[first + i] === frames[from + i]) continue;
        if (start < 0) {
          start = i;
        } else if (i - last > RUN_COST + 1) {
          spared = copyRun(frames, from + start, from + last, spare, spared, first + start);
          start = i;
        }
        last = i;
      }
      if (start >= 0) {
        spared = copyRun(frames, from + start, from + last, spare, spared, first + start);
      }
    }
    for (let i = 0; i < spared; i++) frames[since + i] = spare[i]!;
    this.#frameTop = since + spared;
  }

  /** Forgets how to go back: what has happened is final. */
  commit(): void {
    this.logged += this.#undoTop >> 1;
    this.#undoTop = 0;
    this.#frameTop = 0;
    this.#markTop = 0;
    if (this.undoLimit !== 0) this.undoLimit = this.heapTop;
  }

  /** Calls `visit` with the address and old value of each word logged since a mark, oldest first. */
  forEachLogged(since: number, visit: (address: number, old: number) => void): void {
    for (let at = since; at < this.#undoTop; at += 2) visit(this.#undo[at]!, this.#undo[at + 1]!);
  }

  /** The log of words: pairs of address and old value up to `logTop`. Another array once it has grown. */
  get wordLog(): Int32Array {
    return this.#undo;
  }

  /** Leaves one entry since a mark for each word that differs from what it was then, and none for the others. */
  compactLog(since: number): void {
    if (this.#undoTop - since <= FEW_ENTRIES * 2) this.#compactFew(since);
    else this.#compactMany(since);
  }

  /** So few entries are compared sooner than stamps are found. */
  #compactFew(since: number): void {
    const { H } = this;
    const undo = this.#undo;
    const top = this.#undoTop;
    for (let at = since + 2; at < top; at += 2) {
      const address = undo[at]!;
      let first = since;
      while (undo[first] !== address) first += 2;
      // Only the first entry has the value from before.
      if (first < at) undo[at] = REPEATED;
    }
    let to = since;
    for (let at = since; at < top; at += 2) {
      const address = undo[at]!;
      const old = undo[at + 1]!;
      if (address === REPEATED || H[address] === old) continue;
      undo[to] = address;
      undo[to + 1] = old;
      to += 2;
    }
    this.#undoTop = to;
  }

  #compactMany(since: number): void {
    const { H } = this;
    const undo = this.#undo;
    const top = this.#undoTop;
    if (this.#stamps.length === 0) this.#stamps = sparseWords(H.length);
    const stamps = this.#stamps;
    const epoch = nextEpoch(stamps, this.#epoch);
    this.#epoch = epoch;
    let to = since;
    for (let at = since; at < top; at += 2) {
      const address = undo[at]!;
      if (stamps[address] === epoch) continue;
      // Only the first entry has the value from before.
      stamps[address] = epoch;
      const old = undo[at + 1]!;
      if (H[address] === old) continue;
      undo[to] = address;
      undo[to + 1] = old;
      to += 2;
    }
    this.#undoTop = to;
  }

  /** Where the log of words ends now: a place for `forEachLogged`. */
  get logTop(): number {
    return this.#undoTop;
  }

  get frameLogTop(): number {
    return this.#frameTop;
  }

  /** Entries in the log now. */
  get undoEntries(): number {
    return this.#undoTop >> 1;
  }
}

/** Appends the run [from, last] of stack words that begin at `first`. */
function copyRun(
  frames: Int32Array,
  from: number,
  last: number,
  into: Int32Array,
  at: number,
  first: number,
): number {
  let top = at;
  for (let i = from; i <= last; i++) into[top++] = frames[i]!;
  into[top++] = first;
  into[top++] = last - from + 1;
  return top;
}
