/**
 * What makes a machine go back. Each write to a heap, static or thread word
 * that existed when the transition began is logged with its old value; words
 * allocated since then need no entry, because going back drops them. Frames
 * are logged whole: the running thread's top frame when the transition begins,
 * and each frame below it just before the thread returns into it.
 */
import { Memory, type MemorySize } from "./memory.ts";

const FIRST_CAPACITY = 1 << 16;

/** A point to go back to. */
export interface Mark {
  readonly words: number;
  readonly frames: number;
  readonly heapTop: number;
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
  /** What the program will end with; no word of memory, but undone like one. */
  exitCode = 0;
  #undoTop = 0;
  #undo = new Int32Array(FIRST_CAPACITY);
  #frameTop = 0;
  #frames = new Int32Array(FIRST_CAPACITY);
  /** Entries ever logged, for statistics. */
  logged = 0;

  constructor(size: MemorySize, heapTop: number) {
    super(size);
    this.heapTop = heapTop;
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
    const larger = new Int32Array(this.#undo.length * 2);
    larger.set(this.#undo);
    this.#undo = larger;
    return larger;
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
    if (this.#frameTop + length + 2 > this.#frames.length) {
      const larger = new Int32Array(Math.max(this.#frames.length * 2, this.#frameTop + length + 2));
      larger.set(this.#frames);
      this.#frames = larger;
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
      undoLimit: this.undoLimit,
      frameLow: this.frameLow,
      exitCode: this.exitCode,
    };
    this.undoLimit = this.heapTop;
    this.saveStack(fp, sp);
    this.frameLow = fp;
    return mark;
  }

  /** Puts every word back to what it was when `mark` was made. */
  undoTo(mark: Mark): void {
    const { H, S } = this;
    const undo = this.#undo;
    for (let top = this.#undoTop; top > mark.words; top -= 2) H[undo[top - 2]!] = undo[top - 1]!;
    this.#undoTop = mark.words;
    const frames = this.#frames;
    let top = this.#frameTop;
    while (top > mark.frames) {
      const length = frames[top - 1]!;
      const first = frames[top - 2]!;
      top -= 2 + length;
      for (let i = 0; i < length; i++) S[first + i] = frames[top + i]!;
    }
    this.#frameTop = mark.frames;
    this.heapTop = mark.heapTop;
    this.undoLimit = mark.undoLimit;
    this.frameLow = mark.frameLow;
    this.exitCode = mark.exitCode;
  }

  /** As beginTransition, with the mark in four words of an array: for whoever keeps many of them. */
  beginTransitionAt(marks: Int32Array, at: number, fp: number, sp: number): void {
    marks[at] = this.#undoTop;
    marks[at + 1] = this.#frameTop;
    marks[at + 2] = this.heapTop;
    marks[at + 3] = this.exitCode;
    this.undoLimit = this.heapTop;
    this.saveStack(fp, sp);
    this.frameLow = fp;
  }

  /** What is logged of a transition in progress is nobody's business afterwards, so two words of a mark can be left out. */
  undoToMarkAt(marks: Int32Array, at: number): void {
    const { undoLimit, frameLow } = this;
    this.undoTo({
      words: marks[at]!,
      frames: marks[at + 1]!,
      heapTop: marks[at + 2]!,
      exitCode: marks[at + 3]!,
      undoLimit,
      frameLow,
    });
  }

  /** Bytes of the log now. */
  get logBytes(): number {
    return (this.#undoTop + this.#frameTop) * 4;
  }

  /** Forgets how to go back: what has happened is final. */
  commit(): void {
    this.logged += this.#undoTop >> 1;
    this.#undoTop = 0;
    this.#frameTop = 0;
    if (this.undoLimit !== 0) this.undoLimit = this.heapTop;
  }

  /** Calls `visit` with the address and old value of each word logged since a mark, oldest first. */
  forEachLogged(since: number, visit: (address: number, old: number) => void): void {
    for (let at = since; at < this.#undoTop; at += 2) visit(this.#undo[at]!, this.#undo[at + 1]!);
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
