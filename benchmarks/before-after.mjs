/**
 * Has a change made Deadwood slower? Two builds run the same commands, in turn.
 *
 *   node benchmarks/before-after.mjs --before DIR [PART...] [--after DIR] [--rounds N]
 *                                    [--only TEXT] [--limit SECONDS] [--out FILE]
 *
 * DIR is a checkout that is built; --after is this one unless named. Parts (all, when none is named):
 *   startup  a program that only prints, and the text of --help
 *   small    checks that end after some hundred states, most of whose time is start-up
 *   anchors  the programs that Java PathFinder was measured on, with default options
 *   plain    the longer ones of them, with a search that stops at every shared access
 *   large    searches of seconds: depth-first, breadth-first, and with dead-variable reduction
 *
 * A figure is the CPU time, user and system, of a whole process: the least of N rounds (5 unless
 * told otherwise), because whatever else the machine does can only add to it. In each round both
 * builds run every command directly after each other, and the next round reverses the order. So a
 * machine that becomes slower meanwhile slows both. A ratio is after over before. The summary is the
 * geometric mean of a part. The exit code is 1 if the two builds find different things: then the
 * times cannot be compared.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isWarm, parseRows } from "./lib/anchors.mjs";
import { check, deadwoodOf } from "./lib/checker.mjs";
import { geometricMean, timed } from "./lib/measure.mjs";
import { fail, keep, measure, readOptions, wholeNumber } from "./lib/parts.mjs";
import { provenance } from "./lib/results.mjs";
import { fixed, ratio, table } from "./lib/table.mjs";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "..");
const ANCHORS = ["--class-path", join(HERE, "programs/anchors.jar")];
/** Stops at every shared access, which both builds must know under these names. */
const PLAIN = ["--reduction", "private,final"];

const named = (words) => ({ name: words.join(" "), words });
const checkOf = (...words) => ({ ...named(words), isCheck: true });

const rows = () => parseRows(readFileSync(join(HERE, "data/jpf.tsv"), "utf8"));
const anchor = (flags) => (row) => ({
  name: row.name,
  words: [...ANCHORS, ...flags, row.mainClass, ...row.args],
  isCheck: true,
});

/** @type {Record<string, () => {name: string, words: string[], isCheck?: boolean}[]>} */
const COMMANDS = {
  startup: () => [named(["run", "Hello"]), named(["--help"])],
  small: () => [
    checkOf("DiningPhilosophers", "naive"),
    checkOf("DiningPhilosophers", "ordered"),
    checkOf("LostUpdate", "racy"),
    checkOf("BoundedBuffer"),
    checkOf("--search", "bfs", "DiningPhilosophers", "naive"),
    checkOf("--dvr", "full", "DiningPhilosophers", "naive"),
  ],
  anchors: () => rows().map(anchor([])),
  plain: () => rows().filter(isWarm).map(anchor(PLAIN)),
  large: () =>
    [
      ["--reduction", "none"],
      ["--search", "bfs"],
      ["--dvr", "full"],
    ].map((flags) =>
      checkOf(...flags, "--max-states", "200000", "DiningPhilosophers", "ordered", "4", "2"),
    ),
};

/** What must be the same before and after. */
function foundBy({ verdict, report }) {
  if (report === undefined) return verdict;
  const { states, matched, transitions } = report.totals;
  return `${verdict}, ${states} states, ${matched} matched, ${transitions} transitions`;
}

async function once({ words, isCheck }, checkout, { limit, scratch }) {
  if (isCheck) {
    const run = await check({ words, limit, scratch, checkout });
    return { cpu: run.cpu, found: foundBy(run) };
  }
  const { cpu, status } = timed(process.execPath, [deadwoodOf(checkout), ...words]);
  return { cpu, found: `exit code ${status}` };
}

/** The least CPU time of each build over all rounds, and what each found. */
async function compareBuilds(command, settings) {
  const builds = [settings.before, settings.after].map((checkout) => ({
    checkout,
    cpu: Number.POSITIVE_INFINITY,
    found: "",
  }));
  for (let round = 0; round < settings.rounds; round++) {
    for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
      const { cpu, found } = await once(command, build.checkout, settings);
      build.cpu = Math.min(build.cpu, cpu);
      build.found = found;
    }
  }
  const [before, after] = builds;
  return {
    name: command.name,
    before: before.cpu,
    after: after.cpu,
    ratio: after.cpu / before.cpu,
    found: after.found,
    ...(after.found === before.found ? {} : { foundBefore: before.found }),
  };
}

async function comparePart(name, settings) {
  const commands = COMMANDS[name]().filter((command) => settings.matches(command.name));
  if (commands.length === 0) return null;
  const results = [];
  for (const command of commands) {
    settings.progress(command.name);
    results.push(await compareBuilds(command, settings));
  }
  const mean = geometricMean(results.map((result) => result.ratio));
  const different = results.filter(({ foundBefore }) => foundBefore !== undefined);
  return {
    title: `${name}: CPU seconds, least of ${settings.rounds}`,
    text: [
      table(
        [name, "before", "after", "ratio"],
        results.map((result) => [
          result.name,
          fixed(result.before, 3),
          fixed(result.after, 3),
          ratio(result.ratio),
        ]),
      ),
      "",
      `geometric mean ${mean.toFixed(3)}`,
      ...different.map((each) => `${each.name}: ${each.found}; before: ${each.foundBefore}`),
    ],
    failures: different.length,
    data: { geometricMean: mean, results },
  };
}

const PARTS = Object.fromEntries(
  Object.keys(COMMANDS).map((name) => [name, (settings) => comparePart(name, settings)]),
);
const options = readOptions(PARTS, {
  before: { type: "string" },
  after: { type: "string", default: ROOT },
  rounds: { type: "string", default: "5" },
  limit: { type: "string", default: "300" },
});
const { before, after } = options.values;
if (before === undefined) fail("--before wants the checkout to compare with");
const settings = {
  before: resolve(before),
  after: resolve(after),
  rounds: wholeNumber("rounds", options.values.rounds),
  limit: wholeNumber("limit", options.values.limit),
};
const { data, failures } = await measure(PARTS, options, settings);
const means = Object.entries(data).map(([name, { geometricMean: mean }]) => [name, ratio(mean)]);
const overall = geometricMean(
  Object.values(data).flatMap(({ results }) => results.map((result) => result.ratio)),
);
process.stdout.write(
  `\n${table(["part", "after / before"], [...means, ["all", ratio(overall)]])}\n`,
);
const origin = provenance("before-after.mjs");
keep("before-after", { ...options, isFull: false }, () => ({
  ...origin,
  rounds: settings.rounds,
  geometricMean: overall,
  ...data,
}));
process.exitCode = failures === 0 ? 0 : 1;
