/**
 * The values of whole numbers in local variables of the program's methods. Frames are not in the log of written words,
 * so the innermost frame of the program is looked at after each step of its thread. Only variables that the code still
 * reads count: the others are no part of a state by default.
 */
import { LocalLiveness } from "../../liveness/slots/local-liveness.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { SlotKind } from "../../program/types/verification-type.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import { FrameView } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { ValueHistory } from "./value-history.ts";

/** Locals that are watched; the first ones that are met. */
const MOST_LOCALS = 1 << 12;

export interface LocalVariable {
  readonly method: RuntimeMethod;
  /** "count"; "local 3" if the class file does not name it. */
  readonly name: string;
  readonly type: "int" | "long";
  readonly history: ValueHistory;
  /** Where it was seen last. */
  readonly slot: number;
  code: TranslatedMethod;
  pc: number;
}

export class LocalHistories {
  readonly #m: Machine;
  readonly #frame: FrameView;
  readonly #liveness: LocalLiveness;
  readonly #variables = new Map<string, LocalVariable>();

  constructor(m: Machine) {
    this.#m = m;
    this.#frame = new FrameView(m);
    this.#liveness = new LocalLiveness(m);
  }

  get variables(): Iterable<LocalVariable> {
    return this.#variables.values();
  }

  note(thread: number, step: number): void {
    if (this.#m.threadAt(thread).hasEnded) return;
    const frame = this.#frame;
    for (let found = frame.top(this.#m.threadAt(thread)); found; found = frame.caller()) {
      const { code } = frame;
      if (code.method.owner.origin !== "application") continue;
      this.#noteFrame(thread, step, code);
      return;
    }
  }

  #noteFrame(thread: number, step: number, code: TranslatedMethod): void {
    const m = this.#m;
    const { pc, fp } = this.#frame;
    const kinds = m.typesOf(code).kindsAt(code.offsets[m.space.instructionAt(code, pc)]!);
    kinds?.locals.forEach((kind, slot) => {
      if (kind !== SlotKind.int && kind !== SlotKind.long) return;
      if (!this.#liveness.isLive(code, pc, slot)) return;
      const value = kind === SlotKind.int ? m.S[fp + slot * 2]! : Number(m.SL[(fp >> 1) + slot]!);
      const key = `${thread}:${fp}:${code.method.id}:${slot}`;
      const known = this.#variables.get(key);
      if (known === undefined) {
        if (this.#variables.size < MOST_LOCALS) {
          this.#variables.set(key, this.#variable(code, pc, slot, kind, value));
        }
        return;
      }
      known.history.note(value, step, pc);
      known.code = code;
      known.pc = pc;
    });
  }

  #variable(
    code: TranslatedMethod,
    pc: number,
    slot: number,
    kind: number,
    value: number,
  ): LocalVariable {
    const offset = this.#m.space.offsetAt(pc);
    const isAsWritten = code.info.bytes === code.method.code?.bytes;
    const declared = code.info.localVariables.find(
      (each) => each.index === slot && offset >= each.start && offset < each.start + each.length,
    );
    return {
      method: code.method,
      name: (isAsWritten ? declared?.name : undefined) ?? `local ${slot}`,
      type: kind === SlotKind.int ? "int" : "long",
      history: new ValueHistory(value),
      slot,
      code,
      pc,
    };
  }
}
