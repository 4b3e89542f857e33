/**
 * Local dead-variable reduction: which locals and operands of a frame can still
 * matter, by the code of its method alone. Each method is analysed when a frame
 * of it is first compared (slot-liveness.ts).
 *
 * A frame below the top stands at its call. It continues behind the call or, when an
 * exception is thrown, in a handler; what is live before the call covers both,
 * and the operands that were passed are the callee's locals now.
 */
import type { FrameLiveness } from "../../state/live-cells.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import type { Machine } from "../../vm/machine.ts";
import { analyzeSlots, type SlotLiveness } from "./slot-liveness.ts";

export class LocalLiveness implements FrameLiveness {
  readonly #m: Machine;
  /** By method id; null where all slots are live. */
  readonly #methods = new Map<number, SlotLiveness | null>();

  constructor(m: Machine) {
    this.#m = m;
  }

  isLive(code: TranslatedMethod, pc: number, slot: number): boolean {
    if (slot === 0 && isReceiverRead(code, pc)) return true;
    const method = this.#methodOf(code);
    if (method === null) return true;
    const { space } = this.#m;
    return method.isLive(code.offsets[space.instructionAt(code, pc)]!, slot);
  }

  #methodOf(code: TranslatedMethod): SlotLiveness | null {
    const { id, owner } = code.method;
    let method = this.#methods.get(id);
    if (method === undefined) {
      method = analyzeSlots(this.#m.typesOf(code), owner.file!.constants);
      this.#methods.set(id, method);
    }
    return method;
  }
}

/**
 * The machine itself looks at local 0 here, whatever the code does: a
 * synchronized method takes its object's lock before the first instruction,
 * and an object that is shared while a frame of its constructor is there has
 * final fields that may still change (vm/sharing/shared-objects.ts).
 */
export function isReceiverRead({ method, start }: TranslatedMethod, pc: number): boolean {
  if (method.name === "<init>") return true;
  return method.isSynchronized && !method.isStatic && pc === start;
}
