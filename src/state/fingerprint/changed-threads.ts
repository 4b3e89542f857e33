/** HOT. The threads that must be hashed again after a step, each once, the one that ran first. */
import { MAX_THREADS } from "../../vm/memory/memory.ts";

export class ChangedThreads {
  readonly threads = new Int32Array(MAX_THREADS);
  count = 0;
  readonly #isHere = new Uint8Array(MAX_THREADS);

  /** The thread that took the step. */
  get runner(): number {
    return this.threads[0]!;
  }

  add(thread: number): void {
    if (this.#isHere[thread] === 1) return;
    this.#isHere[thread] = 1;
    this.threads[this.count++] = thread;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#isHere[this.threads[i]!] = 0;
    this.count = 0;
  }
}
