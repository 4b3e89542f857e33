/** Why the interpreter came back, or what it shall do next. */
export const Stop = {
  /** Continue. */
  none: 0,
  /** Continue with the same instruction, which was not executed (it does not count). */
  again: -1,
  /** The instruction limit was reached. */
  limit: 1,
  /** The thread cannot continue; its status says why. */
  blocked: 2,
  /** The thread could continue, but another should have its turn. */
  yielded: 3,
  /** The thread has ended. */
  ended: 4,
  /** The program has ended (System.exit). */
  halted: 5,
  /** The next instruction touches what other threads can see. */
  visible: 6,
  /** The next instruction asks for a choice: `m.choices` says among how many. */
  choice: 7,
  /** The path is not to be followed any further (Verify.ignoreIf). */
  ignored: 8,
} as const;
export type Stop = (typeof Stop)[keyof typeof Stop];
