/**
 * Every word of a machine that a program can depend on, copied; and what
 * differs between the copy and the machine now, in words that say where.
 */
import type { Machine } from "../../../src/vm/machine.ts";
import {
  PERM_BASE,
  STATIC_BASE,
  THREAD_BASE,
  threadRecord,
} from "../../../src/vm/memory/memory.ts";
import { T_PC, T_SP, T_STATUS, THREAD_WORDS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";

interface Copy {
  readonly what: string;
  readonly isStack: boolean;
  readonly start: number;
  readonly words: Int32Array;
}

/** Not pc, sp and fp: between transitions they are in the threads' records. */
const REGISTERS = [
  "thread",
  "pending",
  "exitCode",
  "instructions",
  "skippedNanos",
  "heapTop",
  "undoLimit",
  "undoEntries",
  "frameLow",
] as const;

export class Snapshot {
  readonly #machine: Machine;
  readonly #copies: Copy[] = [];
  readonly #registers: readonly number[];

  constructor(m: Machine) {
    this.#machine = m;
    this.#registers = REGISTERS.map((name) => m[name]);
    this.#copy("counter", 0, THREAD_BASE);
    this.#copy("record", THREAD_BASE, threadRecord(m.threadCount));
    this.#copy("static", STATIC_BASE, STATIC_BASE + m.program.statics.words);
    this.#copy("permanent", PERM_BASE, m.permTop);
    this.#copy("heap", m.heapStart, m.heapTop);
    for (let thread = 0; thread < m.threadCount; thread++) this.#copyStack(thread);
  }

  #copy(what: string, start: number, end: number): void {
    this.#copies.push({ what, isStack: false, start, words: this.#machine.H.slice(start, end) });
  }

  #copyStack(thread: number): void {
    const m = this.#machine;
    const record = threadRecord(thread);
    if (m.H[record + T_STATUS] === ThreadStatus.terminated) return;
    const start = thread * m.stackWords;
    const words = m.S.slice(start, m.H[record + T_SP]);
    this.#copies.push({ what: `stack of thread ${thread}`, isStack: true, start, words });
  }

  /** Nothing when every word is what it was. */
  differences(): string[] {
    const m = this.#machine;
    const found = REGISTERS.map((name, i) => [name, this.#registers[i], m[name]] as const)
      .filter(([, before, now]) => before !== now)
      .map(([name, before, now]) => `${name}: ${before} is now ${now}`);
    for (const { what, isStack, start, words } of this.#copies) {
      const now = isStack ? m.S : m.H;
      for (let i = 0; i < words.length; i++) {
        if (words[i] === now[start + i]) continue;
        found.push(`${what} ${this.#place(what, start + i)}: ${words[i]} is now ${now[start + i]}`);
        if (found.length > 20) return found;
      }
    }
    return found;
  }

  #place(what: string, word: number): string {
    const m = this.#machine;
    if (what === "record") {
      const at = word - THREAD_BASE;
      return `${Math.floor(at / THREAD_WORDS)}+${at % THREAD_WORDS}`;
    }
    if (what === "static") return this.#staticName(word - STATIC_BASE);
    if (what === "heap") return this.#objectAt(word, m.heapStart);
    if (what === "permanent") return this.#objectAt(word, PERM_BASE);
    return `${word}`;
  }

  #staticName(index: number): string {
    for (const cls of this.#machine.program.classes) {
      if (cls === undefined) continue;
      if (cls.statusIndex === index) return `status of ${cls.externalName}`;
      const field = cls.fields.find((each) => each.isStatic && each.offset === index);
      if (field !== undefined) return `${cls.externalName}.${field.name}`;
    }
    return `${index}`;
  }

  /** The object that a word belongs to, found by walking from the area's start. */
  #objectAt(word: number, start: number): string {
    const m = this.#machine;
    let at = start;
    for (;;) {
      const cls = m.program.classes[m.H[at]!];
      if (cls === undefined) return `${word}`;
      const size = cls.isArray
        ? m.arrayWords(m.classTables.elementShift[cls.id]!, m.H[at + 3]!)
        : m.classTables.instanceWords[cls.id]!;
      if (word < at + size) return `${cls.externalName}+${word - at}`;
      at += size;
    }
  }
}

/** The method each live thread is in, for messages. */
export function whereThreadsAre(m: Machine): string {
  return Array.from({ length: m.threadCount }, (_, thread) => {
    const pc = m.H[threadRecord(thread) + T_PC]!;
    return `${thread}: ${pc === 0 ? "nowhere" : m.space.codeAt(pc).method.toString()}`;
  }).join("; ");
}
