/**
 * Checks that no candidate of a reduction is worse than its input, for the output of several compilers and
 * for jars with missing dependencies. A real JVM loads, verifies and links every candidate of some whole
 * reductions with all passes, reflection inspects it, and javac compiles against some. There is no bar to
 * beat: a single worse candidate is an error.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { jarOf, skippedLines, withJars } from "../lib/libraries.mjs";
import { LinkCheck } from "../lib/link-check.mjs";
import { sum } from "../lib/measure.mjs";
import { count, fixed, table } from "../lib/table.mjs";
import { built, fromSource, openLibraries, reducible } from "./program.mjs";

const LEAST_JARS = 12;
const SHOWN = 3;
/** One in this many candidates is compiled against, and all that are accepted. */
const COMPILED_EVERY = 20;
/** The number of methods that must stay in each reduction. */
const FEATURES = 3;

const SOURCES = resolve(import.meta.dirname, "candidates");
const JDK25 = "/usr/lib/jvm/temurin-25-jdk-amd64";

/** `only`: the classes to use of a large library. `needs`: the class path; other dependencies are missing. */
const JARS = [
  { jar: "asm", debian: "libasm-java", compiler: "javac" },
  { jar: "commons-cli", debian: "libcommons-cli-java", compiler: "javac" },
  { jar: "hamcrest", debian: "libhamcrest-java", compiler: "javac" },
  {
    jar: "junit4",
    debian: "junit4",
    compiler: "javac, hamcrest missing",
    only: /^org\/junit\/(runner|rules|internal)\//,
  },
  { jar: "commons-text", debian: "libcommons-text-java", compiler: "javac, commons-lang missing" },
  {
    jar: "atomicfu",
    debian: "libkotlinx-atomicfu-java",
    compiler: "kotlinc",
    needs: ["kotlin-stdlib"],
  },
  {
    jar: "kotlinx-coroutines-core",
    debian: "libkotlinx-coroutines-java",
    compiler: "kotlinc, stdlib missing",
    only: /^kotlinx\/coroutines\/(channels|sync)\//,
  },
  { jar: "jawn-parser", debian: "libjawn-java", compiler: "scalac", needs: ["scala-library"] },
  {
    jar: "scala-actors",
    debian: "scala-library",
    compiler: "scalac, library missing",
    only: /^scala\/actors\/[A-F]/,
  },
  {
    jar: "clojure",
    debian: "clojure",
    compiler: "clojure",
    only: /^clojure\/(set|string|zip|walk)\b/,
    needsItself: true,
  },
];

/** Programs compiled here, from Java source for every release, and by other installed compilers. */
const COMPILED = [
  ...[8, 11, 17].map((release) => ({
    name: `java-${release}`,
    compiler: `javac --release ${release}`,
    source: "Java8.java",
    command: ["javac", "-g", "-parameters", "--release", `${release}`],
  })),
  {
    name: "java-21",
    compiler: "javac --release 21",
    source: "Java21.java",
    command: [`${JDK25}/bin/javac`, "-g", "-parameters", "--release", "21"],
    jdk: JDK25,
  },
  {
    name: "java-25",
    compiler: "javac 25",
    source: "Java21.java",
    command: [`${JDK25}/bin/javac`, "-g"],
    jdk: JDK25,
  },
  {
    name: "ecj",
    debian: "ecj",
    compiler: "ecj",
    source: "Java8.java",
    command: ["ecj", "-8", "-g", "-nowarn", "-proc:none"],
  },
  {
    name: "groovy",
    debian: "groovy",
    compiler: "groovyc",
    source: "Shop.groovy",
    command: ["groovyc"],
    needs: ["groovy-all"],
  },
];

export async function candidates({
  matches,
  limit,
  seeds = 2,
  candidates: most,
  scratch,
  progress,
}) {
  const jars = JARS.filter(({ jar, compiler }) => matches(jar) || matches(compiler));
  const compiled = COMPILED.filter(({ name, compiler }) => matches(name) || matches(compiler));
  if (jars.length + compiled.length === 0) return null;
  const { present, skipped } = withJars(jars, progress);
  const watch = await fromSource("test/support/reduce/candidate-watch.ts", scratch);
  const results = [];
  const settings = { limit, seeds, most, scratch, watch };
  for (const each of present) {
    progress(each.jar);
    const { jar, needs = [], needsItself, only = /./, compiler } = each;
    const paths = [...needs, ...(needsItself ? [jar] : [])].map(jarOf);
    const input = await readSome(jarOf(jar), only);
    results.push(await reduceAll({ name: jar, compiler, input, paths }, settings));
  }
  for (const each of compiled) {
    progress(each.name);
    const folder = join(scratch, `compiled-${each.name}`);
    const reason = compile(each, folder, progress);
    if (reason === null) {
      const input = await readSome(folder, /./);
      const paths = (each.needs ?? []).map(jarOf);
      results.push(await reduceAll({ ...each, input, paths }, settings));
    } else skipped.push(`${each.name} (${reason})`);
  }
  const total = (name) => sum(results.map((result) => result[name]));
  const bad = results.flatMap((result) => result.bad);
  return {
    title:
      "Candidates: every program that a reduction asks about, loaded, linked and compiled against",
    text: [
      table(HEADER, results.map(rowOf)),
      "",
      ...bad.flatMap(badLines),
      ...skippedLines(skipped),
      `jars                ${results.length}; bar: at least ${LEAST_JARS}: ${results.length >= LEAST_JARS ? "pass" : "FAIL"}`,
      `reductions          ${count(total("reductions"))}`,
      `candidates          ${count(total("candidates"))}, ${count(total("compiled"))} of them compiled against`,
      `worse               ${bad.length}; bar: none: ${bad.length === 0 ? "pass" : "FAIL"}`,
    ],
    failures: bad.length,
    data: { skipped, jars: results },
  };
}

