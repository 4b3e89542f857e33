/**
 * How much a search does for its dead-variable reductions (`--dvr-effort`).
 *
 * always: every part that was asked for is at work from the first state to the last,
 * whatever it costs. auto: a part begins when the search has cost as much as the part's own
 * preparation would, and ends when it has cost more than it can have spared. Both are measured in the search
 * itself, in *words looked at*: a count, so that a search does the same however busy the machine is.
 *
 * The numbers below are all that is not measured. None of them changes a verdict.
 */
export const DVR_EFFORTS = ["always", "auto"] as const;
export type DvrEffort = (typeof DVR_EFFORTS)[number];

/** In words looked at: what something has cost, and what it has spared at most. */
export interface Given {
  readonly cost: number;
  readonly gain: number;
}

/** What a search did not do, or not at once, because of what it costs. */
export interface EffortNote extends Given {
  readonly part: "dynamic" | "hybrid";
  /**
   * given up: for the rest of the search. put off: the search began without, and began again with it. left out: the
   * search ended before it was time. begun again: with the first state of all, after most states of a search in which it
   * began where paths part had to be compared whole.
   */
  readonly what: "given up" | "put off" | "left out" | "begun again";
  /** States that the search had by then. */
  readonly states: number;
}

/**
 * Units: what a step of a search costs besides its instructions (fingerprint, undo log, lookup), and an
 * instruction, in words looked at. From the CPU time of searches with and without dynamic reduction: a word takes
 * about 0.15 µs, an instruction as long, a step besides about 10 µs.
 */
const WORDS_PER_STEP = 64;
const WORDS_PER_INSTRUCTION = 1;

/** What a search has cost without its reductions. */
export const searchWork = (steps: number, instructions: number): number =>
  steps * WORDS_PER_STEP + instructions * WORDS_PER_INSTRUCTION;

/**
 * What the analyses of hybrid and faint reduction cost, by the words of code that have been linked so far: most of what
 * they will look at. In fresh processes they take 20 to 40 µs a word of code (measured on five programs).
 */
export const analysisWork = (codeWords: number): number => codeWords * WORDS_PER_CODE_WORD;
const WORDS_PER_CODE_WORD = 200;

/** How much longer than without it a search may take with dynamic reduction that has spared nothing yet. */
export const MOST_LOSS = 1 / 4;
/** States after which the worth of dynamic reduction is first looked at: with fewer, chance decides. */
export const FIRST_LOOK = 512;
/**
 * Whether a state found is a gain costs as much to see as to look it up whole. It is asked of all until so
 * many gains are known, and then of a sample.
 */
export const GAINS_ASKED = 64;
export const GAIN_SAMPLE = 32;
/** Of the lists of live words that may go on from what a state has answered so far, so many are tried. */
export const MOST_TRIED = 12;
/** Words that may be looked at for states that go round in circles: at first, and then as many as steps cost. */
export const CIRCLE_CREDIT = 1 << 23;
export const CIRCLE_CREDIT_PER_STEP = WORDS_PER_STEP;
/**
 * States after which a search that must begin again, because a word has changed that was taken for a constant, takes
 * nothing for granted any more about what was made before its paths part. To know that spares some of the words that
 * are looked at, and no states; a second beginning after as many states would cost more.
 */
export const LATE_BEGINNING = 1 << 14;
