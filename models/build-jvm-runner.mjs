/**
 * Compiles models/jvm-runner, which `deadwood fuzz --against jvm` starts on a real
 * JVM, into models/jvm-runner.jar. It is committed, so that only a JVM is needed
 * and no compiler. The same sources give the same bytes.
 *
 *   node models/build-jvm-runner.mjs           writes the jar
 *   node models/build-jvm-runner.mjs --check   exit code 1 if the jar is stale
 *
 * The compiler must be javac 17: the one in JAVA_HOME if that is a JDK 17, else
 * the one on the PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";

const SOURCES = join(import.meta.dirname, "jvm-runner");
const JAR = join(import.meta.dirname, "jvm-runner.jar");
// fflate stores local time, so a local date gives the same bytes in every time zone.
const EPOCH = new Date(1980, 0, 1);
const FLAGS = ["--release", "17", "-g", "-Xlint:all", "-Werror", "-encoding", "UTF-8"];

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

const filesUnder = (folder, suffix) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();

function compile() {
  const out = mkdtempSync(join(tmpdir(), "deadwood-runner-"));
  try {
    // Relative names: the compiler must not see where the clone lies.
    const args = [...FLAGS, "-d", out, ...filesUnder(SOURCES, ".java")];
    const javac = spawnSync(findCompiler(), args, { cwd: SOURCES, encoding: "utf8" });
    if (javac.status !== 0) throw new BuildError(`javac failed:\n${javac.stderr}`);
    return Object.fromEntries(
      filesUnder(out, ".class").map((name) => [name, readFileSync(join(out, name))]),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function build(check) {
  const jar = Buffer.from(zipSync(compile(), { level: 9, mtime: EPOCH, os: 0 }));
  if (!check) {
    writeFileSync(JAR, jar);
    process.stdout.write(`models/jvm-runner.jar: ${jar.length} bytes\n`);
  } else if (!existsSync(JAR) || !readFileSync(JAR).equals(jar)) {
    throw new BuildError("models/jvm-runner.jar is stale: run `node models/build-jvm-runner.mjs`");
  }
}

try {
  build(process.argv.includes("--check"));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
