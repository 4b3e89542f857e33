/** The natives of `deadwood.internal.Steps`: operations of models that are split where the program could tell. */

import { type NativeTable, Outcome, pure } from "../../native-api/native-method.ts";
import { Assumption } from "../../sharing/thread-assumptions.ts";

/** By the numbers of Steps.java. */
const ASSUMPTIONS = [Assumption.cancellation, Assumption.activity, Assumption.interrupts] as const;

export const stepNatives: NativeTable = {
  "deadwood/internal/Steps": {
    // The answer is knowledge about the program: if it changes, the search restarts.
    "areSplit(I)Z": pure((m, args) => {
      m.S[args] = m.checking && !m.sharing.threads.holds(ASSUMPTIONS[m.S[args]!]!) ? 1 : 0;
      return Outcome.done;
    }),
    "split(I)V": pure((m, args) => {
      if (m.checking) m.sharing.threads.refute(ASSUMPTIONS[m.S[args]!]!);
      return Outcome.done;
    }),
  },
};
