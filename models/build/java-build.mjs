/**
 * Compiles Java sources into a jar, or compares an existing jar with them. The bytes of a jar depend only on
 * the sources, the compiler and the pinned zip library: entries are sorted and times are fixed. The compiler
 * must be javac 17, because other versions write other bytes. It is taken from JAVA_HOME if that is a JDK 17,
 * else from the PATH.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { zipSync } from "fflate";

/** The earliest time an entry can have. fflate stores local time, so a local date gives the same bytes in every time zone. */
const EPOCH = new Date(1980, 0, 1);

const ROOT = join(import.meta.dirname, "../..");

/** A problem that the user of the script can fix. */
export class BuildError extends Error {}

function findCompiler() {
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

/** Source names are relative, so that the compiler does not see the location of the clone. */
function runCompiler(folder, scratch, args, sources) {
  // A file with the names, because not every system allows such a long command line.
  const list = join(scratch, "sources");
  writeFileSync(list, sources.map((name) => `"${name}"`).join("\n"));
  const words = ["-encoding", "UTF-8", ...args, `@${list}`];
  const { status, stderr } = spawnSync(findCompiler(), words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new BuildError(`javac failed:\n${stderr}`);
}

/** The bytes of all compiled classes, by name. */
function compile({ sources, flags, api }) {
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-java-"));
  try {
    const against = [];
    if (api !== null) {
      const classes = join(scratch, "api");
      runCompiler(api.folder, scratch, [...flags, "-d", classes], api.sources);
      against.push("-cp", classes);
    }
    const out = join(scratch, "out");
    const names = filesUnder(sources, ".java");
    runCompiler(sources, scratch, [...flags, ...against, "-d", out], names);
    return Object.fromEntries(
      filesUnder(out, ".class").map((name) => [name, readFileSync(join(out, name))]),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {{jar: string, sources: string, flags: readonly string[], level: 0 | 9, isCheck: boolean, command: string,
 *   api: {folder: string, sources: readonly string[]} | null}} target `api`: sources under another folder
 *   that these are compiled against and do not bring along; `command` writes the jar
 */
export function buildJar(target) {
  const { jar, level, isCheck, command } = target;
  const classes = compile(target);
  const name = relative(ROOT, jar).replaceAll("\\", "/");
  const bytes = Buffer.from(zipSync(classes, { level, mtime: EPOCH, os: 0 }));
  if (!isCheck) {
    // Write it beside its place first: a run that starts meanwhile must not read half a jar.
    writeFileSync(`${jar}.new`, bytes);
    renameSync(`${jar}.new`, jar);
    const count = Object.keys(classes).length;
    process.stdout.write(`${name}: ${count} classes, ${bytes.length} bytes\n`);
  } else if (!existsSync(jar) || !readFileSync(jar).equals(bytes)) {
    throw new BuildError(`${name} is stale: run \`${command}\``);
  }
}
