/**
 * Checks that every set of items that satisfies the model is a program that a real JVM loads, verifies and
 * links. Random items are kept with everything they need, starting from few items (small programs) or from
 * many, half of the time each. There is no bar to beat: a single invalid program is an error in the model.
 */
import { join } from "node:path";
import { jarOf, skippedLines, withJars } from "../lib/libraries.mjs";
import { KnownProblems, LinkCheck } from "../lib/link-check.mjs";
import { sum } from "../lib/measure.mjs";
import { count, fixed, table } from "../lib/table.mjs";
import { fromSource, openLibraries, readClasses, reducible } from "./program.mjs";

const ASSIGNMENTS = 50;
const LEAST_LIBRARIES = 30;
/** The number of problems printed for a program; the rest is only counted. */
const SHOWN = 3;

/** `needs`: jars on its class path, so that as many classes as possible link. */
const LIBRARIES = [
  { jar: "antlr3-runtime", debian: "libantlr3-runtime-java", needs: ["stringtemplate4"] },
  { jar: "antlr4-runtime", debian: "libantlr4-runtime-java" },
  { jar: "args4j", debian: "libargs4j-java" },
  { jar: "asm-9.4", debian: "libasm-java" },
  { jar: "bcel", debian: "libbcel-java" },
  { jar: "cglib", debian: "libcglib-java", needs: ["asm", "ant"] },
  {
    jar: "commons-beanutils",
    debian: "libcommons-beanutils-java",
    needs: ["commons-logging", "commons-collections3"],
  },
  { jar: "commons-cli", debian: "libcommons-cli-java" },
  { jar: "commons-codec", debian: "libcommons-codec-java" },
  { jar: "commons-collections3", debian: "libcommons-collections3-java" },
  { jar: "commons-collections4", debian: "libcommons-collections4-java" },
  { jar: "commons-compress", debian: "libcommons-compress-java", needs: ["xz"] },
  { jar: "commons-io", debian: "libcommons-io-java" },
  { jar: "commons-lang3", debian: "libcommons-lang3-java" },
  { jar: "commons-text", debian: "libcommons-text-java", needs: ["commons-lang3"] },
  { jar: "dom4j", debian: "libdom4j-java", needs: ["jaxen"] },
  { jar: "guice", debian: "libguice-java", needs: ["guava", "aopalliance", "atinject-jsr330-api"] },
  { jar: "hamcrest", debian: "libhamcrest-java" },
  { jar: "jackson-core", debian: "libjackson2-core-java" },
  { jar: "jansi", debian: "libjansi-java" },
  { jar: "javassist", debian: "libjavassist-java" },
  { jar: "jaxen", debian: "libjaxen-java", needs: ["dom4j", "jdom2"] },
  { jar: "jcommander", debian: "libjcommander-java" },
  { jar: "jdom2", debian: "libjdom2-java", needs: ["jaxen"] },
  { jar: "jline3", debian: "libjline3-java", needs: ["jna", "jansi"] },
  { jar: "jna", debian: "libjna-java" },
  { jar: "joda-time", debian: "libjoda-time-java" },
  { jar: "js", debian: "librhino-java" },
  { jar: "jsoup", debian: "libjsoup-java" },
  { jar: "junit4", debian: "junit4", needs: ["hamcrest"] },
  { jar: "logback-core", debian: "liblogback-java" },
  { jar: "mockito-core", debian: "libmockito-java", needs: ["byte-buddy", "objenesis", "junit4"] },
  { jar: "objenesis", debian: "libobjenesis-java" },
  { jar: "oro", debian: "liboro-java" },
  { jar: "picocontainer", debian: "libpicocontainer-java" },
  {
    jar: "procyon-compilertools",
    debian: "libprocyon-java",
    needs: ["procyon-core", "procyon-reflection", "procyon-expressions"],
  },
  { jar: "protobuf", debian: "libprotobuf-java" },
  { jar: "xercesImpl", debian: "libxerces2-java" },
  { jar: "xstream", debian: "libxstream-java", needs: ["xpp3", "joda-time", "jdom2", "dom4j"] },
  { jar: "xz", debian: "libxz-java" },
];

export async function validity({ matches, assignments = ASSIGNMENTS, scratch, progress }) {
  const chosen = LIBRARIES.filter(({ jar }) => matches(jar));
  if (chosen.length === 0) return null;
  const { present, skipped } = withJars(chosen, progress);
  const random = await fromSource("test/support/reduce/random-kept.ts", scratch);
  const results = [];
  for (const library of present) {
    progress(library.jar);
    results.push(await check(library, { assignments, scratch, random }));
  }
  const invalid = sum(results.map((result) => result.invalid.length));
  const programs = sum(results.map((result) => result.programs));
  return {
    title: "Validity: random parts of real libraries, linked by a real JVM",
    text: [
      table(HEADER, results.map(rowOf)),
      "",
      ...results.flatMap(problemLines),
      ...skippedLines(skipped),
      `libraries           ${results.length}; bar: at least ${LEAST_LIBRARIES}: ${results.length >= LEAST_LIBRARIES ? "pass" : "FAIL"}`,
      `programs            ${count(programs)}, with ${count(sum(results.map((result) => result.inspected)))} classes`,
      `invalid             ${invalid}; bar: none: ${invalid === 0 ? "pass" : "FAIL"}`,
    ],
    failures: invalid,
    data: { skipped, programs, invalid, libraries: results },
  };
}

