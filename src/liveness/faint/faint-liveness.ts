/**
 * The slots of frames where values can be faint: a value is also dead if it is only
 * stored into fields that do not count, passed to parameters that do not, or
 * returned without being used. A thread may stop between the read of a counter and the
 * write of its next value, and that operand must not distinguish states if the
 * counter does not. So this is used together with the live fields of the same analysis;
 * methods that it does not cover use local liveness.
 */
import { bug } from "../../core/assert.ts";
import type { FrameLiveness } from "../../state/live-cells.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import type { Machine } from "../../vm/machine.ts";
import type { LiveFields } from "../fields/live-fields.ts";
import { isReceiverRead, LocalLiveness } from "../slots/local-liveness.ts";
import type { MethodUses } from "./method-uses.ts";

/** What says which fields are live. */
export interface FaintSource {
  readonly fields: LiveFields;
  /** False when everything is live, whatever the analysis says. */
  readonly isTrusted?: boolean;
  whenRenewed?(forget: () => void): void;
}

export class FaintLiveness implements FrameLiveness {
  readonly #m: Machine;
  readonly #hybrid: FaintSource;
  readonly #local: LocalLiveness;

  /** `hybrid` is what says which fields are live: it may come to rest on another analysis. */
  constructor(m: Machine, hybrid: FaintSource) {
    this.#m = m;
    this.#hybrid = hybrid;
    this.#local = new LocalLiveness(m);
  }

  isLive(code: TranslatedMethod, pc: number, slot: number): boolean {
    if (slot === 0 && isReceiverRead(code, pc)) return true;
    const uses = this.#usesOf(code);
    if (uses === null) return this.#local.isLive(code, pc, slot);
    return uses.isLive(code.offsets[this.#m.space.instructionAt(code, pc)]!, slot);
  }

  whenRenewed(forget: () => void): void {
    this.#hybrid.whenRenewed?.(forget);
  }

  #usesOf({ method, info }: TranslatedMethod): MethodUses | null {
    // There may be no analysis as long as it is not trusted.
    if (this.#hybrid.isTrusted === false) return null;
    const { fields } = this.#hybrid;
    if (fields.faint === null) return null;
    const same = fields.analysed(method);
    const uses = same === null ? undefined : fields.faint.usesOf(same);
    if (uses === undefined) return null;
    if (!uses.isCodeOf(info.bytes)) {
      bug(`${method.toString()} was analysed with other code`);
    }
    return uses;
  }
}
