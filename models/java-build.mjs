/**
 * What the scripts that compile Java sources into committed jars have in common.
 * A jar is a function of the sources, the compiler and the pinned zip library:
 * entries are sorted, times are fixed. The compiler must be javac 17 (another
 * version writes other bytes): the one in JAVA_HOME if that is a JDK 17, else the
 * one on the PATH.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { zipSync } from "fflate";

/** The earliest time an entry can have. fflate stores local time, so a local date gives the same bytes in every time zone. */
export const EPOCH = new Date(1980, 0, 1);

const ROOT = join(import.meta.dirname, "..");

/** Something that whoever runs the script can mend. */
export class BuildError extends Error {}

export function findCompiler() {
  const home = process.env.JAVA_HOME;
  const candidates = home === undefined ? ["javac"] : [join(home, "bin/javac"), "javac"];
  for (const javac of candidates) {
    const { stdout, status } = spawnSync(javac, ["-version"], { encoding: "utf8" });
    if (status === 0 && /^javac 17[.\s]/.test(stdout)) return javac;
  }
  throw new BuildError("javac 17 is needed, in JAVA_HOME or on the PATH");
}

/** Sorted, relative to the folder, with slashes. */
export const filesUnder = (folder, suffix) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();

function runCompiler(folder, args) {
  const flags = ["--release", "17", "-g", "-encoding", "UTF-8"];
  const javac = spawnSync(findCompiler(), [...flags, ...args], { cwd: folder, encoding: "utf8" });
  if (javac.status !== 0) throw new BuildError(`javac failed:\n${javac.stderr}`);
}

/**
 * Bytes by name of all classes that the sources under a folder give. `api`: what
 * they are compiled against and do not bring along, as sources under another folder.
 */
export function compile(folder, { flags = [], api = null } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-java-"));
  try {
    const against = [];
    if (api !== null) {
      const classes = join(scratch, "api");
      runCompiler(api.folder, [...flags, "-d", classes, ...api.sources]);
      against.push("-cp", classes);
    }
    const out = join(scratch, "out");
    // Relative names: the compiler must not see where the clone lies.
    runCompiler(folder, [...flags, ...against, "-d", out, ...filesUnder(folder, ".java")]);
    return Object.fromEntries(
      filesUnder(out, ".class").map((name) => [name, readFileSync(join(out, name))]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes a jar of classes, or with --check on the command line says whether the one that is there is stale. */
function writeOrCheck(jar, classes, script) {
  const name = relative(ROOT, jar).replaceAll("\\", "/");
  const bytes = Buffer.from(zipSync(classes, { level: 9, mtime: EPOCH, os: 0 }));
  if (!process.argv.includes("--check")) {
    writeFileSync(jar, bytes);
    const count = Object.keys(classes).length;
    process.stdout.write(`${name}: ${count} classes, ${bytes.length} bytes\n`);
  } else if (!existsSync(jar) || !readFileSync(jar).equals(bytes)) {
    throw new BuildError(`${name} is stale: run \`node ${script}\``);
  }
}

/** The whole of a script: `classes` gives those of the jar, by name. */
export function buildJar(jar, script, classes) {
  try {
    writeOrCheck(jar, classes(), script);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
