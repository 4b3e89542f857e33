/** HOT. The words of a state vector as they are written, one part after the other. */
import { grown } from "../../core/words.ts";

export class VectorWords {
  /** The vector of the last state written, `length` words of it. */
  vector = new Int32Array(1 << 12);
  length = 0;
  /** Where its parts end: those of threads come first, then those of objects. */
  ends = new Int32Array(1 << 8);
  parts = 0;

  protected startVector(): void {
    this.length = 0;
    this.parts = 0;
  }

  protected endPart(): void {
    if (this.parts === this.ends.length) this.ends = grown(this.ends, this.parts * 2);
    this.ends[this.parts++] = this.length;
  }

  put(word: number): void {
    if (this.length === this.vector.length) this.vector = grown(this.vector, this.length * 2);
    this.vector[this.length++] = word;
  }

  /** Makes room for a word that says what follows. */
  protected putHead(): number {
    this.put(0);
    return this.length - 1;
  }

  /** Puts a word unless it is 0; the answer is the bit, or nothing. */
  protected putSome(word: number, bit: number): number {
    if (word === 0) return 0;
    this.put(word);
    return bit;
  }

  /** Reserves `count` words so that the caller may write without bounds checks. */
  protected reserve(words: number): Int32Array {
    if (this.length + words > this.vector.length) {
      this.vector = grown(this.vector, Math.max(this.vector.length * 2, this.length + words));
    }
    return this.vector;
  }
}
