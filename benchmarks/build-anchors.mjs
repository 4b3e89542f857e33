/**
 * Compiles benchmarks/programs/anchors into a jar, which is committed so that the
 * benchmark needs no compiler and every machine measures the same bytes.
 *
 *   node benchmarks/build-anchors.mjs           writes the jar
 *   node benchmarks/build-anchors.mjs --check   exit code 1 if the jar is stale
 *
 * The compiler must be javac 17 (another version writes other bytes): the one
 * in JAVA_HOME if that is a JDK 17, else the one on the PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { zipSync } from "fflate";

const SOURCES = join(import.meta.dirname, "programs/anchors");
const LIBRARY = resolve(import.meta.dirname, "../models/library");
const JAR = join(import.meta.dirname, "programs/anchors.jar");
// fflate stores local time, so a local date gives the same bytes in every time zone.
const EPOCH = new Date(1980, 0, 1);

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

function runCompiler(folder, args) {
  const flags = ["--release", "17", "-g", "-encoding", "UTF-8"];
  const javac = spawnSync(findCompiler(), [...flags, ...args], { cwd: folder, encoding: "utf8" });
  if (javac.status !== 0) throw new BuildError(`javac failed:\n${javac.stderr}`);
}

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .toSorted();

function compile() {
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-anchors-"));
  try {
    // What the programs are compiled against but do not bring along: the library has it.
    const api = join(scratch, "api");
    runCompiler(LIBRARY, [
      "-d",
      api,
      join("gov", "nasa", "jpf", "vm", "Verify.java"),
      join("deadwood", "Verify.java"),
    ]);
    const out = join(scratch, "out");
    // Relative names: the compiler must not see where the clone lies.
    runCompiler(SOURCES, ["-cp", api, "-d", out, ...filesBelow(SOURCES, ".java")]);
    return Object.fromEntries(
      filesBelow(out, ".class").map((name) => [
        name.replaceAll("\\", "/"),
        readFileSync(join(out, name)),
      ]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function build(check) {
  const classes = compile();
  const jar = Buffer.from(zipSync(classes, { level: 9, mtime: EPOCH, os: 0 }));
  if (!check) {
    writeFileSync(JAR, jar);
    const count = Object.keys(classes).length;
    process.stdout.write(
      `benchmarks/programs/anchors.jar: ${count} classes, ${jar.length} bytes\n`,
    );
  } else if (!existsSync(JAR) || !readFileSync(JAR).equals(jar)) {
    throw new BuildError(
      "benchmarks/programs/anchors.jar is stale: run `node benchmarks/build-anchors.mjs`",
    );
  }
}

try {
  build(process.argv.includes("--check"));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
