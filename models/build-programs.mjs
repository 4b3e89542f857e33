/**
 * Compiles the example programs into models/programs.jar, which is committed so
 * that a clone runs them with Node alone.
 *
 *   node models/build-programs.mjs           writes the jar
 *   node models/build-programs.mjs --check   exit code 1 if the jar is stale
 *
 * Needs javac 17 (java-build.mjs).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildError, buildJar, compile, filesUnder } from "./java-build.mjs";

const SOURCES = join(import.meta.dirname, "programs");
const LIBRARY = join(import.meta.dirname, "library");
const JAR = join(import.meta.dirname, "programs.jar");
/** What a run of a program may be expected to end with. */
const VERDICTS = ["safe", "deadlock", "exception", "endless"];

/** The manifest is how the command line knows the programs: it must list exactly the sources. */
function checkManifest(names) {
  const { programs } = JSON.parse(readFileSync(join(SOURCES, "manifest.json"), "utf8"));
  const listed = programs.map((program) => program.name);
  if (listed.join() !== names.join()) {
    throw new BuildError(`manifest.json lists ${listed}, but the sources are ${names}`);
  }
  for (const program of programs) {
    const [first] = program.runs;
    if (first?.args.length !== 0 || first.verdict !== "safe") {
      throw new BuildError(
        `manifest.json: the first run of ${program.name} is not the default one`,
      );
    }
    for (const run of program.runs) checkRun(program.name, run);
  }
}

function checkRun(name, { args, verdict, exceptions = [], note = "" }) {
  const what = [name, ...args].join(" ");
  if (!VERDICTS.includes(verdict)) {
    throw new BuildError(
      `manifest.json: ${what} has the verdict ${verdict}, not one of ${VERDICTS.join(", ")}`,
    );
  }
  if (exceptions.length > 0 !== (verdict === "exception")) {
    throw new BuildError(`manifest.json: ${what} must list exceptions just if it ends with one`);
  }
  if (note === "") throw new BuildError(`manifest.json: ${what} does not say why`);
}

buildJar(JAR, "models/build-programs.mjs", () => {
  checkManifest(filesUnder(SOURCES, ".java").map((name) => name.slice(0, -".java".length)));
  return compile(SOURCES, {
    flags: ["-Xlint:all", "-Werror"],
    // The library has it.
    api: { folder: LIBRARY, sources: [join("deadwood", "Verify.java")] },
  });
});
