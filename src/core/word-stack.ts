/** Words that are put on top of each other and taken off again: what a level of a search needs to come back. */
import { grown } from "./words.ts";

export class WordStack {
  words: Int32Array = new Int32Array(1 << 5);
  top = 0;

  static of(words: Int32Array): WordStack {
    const stack = new WordStack();
    stack.words = words;
    stack.top = words.length;
    return stack;
  }

  get bytes(): number {
    return this.top * 4;
  }

  /** Reserves `count` more words and returns the array to write them to, from `top` on. */
  reserve(count: number): Int32Array {
    if (this.top + count > this.words.length) {
      this.words = grown(this.words, Math.max(this.words.length * 2, this.top + count));
    }
    return this.words;
  }
}
