/** The cost of a reduction besides its predicate: reading, the model, and each step. */
import { join } from "node:path";
import { jarOf, skippedLines, withJars } from "../lib/libraries.mjs";
import { median, sum, timedWithin } from "../lib/measure.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";

const BAR_SECONDS = 3;
const BAR_CLASSES = 1000;
/** Seconds for one library. */
const PATIENCE = 300;

const LIBRARIES = [
  { jar: "commons-collections4", debian: "libcommons-collections4-java" },
  { jar: "xercesImpl", debian: "libxerces2-java" },
  { jar: "ant", debian: "ant" },
  { jar: "commons-math3", debian: "libcommons-math3-java" },
  { jar: "guava", debian: "libguava-java" },
];

export async function model({ matches, progress }) {
  const chosen = LIBRARIES.filter(({ jar }) => matches(jar));
  if (chosen.length === 0) return null;
  const { present, skipped } = withJars(chosen, progress);
  const results = [];
  for (const { jar } of present) {
    progress(jar);
    const script = join(import.meta.dirname, "model-times.mjs");
    const run = await timedWithin(PATIENCE, process.execPath, [script, jarOf(jar), ""]);
    if (run === null || run.status !== 0) {
      results.push({ library: jar, message: run?.stderr ?? `still running after ${PATIENCE} s` });
      continue;
    }
    results.push(resultOf(jar, JSON.parse(run.stdout), run));
  }
  const good = results.filter(({ message }) => message === undefined);
  const failed = results.filter(({ message }) => message !== undefined);
  const worst = good.length === 0 ? null : Math.max(...good.map((each) => each.secondsPer1000));
  return {
    title: "Model: what a reduction costs beside its predicate",
    text: [
      table(HEADER, good.map(rowOf)),
      "",
      "read, model: wall seconds in a fresh process; steps: gbr, with a predicate that costs nothing",
      ...failed.map(({ library, message }) => `${library}: ${message}`),
      ...skippedLines(skipped),
      ...good.filter(isLarge).map(barLine),
      `at worst            ${bar(worst, `s to read and model ${count(BAR_CLASSES)} classes`, worst <= BAR_SECONDS, `at most ${BAR_SECONDS} s`)}`,
    ],
    failures: failed.length,
    data: { skipped, libraries: results },
  };
}

const isLarge = ({ classes }) => classes >= 0.9 * BAR_CLASSES;

const barLine = ({ library, classes, readSeconds, buildSeconds, secondsPer1000 }) =>
  `${library.padEnd(20)}${bar(readSeconds + buildSeconds, `s for ${count(classes)} classes, ${fixed(secondsPer1000, 2)} s for ${count(BAR_CLASSES)}`, secondsPer1000 <= BAR_SECONDS, `at most ${BAR_SECONDS} s for ${count(BAR_CLASSES)}`)}`;

function resultOf(library, { stepMilliseconds, ...figures }, { wall, cpu }) {
  const { classes, readSeconds, buildSeconds } = figures;
  return {
    library,
    ...figures,
    secondsPer1000: ((readSeconds + buildSeconds) * BAR_CLASSES) / classes,
    steps: stepMilliseconds.length + 1,
    medianStepMilliseconds: stepMilliseconds.length === 0 ? null : median(stepMilliseconds),
    meanStepMilliseconds:
      stepMilliseconds.length === 0 ? null : sum(stepMilliseconds) / stepMilliseconds.length,
    longestStepMilliseconds: stepMilliseconds.length === 0 ? null : Math.max(...stepMilliseconds),
    wallSeconds: wall,
    cpuSeconds: cpu,
  };
}

const HEADER = [
  "library",
  "classes",
  "items",
  "clauses",
  "read s",
  "model s",
  "s/1,000",
  "steps",
  "first ms",
  "median ms",
  "mean ms",
  "longest ms",
];

const rowOf = (result) => [
  result.library,
  count(result.classes),
  count(result.items),
  count(result.clauses),
  fixed(result.readSeconds, 2),
  fixed(result.buildSeconds, 2),
  fixed(result.secondsPer1000, 2),
  count(result.steps),
  fixed(result.firstStepMilliseconds, 0),
  fixed(result.medianStepMilliseconds, 0),
  fixed(result.meanStepMilliseconds, 0),
  fixed(result.longestStepMilliseconds, 0),
];