function compile({ debian, source, command }, folder, progress) {
  const [program, ...args] = command;
  const isThere = () => spawnSync("which", [program]).status === 0;
  if (!isThere() && debian !== undefined) {
    progress(`apt-get install ${debian}`);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", debian], { stdio: "ignore" });
  }
  if (!isThere() && !existsSync(program)) return `${program} is not installed`;
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(program, [...args, "-d", folder, join(SOURCES, source)], {
    encoding: "utf8",
  });
  return status === 0 ? null : `${program} fails: ${stderr.split("\n")[0]}`;
}

async function readSome(path, only) {
  const { readInput } = await reducible();
  const input = readInput(path);
  return { ...input, files: [], classes: input.classes.filter(({ name }) => only.test(name)) };
}

async function reduceAll(
  { name, compiler, input, paths, jdk },
  { limit, seeds, most, scratch, watch },
) {
  const begin = performance.now();
  const libraries = await openLibraries(paths, jdk);
  const link = new LinkCheck(join(scratch, `candidates-${name}`), paths, jdk);
  const result = {
    name,
    compiler,
    classes: input.classes.length,
    reductions: 0,
    candidates: 0,
    compiled: 0,
    bad: [],
  };
  try {
    for (let seed = 0; seed < seeds; seed++) {
      result.reductions++;
      await reduceOnce({ name, input, libraries, link, seed, limit, most, watch, scratch }, result);
    }
  } finally {
    link.close();
    libraries.close();
  }
  return { ...result, seconds: (performance.now() - begin) / 1000 };
}

async function reduceOnce(
  { name, input, libraries, link, seed, limit, most, watch, scratch },
  result,
) {
  const { ReducibleProgram, Random, Candidate } = await reducible();
  const { reduceInPhases } = await built("reduce/phases.js");
  const { ALL_PASSES } = await built("reduce/passes/all-passes.js");
  const { CandidateWatch, featuresOf, hasFeatures } = watch;
  const whole = input.classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));
  const all = featuresOf(whole);
  const random = new Random(seed, 1);
  const wanted = Array.from({ length: FEATURES }, () => all[random.below(all.length)]);
  const watched = new CandidateWatch(link);
  await watched.judge(whole, false);
  await watched.compile(whole, false);
  const stop = new AbortController();
  const until = performance.now() + limit * 1000;
  const answers = new Map();
  let asked = 0;
  const during = (phase) => ({
    expect() {},
    async ask(files) {
      const { hash } = new Candidate(files);
      const known = answers.get(hash);
      if (known !== undefined) return known;
      if (asked >= most || performance.now() > until) {
        stop.abort(new Error("enough"));
        return false;
      }
      const mayRename = phase === "rename";
      const isWanted = hasFeatures(files, wanted);
      const problems = await watched.judge(files, mayRename);
      if (isWanted || asked % COMPILED_EVERY === 0) {
        problems.push(...(await watched.compile(files, mayRename)));
        result.compiled++;
      }
      asked++;
      if (problems.length > 0) {
        const jar = join(process.env.DEADWOOD_KEEP ?? scratch, `${name}-${seed}-${asked}.jar`);
        writeFileSync(jar, new Candidate(files).toJar("stored"));
        result.bad.push({ name, seed, phase, number: asked, problems, jar });
      } else if (isWanted) await watched.accept(files);
      answers.set(hash, isWanted);
      return isWanted;
    },
  });
  try {
    const program = new ReducibleProgram(input, libraries);
    const options = {
      strategy: "gbr",
      cost: "bytes",
      passes: ALL_PASSES,
      libraries,
      signal: stop.signal,
      mustStay: () => false,
    };
    await reduceInPhases(program, { during }, options);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  result.candidates += asked;
}

const badLines = ({ name, seed, phase, number, problems, jar }) => [
  `${name}, seed ${seed}, candidate ${number} (${phase}): ${problems.length} problems${process.env.DEADWOOD_KEEP === undefined ? "" : `, in ${jar}`}`,
  ...problems.slice(0, SHOWN).map((problem) => `    ${problem}`),
];

const HEADER = ["jar", "compiler", "classes", "reductions", "candidates", "compiled", "s", "worse"];

const rowOf = (result) => [
  result.name,
  result.compiler,
  count(result.classes),
  count(result.reductions),
  count(result.candidates),
  count(result.compiled),
  fixed(result.seconds, 1),
  count(result.bad.length),
];
