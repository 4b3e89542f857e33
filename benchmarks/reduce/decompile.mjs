/**
 * The experiment of the papers: libraries whose decompiled source does not compile. The predicate is Procyon
 * and javac in one warm process, and requires the same set of compiler errors. The benchmark shows how much
 * each strategy leaves, after how many questions and how much time.
 *
 * If both "gbr" and "gbr+passes" are selected, one reduction with passes runs, and the figures of gbr are
 * those in its log when the passes begin.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { jarOf, skippedLines, withJars } from "../lib/libraries.mjs";
import { compileJava, LinkCheck } from "../lib/link-check.mjs";
import { geometricMean, sum } from "../lib/measure.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";
import { readClasses } from "./program.mjs";
import { newProblems, reduce } from "./reduction.mjs";

const WITH_PASSES = "gbr+passes";
/** It tries arbitrary sets of classes, so its result may not link. */
const WITHOUT_MODEL = "ddmin";
export const STRATEGIES = [
  "ddmin",
  "verify",
  "closure",
  "binary",
  "lossy-first",
  "lossy-last",
  "gbr",
  WITH_PASSES,
];
const BARS = { gbr: 4.6, [WITH_PASSES]: 2, outside: 5 };
const LEAST_LIBRARIES = 6;

const SOURCES = ["DecompilePredicate", "Decompiler", "ClassShape", "SourceChecker"].map((name) =>
  resolve(import.meta.dirname, `predicate/${name}.java`),
);
/** One javac can serve several candidates, but not through a public interface. */
const EXPORTS = ["--add-exports", "jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED"];
/** A reduction ends before a better compiler would pay off, and processors are few. */
const JVM_FLAGS = [...EXPORTS, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/** Known to fail with Procyon 0.6.0. */
const LIBRARIES = [
  { jar: "objenesis", debian: "libobjenesis-java" },
  { jar: "commons-cli", debian: "libcommons-cli-java" },
  { jar: "args4j", debian: "libargs4j-java" },
  { jar: "asm-9.4", debian: "libasm-java" },
  { jar: "jansi", debian: "libjansi-java" },
  { jar: "commons-csv", debian: "libcommons-csv-java" },
  { jar: "regexp", debian: "libregexp-java" },
  { jar: "commons-codec", debian: "libcommons-codec-java" },
];
const PROCYON = ["compilertools", "core", "reflection", "expressions"].map((name) => ({
  jar: `procyon-${name}`,
  debian: "libprocyon-java",
}));

export async function decompile({ matches, strategies, limit, othersLimit, scratch, progress }) {
  const chosen = LIBRARIES.filter(({ jar }) => matches(jar));
  if (chosen.length === 0) return null;
  const procyon = withJars(PROCYON, progress);
  if (procyon.skipped.length > 0) {
    const text = [`nothing measured: ${procyon.skipped.join(", ")} cannot be installed`];
    return { title: TITLE, text, failures: 0, data: { skipped: procyon.skipped } };
  }
  const { present, skipped } = withJars(chosen, progress);
  const classPath = procyon.present.map(({ jar }) => jarOf(jar));
  const predicate = join(scratch, "predicate");
  compileJava(predicate, SOURCES, classPath, EXPORTS);
  const nothing = join(scratch, "nothing");
  mkdirSync(nothing);
  const link = new LinkCheck(scratch);
  const results = [];
  try {
    for (const { jar } of present) {
      const input = await classesOnly(jarOf(jar), join(scratch, jar));
      for (const strategy of planned(strategies)) {
        progress(`${jar}, ${strategy}`);
        const times = join(scratch, "times");
        rmSync(times, { force: true });
        const out = join(scratch, "out");
        const words = [
          "java",
          ...JVM_FLAGS,
          `-Dtimes=${times}`,
          "-cp",
          [predicate, ...classPath].join(":"),
          "DecompilePredicate",
          input,
          nothing,
        ];
        const isWithPasses = strategy === WITH_PASSES;
        const flags = [
          "--persistent",
          "--as",
          "jar",
          "--strategy",
          isWithPasses ? "gbr" : strategy,
        ];
        flags.push("--passes", isWithPasses ? "all" : "none");
        // It may take as long as two reductions if it stands for two.
        const isTwo = isWithPasses && strategies.includes("gbr");
        const time = isTwo ? 2 * limit : strategy in BARS ? limit : othersLimit;
        const run = await reduce({ input, out, flags, words, limit: time });
        if (run.message !== undefined) {
          results.push({ library: jar, strategy, message: run.message, problems: [] });
          continue;
        }
        const { figures, steps } = run;
        const problems = await newProblems(link, input, out);
        const predicateTimes = timesOf(times);
        if (isWithPasses && strategies.includes("gbr")) {
          const first = beforePasses(figures, steps);
          results.push(resultOf(jar, "gbr", first, predicateTimes, []));
        }
        results.push(resultOf(jar, strategy, figures, predicateTimes, problems));
      }
    }
  } finally {
    link.close();
  }
  const shown = strategies.filter((name) => results.some(({ strategy }) => strategy === name));
  const summary = shown.map((strategy) => summaryOf(strategy, results));
  const invalid = results.filter(({ problems }) => problems.length > 0);
  const failed = results.filter(({ message }) => message !== undefined);
  return {
    title: TITLE,
    text: [
      table(HEADER, results.toSorted(byStrategy(shown)).map(rowOf)),
      "",
      table(SUMMARY_HEADER, summary.map(summaryRow)),
      "",
      ...invalid.flatMap(({ library, strategy, problems }) => [
        `${library}, ${strategy}: the result does not link`,
        ...problems.map((problem) => `    ${problem}`),
      ]),
      ...failed.map(({ library, strategy, message }) => `${library}, ${strategy}: ${message}`),
      ...skippedLines(skipped),
      `libraries           ${present.length}; bar: at least ${LEAST_LIBRARIES}: ${present.length >= LEAST_LIBRARIES ? "pass" : "FAIL"}`,
      ...summary.flatMap(barLines),
    ],
    failures: invalid.filter(({ strategy }) => strategy !== WITHOUT_MODEL).length + failed.length,
    data: { limitSeconds: limit, othersLimitSeconds: othersLimit, skipped, summary, runs: results },
  };
}

const TITLE = "Decompile: libraries that Procyon fails on";

/** The reductions to run: one with passes includes the one without. */
const planned = (strategies) =>
  strategies.filter((name) => name !== "gbr" || !strategies.includes(WITH_PASSES));

async function classesOnly(jar, folder) {
  const { classes } = await readClasses(jar);
  for (const { path, pieces } of classes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), pieces.bytes);
  }
  return folder;
}

