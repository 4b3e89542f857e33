/** Compares the manifest of the bundled programs with their sources. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildError, filesUnder } from "./java-build.mjs";

/** The verdicts that a run of a program may have. */
const VERDICTS = ["safe", "deadlock", "exception", "endless"];

/** The command line finds the programs through the manifest, so it must list exactly the sources. */
export function checkManifest(sources) {
  const names = filesUnder(sources, ".java").map((name) => name.slice(0, -".java".length));
  const { programs } = JSON.parse(readFileSync(join(sources, "manifest.json"), "utf8"));
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
    throw new BuildError(
      `manifest.json: ${what} must list exceptions if and only if its verdict is exception`,
    );
  }
  if (note === "")
    throw new BuildError(`manifest.json: ${what} has no note that explains its verdict`);
}
