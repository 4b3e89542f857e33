/**
 * Compiles Java sources into the jars that are committed, so that a clone runs
 * with Node alone, random programs need only a JVM, and every machine measures
 * the same bytes.
 *
 *   node models/build.mjs [TARGET…]           writes the jars
 *   node models/build.mjs [TARGET…] --check   exit code 1 if one is stale
 *
 * Targets are library, programs, jvm-runner, anchors, and all, which is the
 * default. Needs javac 17 (build/java-build.mjs).
 */
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { BuildError, buildJar } from "./build/java-build.mjs";
import { checkManifest } from "./build/manifest.mjs";

const MODELS = import.meta.dirname;
const BENCHMARKS = join(MODELS, "../benchmarks/programs");
const LIBRARY = join(MODELS, "library");
/** Classes of newer JDKs that the library's sources refer to: on the compile path, but not shipped. */
const COMPILE_ONLY = join(MODELS, "compile-only");

const PLAIN = ["--release", "17", "-g"];
const STRICT = [...PLAIN, "-Xlint:all", "-Werror"];

const TARGETS = {
  library: {
    jar: join(MODELS, "library.jar"),
    sources: LIBRARY,
    flags: [
      "--patch-module",
      `java.base=${LIBRARY}${delimiter}${COMPILE_ONLY}`,
      ..."-g -nowarn -proc:none -XDignore.symbol.file -Xlint:none -implicit:none".split(" "),
      // Inside the library, concatenation must not need the JDK's invokedynamic machinery.
      "-XDstringConcat=inline",
    ],
    // Stored, not compressed: every run reads these classes, and inflating takes longer than reading.
    level: 0,
  },
  programs: {
    jar: join(MODELS, "programs.jar"),
    sources: join(MODELS, "programs"),
    flags: STRICT,
    api: ["deadwood/Verify.java"],
    level: 9,
    check: checkManifest,
  },
  "jvm-runner": {
    jar: join(MODELS, "jvm-runner.jar"),
    sources: join(MODELS, "jvm-runner"),
    flags: STRICT,
    level: 9,
  },
  anchors: {
    jar: join(BENCHMARKS, "anchors.jar"),
    sources: join(BENCHMARKS, "anchors"),
    flags: PLAIN,
    api: ["gov/nasa/jpf/vm/Verify.java", "deadwood/Verify.java"],
    level: 9,
  },
};

const ALL = Object.keys(TARGETS);
const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false } },
  allowPositionals: true,
});
const isAll = positionals.length === 0 || positionals.includes("all");
for (const name of isAll ? ALL : positionals) {
  try {
    const target = TARGETS[name];
    if (target === undefined)
      throw new BuildError(`unknown target ${name}: use ${ALL.join(", ")} or all`);
    target.check?.(target.sources);
    // The library classes that the sources use but that do not belong to the jar.
    const api = target.api === undefined ? null : { folder: LIBRARY, sources: target.api };
    buildJar({ ...target, api, isCheck: values.check, command: `node models/build.mjs ${name}` });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
