/**
 * Compiles the example programs into models/programs.jar, which is committed so
 * that a clone runs them with Node alone. The jar is a function of the sources,
 * the compiler and the pinned zip library: entries are sorted, times are fixed.
 *
 *   node models/build-programs.mjs           writes the jar
 *   node models/build-programs.mjs --check   exit code 1 if the jar is stale
 *
 * The compiler must be javac 17 (another version writes other bytes): the one
 * in JAVA_HOME if that is a JDK 17, else the one on the PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";

const SOURCES = join(import.meta.dirname, "programs");
const LIBRARY = join(import.meta.dirname, "library");
const JAR = join(import.meta.dirname, "programs.jar");
// fflate stores local time, so a local date gives the same bytes in every time zone.
const EPOCH = new Date(1980, 0, 1);
/** What a run of a program may be expected to end with. */
const VERDICTS = ["safe", "deadlock", "exception", "endless"];

class BuildError extends Error {}

function findCompiler() {
  const home = process.env.JAVA_HOME;
  const candidates = home === undefined ? ["javac"] : [join(home, "bin/javac"), "javac"];
  for (const javac of candidates) {
    const { stdout, status } = spawnSync(javac, ["-version"], { encoding: "utf8" });
    if (status === 0 && /^javac 17[.\s]/.test(stdout)) return javac;
  }
  throw new BuildError("javac 17 is needed, in JAVA_HOME or on the PATH");
}

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

function runCompiler(folder, args) {
  const flags = ["--release", "17", "-g", "-Xlint:all", "-Werror", "-encoding", "UTF-8"];
  const javac = spawnSync(findCompiler(), [...flags, ...args], { cwd: folder, encoding: "utf8" });
  if (javac.status !== 0) throw new BuildError(`javac failed:\n${javac.stderr}`);
}

function compile(names) {
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-programs-"));
  try {
    // What the programs are compiled against but do not bring along: the library has it.
    const api = join(scratch, "api");
    runCompiler(LIBRARY, ["-d", api, join("deadwood", "Verify.java")]);
    const out = join(scratch, "out");
    // Relative names: the compiler must not see where the clone lies.
    runCompiler(SOURCES, ["-cp", api, "-d", out, ...names.map((name) => `${name}.java`)]);
    const entries = readdirSync(out).toSorted();
    return Object.fromEntries(entries.map((name) => [name, readFileSync(join(out, name))]));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function build(check) {
  const names = readdirSync(SOURCES)
    .filter((name) => name.endsWith(".java"))
    .map((name) => name.slice(0, -".java".length))
    .toSorted();
  checkManifest(names);
  const jar = Buffer.from(zipSync(compile(names), { level: 9, mtime: EPOCH, os: 0 }));
  if (!check) {
    writeFileSync(JAR, jar);
    process.stdout.write(`models/programs.jar: ${names.length} programs, ${jar.length} bytes\n`);
  } else if (!existsSync(JAR) || !readFileSync(JAR).equals(jar)) {
    throw new BuildError("models/programs.jar is stale: run `node models/build-programs.mjs`");
  }
}

try {
  build(process.argv.includes("--check"));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
