/** The built modules of the reducer, for benchmarks that use its internals. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = resolve(import.meta.dirname, "../..");

export const built = (path) => import(pathToFileURL(join(ROOT, "dist", path)).href);

/** The names that benchmarks use. */
export async function reducible() {
  const [program, input, random, jdk, classPath, strategies, candidate] = await Promise.all([
    built("reduce/model/program.js"),
    built("reduce/input.js"),
    built("core/random.js"),
    built("classfile/jdk.js"),
    built("classfile/class-path.js"),
    built("reduce/strategies.js"),
    built("reduce/predicate/candidate.js"),
  ]);
  return { ...program, ...input, ...random, ...jdk, ...classPath, ...strategies, ...candidate };
}

/** A module of the tests, which the build leaves out. */
export async function fromSource(path, scratch) {
  const file = join(scratch, `${path.replaceAll("/", "-")}.mjs`);
  const { status, stderr } = spawnSync(
    join(ROOT, "node_modules/.bin/rolldown"),
    [join(ROOT, path), "--platform", "node", "--format", "esm", "--file", file],
    { cwd: ROOT, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`rolldown ${path}: ${stderr}`);
  return import(pathToFileURL(file).href);
}

/** The classes of the JDK and of some jars. */
export async function openLibraries(jars, home) {
  const { findJdk, parseClassPath, CompositeSource } = await reducible();
  const jdk = findJdk({ explicit: home, env: process.env });
  if (jdk === null) throw new Error("no JDK is installed");
  const { featureVersion } = jdk;
  return new CompositeSource([
    jdk.source,
    ...jars.map((jar) => parseClassPath(jar, { featureVersion })),
  ]);
}

/** A jar without resources, because the papers count classes. */
export async function readClasses(jar) {
  const { readInput } = await reducible();
  return { ...readInput(jar), files: [] };
}