async function check({ jar, needs = [] }, { assignments, scratch, random }) {
  const { randomKept, randomFlags } = random;
  const { Random } = await reducible();
  const begin = performance.now();
  const paths = withJars(
    needs.map((each) => ({ jar: each, debian: each })),
    () => {},
  ).present.map((each) => jarOf(each.jar));
  const libraries = await openLibraries(paths);
  const input = await withoutShadowed(await readClasses(jarOf(jar)));
  const { ReducibleProgram } = await reducible();
  const program = new ReducibleProgram(input, libraries, { hasFlags: true });
  const link = new LinkCheck(join(scratch, jar), paths);
  try {
    const whole = input.classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));
    const known = new KnownProblems(
      await link.problemsOf(whole),
      input.classes.map(({ name }) => name),
    );
    const wholeBytes = bytesOf(whole);
    const invalid = [];
    const shares = [];
    let inspected = 0;
    const look = async (sample, seeds, answer) => {
      const found = known.newOnes(await answer);
      if (found.length > 0) invalid.push({ seeds, sample, problems: found });
    };
    // The next program is made while the JVM examines the previous one.
    let before = Promise.resolve();
    for (let sample = 0; sample < assignments; sample++) {
      const seeds = seedsOf(sample, assignments, program.items.count);
      let answer;
      try {
        // The first one is the whole library without optional access flags.
        const kept =
          sample === 0
            ? randomFlags(program, 0, new Random(seeds, sample))
            : randomKept(program, seeds, new Random(seeds, sample));
        const broken = brokenClause(program, kept);
        const files = program.apply(kept);
        shares.push(bytesOf(files) / wholeBytes);
        inspected += files.length;
        answer =
          broken === null
            ? link.problemsOf(files)
            : Promise.resolve([`the assignment breaks clause ${broken}`]);
      } catch (error) {
        answer = Promise.resolve([`internal error: ${error.stack}`]);
      }
      await before;
      before = look(sample, seeds, answer);
    }
    await before;
    return {
      library: jar,
      classes: input.classes.length,
      items: program.items.count,
      clauses: program.clauses.length,
      notLinked: known.unlinked.size,
      programs: assignments,
      inspected,
      least: Math.min(...shares),
      most: Math.max(...shares),
      seconds: (performance.now() - begin) / 1000,
      invalid,
    };
  } finally {
    link.close();
    libraries.close();
  }
}

/** Drops classes that the JDK also has, because a JVM always takes the JDK's. */
async function withoutShadowed(input) {
  const { findJdk } = await reducible();
  const jdk = findJdk({ env: process.env });
  const classes = input.classes.filter(({ name }) => jdk.source.find(name) === null);
  jdk.close();
  return { ...input, classes };
}

/** Starts from 1 to 5 items, and in the second half from 1 % up to a third of all items. */
function seedsOf(sample, assignments, items) {
  const half = assignments / 2;
  if (sample < half) return 1 + (sample % 5);
  const step = (sample - half) / Math.max(1, half - 1);
  return Math.max(1, Math.round(items * 0.01 * (100 / 3) ** step));
}

/** The index of a violated clause, or null. */
function brokenClause({ clauses }, kept) {
  const index = clauses.findIndex(
    ({ ifAll, thenOne }) =>
      ifAll.every((item) => kept.has(item)) && !thenOne.some((item) => kept.has(item)),
  );
  return index < 0 ? null : index;
}

const bytesOf = (files) => sum(files.map(({ bytes }) => bytes.length));

const problemLines = ({ library, invalid }) =>
  invalid.flatMap(({ seeds, sample, problems }) => [
    `${library}, ${seeds} seeds, sample ${sample}: ${problems.length} problems`,
    ...problems.slice(0, SHOWN).map((problem) => `    ${problem}`),
  ]);

const HEADER = [
  "library",
  "classes",
  "items",
  "clauses",
  "not linked",
  "programs",
  "least %",
  "most %",
  "s",
  "invalid",
];

const rowOf = (result) => [
  result.library,
  count(result.classes),
  count(result.items),
  count(result.clauses),
  count(result.notLinked),
  count(result.programs),
  fixed(100 * result.least, 2),
  fixed(100 * result.most, 1),
  fixed(result.seconds, 1),
  count(result.invalid.length),
];
