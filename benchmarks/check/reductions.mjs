/** What each reduction saves: the same programs with each of them in turn. */
import { check, figuresOf } from "../lib/checker.mjs";
import { choices, reductions as namesOf } from "../lib/reductions.mjs";
import { count, fixed, ratio, table, verdictCell } from "../lib/table.mjs";

const PROGRAMS = [
  { words: ["DiningPhilosophers", "ordered", "4", "1"], verdict: "safe" },
  { words: ["BoundedBuffer", "correct", "1", "2", "2", "1"], verdict: "safe" },
  { words: ["ReadersWriters", "correct", "2", "1", "1"], verdict: "safe" },
  { words: ["AlarmClock", "correct", "2", "3"], verdict: "safe" },
  { words: ["ReplicatedWorkers", "correct", "2", "3"], verdict: "safe" },
  { words: ["RedBlackTree", "locked", "2", "2"], verdict: "safe" },
  { words: ["PetersonLock", "correct", "2"], verdict: "safe" },
  { words: ["LostUpdate", "atomic", "3", "2"], verdict: "safe" },
  { words: ["DiningPhilosophers", "naive", "4", "1"], verdict: "deadlock" },
  { words: ["LostUpdate", "racy", "2", "2"], verdict: "exception" },
];

export async function reductions({ matches, limit, rounds, scratch, progress }) {
  const title = "Reductions";
  const chosen = PROGRAMS.filter(({ words }) => matches(words.join(" ")));
  if (chosen.length === 0) return null;
  const names = namesOf();
  if (names === null) {
    const why = "`deadwood check` has no option --reduction";
    return { title, text: [`skipped: ${why}`], failures: 0, data: { skipped: why } };
  }
  const results = [];
  for (const { words, verdict } of chosen) {
    const program = words.join(" ");
    progress(program);
    let base = null;
    for (const { label, flags } of choices(names)) {
      const run = await check({ words, flags, limit, rounds, scratch });
      const figures = figuresOf(run);
      base ??= figures.states;
      results.push({
        program,
        reduction: label,
        right: run.verdict === verdict,
        verdict: run.verdict,
        ...figures,
        statesRatio: base === null || figures.states === null ? null : figures.states / base,
      });
    }
  }
  return {
    title,
    text: [table(HEADER, results.map(rowOf))],
    failures: results.filter(({ right }) => !right).length,
    data: { runs: results },
  };
}

const HEADER = [
  "program",
  "reduction",
  "verdict",
  "states",
  "to all",
  "matched",
  "transitions",
  "search s",
];

const rowOf = (result) => [
  result.reduction === "all" ? result.program : "",
  result.reduction,
  verdictCell(result),
  count(result.states),
  ratio(result.statesRatio),
  count(result.matched),
  count(result.transitions),
  fixed(result.searchSeconds, 2),
];
