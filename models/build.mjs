/**
 * Compiles the class library in models/library into models/library.jar, which
 * is committed: a clone runs with Node alone. The same sources give the same
 * bytes (sorted entries, one time stamp, one compression level).
 *
 *   node models/build.mjs           writes the jar
 *   node models/build.mjs --check   exits 1 if the jar is not what the sources give
 *
 * Needs javac of JDK 17 (JAVA_HOME, or the one on the PATH).
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { EPOCH, filesUnder, findCompiler } from "./java-build.mjs";

const SOURCES = join(import.meta.dirname, "library");
/** Classes of other JDKs that our sources name; compiled against, never shipped. */
const STUBS = join(import.meta.dirname, "stubs");
const JAR = join(import.meta.dirname, "library.jar");
/** Stored, not deflated: every run reads these classes, and inflating them takes longer than reading. */
const LEVEL = 0;

/** Entry name -> bytes of every class the sources give; undefined when they do not compile. */
function compile() {
  const out = mkdtempSync(join(tmpdir(), "deadwood-models-"));
  try {
    // The concatenation operator must not need the JDK's invokedynamic machinery inside the library itself.
    const options = [
      "--patch-module",
      `java.base=${SOURCES}${delimiter}${STUBS}`,
      ..."-g -nowarn -proc:none -XDstringConcat=inline -XDignore.symbol.file -Xlint:none -encoding UTF-8 -implicit:none -d".split(
        " ",
      ),
      out,
    ];
    const sources = filesUnder(SOURCES, ".java").map((name) => join(SOURCES, name));
    const list = join(out, "sources");
    writeFileSync(list, sources.map((path) => `"${path.replaceAll("\\", "\\\\")}"`).join("\n"));
    const { status } = spawnSync(findCompiler(), [...options, `@${list}`], { stdio: "inherit" });
    if (status !== 0) return undefined;
    return new Map(filesUnder(out, ".class").map((name) => [name, readFileSync(join(out, name))]));
  } finally {
    rmSync(out, { recursive: true });
  }
}

function differences(classes) {
  if (!existsSync(JAR)) return ["there is no models/library.jar"];
  const packed = new Map(Object.entries(unzipSync(readFileSync(JAR))));
  const found = [];
  for (const [name, bytes] of classes) {
    const other = packed.get(name);
    if (other === undefined) found.push(`missing in the jar: ${name}`);
    else if (!bytes.equals(other)) found.push(`differs: ${name}`);
  }
  for (const name of packed.keys())
    if (!classes.has(name)) found.push(`no longer in the sources: ${name}`);
  return found;
}

const classes = compile();
if (classes === undefined) process.exit(1);
if (process.argv.includes("--check")) {
  const found = differences(classes);
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error("models/library.jar is out of date: run node models/build.mjs");
    process.exit(1);
  }
} else {
  const entries = Object.fromEntries(
    [...classes].map(([name, bytes]) => [name, new Uint8Array(bytes)]),
  );
  // Beside its place first: a run that starts meanwhile must not read half a jar.
  writeFileSync(`${JAR}.new`, zipSync(entries, { level: LEVEL, mtime: EPOCH }));
  renameSync(`${JAR}.new`, JAR);
  console.log(`models/library.jar: ${classes.size} classes`);
}