/**
 * Seconds that the predicate's processes took: to start, and for each answer. The first process was only
 * asked about the input, before the reduction began.
 */
function timesOf(file) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const second = lines.findIndex((line, i) => i > 0 && line.startsWith("start "));
  const own = lines.slice(Math.max(0, second)).map((line) => line.split(" "));
  const secondsOf = (kind) =>
    own.filter(([word]) => word === kind).map(([, millis]) => Number(millis) / 1000);
  return { start: sum(secondsOf("start")), answers: secondsOf("answer") };
}

/** The figures before the passes, from the log of a reduction with passes. */
function beforePasses({ wholeBytes, wholeClasses, seconds, isComplete }, steps) {
  const first = steps.filter(({ strategy }) => strategy === "gbr");
  const good = first.filter(({ verdict }) => verdict === "interesting");
  const [best] = good.toSorted((a, b) => a.bytes - b.bytes);
  return {
    bytes: best?.bytes ?? wholeBytes,
    wholeBytes,
    classes: best?.classes ?? wholeClasses,
    wholeClasses,
    runs: first.at(-1)?.run ?? 0,
    seconds: first.at(-1)?.time ?? seconds,
    isComplete: isComplete || first.length < steps.length,
  };
}

function resultOf(library, strategy, figures, { start, answers }, problems) {
  const { bytes, wholeBytes, runs, seconds } = figures;
  // The last run, which confirms the result, is not counted.
  const asked = answers.slice(0, strategy === "gbr" ? runs : runs + 1);
  return {
    library,
    strategy,
    ...figures,
    percent: (100 * bytes) / wholeBytes,
    predicateSeconds: start + sum(asked),
    outsidePercent: Math.max(0, 100 * (1 - (start + sum(asked)) / seconds)),
    ownMillisecondsPerRun: (1000 * Math.max(0, seconds - start - sum(asked))) / runs,
    problems,
  };
}

function summaryOf(strategy, results) {
  const own = results.filter((each) => each.strategy === strategy && each.message === undefined);
  const mean = (name) => (own.length === 0 ? null : geometricMean(own.map((each) => each[name])));
  const total = (name) => sum(own.map((each) => each[name]));
  return {
    strategy,
    libraries: own.length,
    complete: own.filter(({ isComplete }) => isComplete).length,
    percent: mean("percent"),
    classesPercent:
      own.length === 0
        ? null
        : geometricMean(own.map(({ classes, wholeClasses }) => (100 * classes) / wholeClasses)),
    runs: mean("runs"),
    seconds: mean("seconds"),
    outsidePercent: 100 * (1 - total("predicateSeconds") / total("seconds")),
  };
}

const byStrategy = (order) => (a, b) => order.indexOf(a.strategy) - order.indexOf(b.strategy);

function barLines({ strategy, libraries, complete, percent, outsidePercent }) {
  const most = BARS[strategy];
  if (most === undefined) return [];
  const ended = libraries - complete;
  return [
    ...(ended === 0
      ? []
      : [
          `${strategy}: ${ended} of ${libraries} were stopped by the time limit: their mean is intermediate, not a final result (--limit)`,
        ]),
    `${strategy.padEnd(20)}${bar(percent, "% of the bytes", percent <= most, `at most ${most} %`)}`,
    `${"  outside".padEnd(20)}${bar(outsidePercent, "% of the time outside of the predicate", outsidePercent <= BARS.outside, `at most ${BARS.outside} %`)}`,
  ];
}

const HEADER = [
  "strategy",
  "library",
  "bytes",
  "left",
  "%",
  "classes",
  "left",
  "runs",
  "s",
  "outside %",
  "own ms/run",
  "end",
];

const endOf = ({ problems, isComplete }) =>
  [...(problems.length > 0 ? ["INVALID"] : []), ...(isComplete ? [] : ["time limit"])].join(", ");

const rowOf = (result) =>
  result.message === undefined
    ? [
        result.strategy,
        result.library,
        count(result.wholeBytes),
        count(result.bytes),
        fixed(result.percent, 2),
        count(result.wholeClasses),
        count(result.classes),
        count(result.runs),
        fixed(result.seconds, 1),
        fixed(result.outsidePercent, 1),
        fixed(result.ownMillisecondsPerRun, 0),
        endOf(result),
      ]
    : [result.strategy, result.library, ...Array.from({ length: 9 }, () => "-"), "FAILED"];

const SUMMARY_HEADER = [
  "strategy",
  "libraries",
  "to the end",
  "bytes %",
  "classes %",
  "runs",
  "s",
  "outside %",
];

const summaryRow = (each) => [
  each.strategy,
  count(each.libraries),
  count(each.complete),
  fixed(each.percent, 2),
  fixed(each.classesPercent, 2),
  fixed(each.runs, 1),
  fixed(each.seconds, 1),
  fixed(each.outsidePercent, 1),
];
