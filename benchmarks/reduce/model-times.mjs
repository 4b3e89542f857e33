/**
 * Measures one library in a process of its own: reading it, building its model, and the steps of a
 * reduction whose predicate costs nothing. Prints JSON.
 *
 *   node benchmarks/reduce/model-times.mjs JAR CLASSPATH
 */
import { openLibraries, readClasses, reducible } from "./program.mjs";

/** The number of classes that the predicate requires. */
const WANTED = 3;

const [jar, classPath] = process.argv.slice(2);
const { ReducibleProgram, Candidate, Random, runStrategy } = await reducible();
const libraries = await openLibraries(classPath === "" ? [] : classPath.split(":"));

const begin = performance.now();
const input = await readClasses(jar);
const read = performance.now();
const program = new ReducibleProgram(input, libraries);
const built = performance.now();

const random = new Random(1);
const wanted = Array.from(
  { length: WANTED },
  () => input.classes[random.below(input.classes.length)].path,
);
/** Milliseconds from one answer to the next question. */
const steps = [];
let last = performance.now();
const oracle = {
  ask: (files) => {
    // Hash it, as every candidate is hashed: answers are cached by content.
    const { hash } = new Candidate(files);
    steps.push(performance.now() - last);
    const paths = new Set(files.map(({ path }) => path));
    const isInteresting = hash !== "" && wanted.every((path) => paths.has(path));
    last = performance.now();
    return Promise.resolve(isInteresting);
  },
  expect: () => {},
};
const options = {
  strategy: "gbr",
  cost: "bytes",
  required: [],
  signal: new AbortController().signal,
};
const left = await runStrategy(program, oracle, options);
libraries.close();
process.stdout.write(
  `${JSON.stringify({
    classes: input.classes.length,
    items: program.items.count,
    clauses: program.clauses.length,
    readSeconds: (read - begin) / 1000,
    buildSeconds: (built - read) / 1000,
    leftClasses: left.length,
    /** The first step orders all items. */
    firstStepMilliseconds: steps[0],
    stepMilliseconds: steps.slice(1),
  })}\n`,
);
