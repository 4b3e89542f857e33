/**
 * Measures `deadwood check`: verdicts first, then states, time and memory.
 *
 *   node benchmarks/check.mjs [PART...] [--only TEXT] [--limit SECONDS] [--rounds N]
 *                             [--large] [--out FILE]
 *
 * Parts (all, if none is named):
 *   anchors     the programs that Java PathFinder was measured on, with its figures
 *   spin        states per second on dining philosophers, and SPIN's if it is installed
 *   growth      the cost of a state from ten thousand to a million states, to ten million with --large
 *   reductions  the same programs with each reduction
 *   programs    the bundled programs at larger sizes
 *
 * Every check is a process of its own. Verdicts, states and CPU times are those of default
 * options. Speed is measured on searches that stop at every shared access, as other checkers
 * do, and short ones are repeated in one process (repeat.mjs): a "cold" figure is that of one
 * search in a fresh process, a "sustained" one that of all repetitions, including the first.
 * docs/benchmarks.md defines every figure. Only CPU times and ratios within one session count.
 * The exit code is 1 only if a verdict is wrong, and never because something is slow. A full run
 * writes benchmarks/results/check-<commit>.json.
 */
import { anchors } from "./check/anchors.mjs";
import { growth } from "./check/growth.mjs";
import { programs } from "./check/programs.mjs";
import { reductions } from "./check/reductions.mjs";
import { spin } from "./check/spin.mjs";
import { keep, measure, readOptions, wholeNumber } from "./lib/parts.mjs";
import { provenance } from "./lib/results.mjs";

const PARTS = { anchors, spin, growth, reductions, programs };
/** Seconds a single check may take. */
const DEFAULT_LIMIT = "300";

const options = readOptions(PARTS, {
  limit: { type: "string", default: DEFAULT_LIMIT },
  rounds: { type: "string", default: "1" },
  large: { type: "boolean", default: false },
});
const limit = wholeNumber("limit", options.values.limit);
const rounds = wholeNumber("rounds", options.values.rounds);
const { large } = options.values;
const origin = provenance(
  ...["check", "data", "lib", "programs", "repeat.mjs"].map((name) => `benchmarks/${name}`),
);
const { data, failures } = await measure(PARTS, options, { limit, rounds, large });
keep(`check-${origin.commit}`, options, () => ({
  ...origin,
  rounds,
  limitSeconds: limit,
  large,
  ...data,
}));
process.exitCode = failures === 0 ? 0 : 1;
