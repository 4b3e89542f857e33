/**
 * A machine whose states a test makes by hand: three threads stand in front of
 * a read of a static field, and a step is whatever the test writes. At every
 * arrival the incremental fingerprint is held against the full vector.
 */

import { getStatic } from "../../../src/fuzz/generator/bytecode.ts";
import { PLAIN_CLASSES } from "../../../src/fuzz/generator/plain-classes.ts";
import { P, Q, type Statement, simple } from "../../../src/fuzz/generator/statement.ts";
import { IncrementalFingerprint } from "../../../src/state/fingerprint/incremental-fingerprint.ts";
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import { interpret } from "../../../src/vm/interpreter/dispatch.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { threadRecord } from "../../../src/vm/memory/memory.ts";
import { T_FP, T_OBJECT, T_STATUS, T_TARGET } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import type { Mark } from "../../../src/vm/memory/undo-log.ts";
import { shareEverything } from "../../../src/vm/sharing/shared-objects.ts";
import { randomMachine } from "../generators/random-machines.ts";

const LIMIT = 200_000;

/** What stands there while the test writes. */
const look: Statement = simple("look", (code) => {
  getStatic(code, "g0", "I").emit("pop");
});

export class StateBench {
  readonly m: Machine;
  readonly fingerprint: IncrementalFingerprint;
  readonly #canonicalizer: Canonicalizer;
  readonly #marks: Mark[] = [];
  readonly #prints = new Map<string, string>();
  readonly #vectors = new Map<string, string>();

  constructor(threads = 3) {
    const bodies = Array.from({ length: threads }, () => [look]);
    const m = randomMachine({
      seed: 0,
      bodies,
      late: [],
      surroundings: PLAIN_CLASSES,
      keepsInLocals: false,
    });
    this.m = m;
    m.canCollect = false;
    m.commit();
    shareEverything(m);
    m.guards.prepare();
    // Every look is a stop.
    m.sharing.adopt([
      ["!accesses", 2],
      ["!threads", 2],
    ]);
    this.#canonicalizer = new Canonicalizer(m);
    this.fingerprint = new IncrementalFingerprint(m);
    this.fingerprint.start();
    this.#check();
    for (let thread = 0; thread < threads; thread++) this.#runToLook(thread);
    // Nobody is to find the threads but by their records.
    this.step(0, () => {
      this.setStatic("threads", 0);
    });
  }

  #runToLook(thread: number): void {
    const { m } = this;
    for (;;) {
      this.step(thread, () => {
        m.stopsAtVisible = true;
        m.watches = true;
        const stop = interpret(m, LIMIT);
        if (stop !== Stop.visible && stop !== Stop.yielded) throw new Error(`stopped: ${stop}`);
      });
      if (m.space.codeAt(m.pc).method.name === `t${thread}`) return;
    }
  }

  /** A transition of a thread that does this; answers with the fingerprint it leads to. */
  step(thread: number, write: () => void): string {
    const { m } = this;
    m.loadRegisters(thread);
    const since = m.logTop;
    this.fingerprint.beforeStep();
    this.#marks.push(m.beginTransition(m.fp, m.sp));
    write();
    m.saveRegisters();
    this.#canonicalizer.noteWrites(since);
    m.compactLog(since);
    this.fingerprint.noteStep(thread, since, 0);
    this.fingerprint.complete();
    return this.#check();
  }

  back(): void {
    this.m.undoTo(this.#marks.pop()!);
    this.fingerprint.undoStep();
  }

  #check(): string {
    this.#canonicalizer.write(0);
    const words = this.#canonicalizer.vector.slice(0, this.#canonicalizer.length);
    const vector = Buffer.from(words.buffer).toString("latin1");
    const print = `${this.fingerprint.high} ${this.fingerprint.low}`;
    if ((this.#prints.get(vector) ?? print) !== print)
      throw new Error("one state, two fingerprints");
    if ((this.#vectors.get(print) ?? vector) !== vector)
      throw new Error("two states, one fingerprint");
    this.#prints.set(vector, print);
    this.#vectors.set(print, vector);
    return print;
  }

  /** Distinct states seen. */
  get states(): number {
    return this.#prints.size;
  }

  // ---- what steps do ----

  static(name: string): number {
    return this.m.fieldOffset("Main", name);
  }

  setStatic(name: string, value: number): void {
    this.m.setWord(this.static(name), value);
  }

  field(ref: number, name: string): number {
    const owner = this.m.classOf(ref).fields.some((f) => f.name === name)
      ? this.m.classOf(ref).name
      : "Node";
    return ref + this.m.fieldOffset(owner, name);
  }

  setField(ref: number, name: string, value: number): void {
    this.m.setWord(this.field(ref, name), value);
  }

  node(): number {
    return this.m.newObject(this.m.requireClass("Node"));
  }

  /** Sets a reference in a local variable of a thread: its first or its second. */
  setLocal(thread: number, which: "p" | "q", ref: number): void {
    const fp = this.m.H[threadRecord(thread) + T_FP]!;
    this.m.S[fp + (which === "p" ? P : Q) * 2] = ref;
  }

  threadObject(thread: number): number {
    return this.m.H[threadRecord(thread) + T_OBJECT]!;
  }

  setRecord(thread: number, word: number, value: number): void {
    this.m.setWord(threadRecord(thread) + word, value);
  }

  end(thread: number): void {
    this.setRecord(thread, T_STATUS, ThreadStatus.terminated);
    this.setRecord(thread, T_TARGET, 0);
  }
}
