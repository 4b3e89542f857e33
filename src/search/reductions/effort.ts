/**
 * How much effort a search spends on dead-variable reduction (`--dvr-effort`).
 *
 * always: every selected part works from the first state to the last, whatever it costs. auto: a part starts
 * when the search has cost as much as the part's preparation, and stops when it has cost more than it can
 * have saved. Both are measured in the search itself in *words looked at*, a count, so that a search does the
 * same however busy the machine is.
 *
 * The numbers below are the only ones that are not measured. None of them changes a verdict.
 */
export const DVR_EFFORTS = ["always", "auto"] as const;
export type DvrEffort = (typeof DVR_EFFORTS)[number];

/** Cost and upper bound of the savings, in words looked at. */
export interface Given {
  readonly cost: number;
  readonly gain: number;
}

/** What a search did not do, or did later, because of its cost. */
export interface EffortNote extends Given {
  readonly part: "dynamic" | "hybrid";
  /**
   * given up: stopped for the rest of the search. put off: the search started without the part and restarted
   * with it. left out: the search ended before the part was due. begun again: the search restarted with the
   * reduction in the first state, because most states of the first attempt, which started at the first
   * branch, had to be compared whole.
   */
  readonly what: "given up" | "put off" | "left out" | "begun again";
  /** The number of states at that moment. */
  readonly states: number;
}

/**
 * Units: the cost of a step besides its instructions (fingerprint, undo log, lookup), and of an instruction,
 * in words looked at. Derived from the CPU time of searches with and without dynamic reduction: a word or an
 * instruction takes about 0.15 µs, the rest of a step about 10 µs.
 */
const WORDS_PER_STEP = 64;
const WORDS_PER_INSTRUCTION = 1;

/** The cost of a search without its reductions. */
export const searchWork = (steps: number, instructions: number): number =>
  steps * WORDS_PER_STEP + instructions * WORDS_PER_INSTRUCTION;

/**
 * The cost of the analyses for hybrid and faint reduction, estimated by the words of code linked so far,
 * which is most of what they look at. In fresh processes they take 20 to 40 µs for each word of code
 * (measured on five programs).
 */
export const analysisWork = (codeWords: number): number => codeWords * WORDS_PER_CODE_WORD;
const WORDS_PER_CODE_WORD = 200;

/** How much longer a search may take with dynamic reduction that has saved nothing yet. */
export const MOST_LOSS = 1 / 4;
/** The payoff of dynamic reduction is first checked after this many states; with fewer, chance decides. */
export const FIRST_LOOK = 512;
/**
 * Finding out whether a recognised state is a gain costs as much as looking it up whole. All are checked
 * until this many gains are known, and then a sample.
 */
export const GAINS_ASKED = 64;
export const GAIN_SAMPLE = 32;
/** At most this many of the lists of live words that match so far are tried. */
export const MOST_TRIED = 12;
/** The words that may be looked at for states on cycles: this many at first, and more as steps are taken. */
export const CIRCLE_CREDIT = 1 << 23;
export const CIRCLE_CREDIT_PER_STEP = WORDS_PER_STEP;
/**
 * A search may have to restart because a word changed that was assumed constant. After this many states, the
 * restarted search makes no such assumptions about the common prefix. The assumptions save some of the words
 * looked at, but no states; another restart after as many states would cost more.
 */
export const LATE_BEGINNING = 1 << 14;
