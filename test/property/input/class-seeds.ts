/** Programs whose class files are damaged: of several compilers, and of class file versions 52 to 69. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { readClass } from "../../../src/classfile/reading/reader.ts";
import { findJdk, VERSIONS } from "../../conformance/support/jdks.ts";
import { type Anatomy, dissect } from "../cli/damage.ts";

export interface ClassSeed {
  /** For people: the compiler and the program. */
  readonly name: string;
  readonly main: string;
  /** By internal name. */
  readonly classes: ReadonlyMap<string, Anatomy>;
}

const PROGRAMS = join(import.meta.dirname, "../cli/programs");
const BUNDLED = join(import.meta.dirname, "../../../models/programs.jar");
const MANIFEST = join(import.meta.dirname, "../../../models/programs/manifest.json");
const RELEASES = [8, 11, 17, 21, 25] as const;
/** Records, sealed interfaces and new switches. */
const NEEDS_17 = new Set(["Modern.java"]);

type Compiled = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What is in the repository: no compiler is needed. */
export function storedSeeds(): ClassSeed[] {
  const compiled: Compiled = JSON.parse(readFileSync(join(PROGRAMS, "compiled.json"), "utf8"));
  return Object.entries(compiled).map(([main, classes]) => ({
    name: `stored ${main}`,
    main,
    classes: new Map(
      Object.entries(classes).map(([name, text]) => [
        name,
        dissect(new Uint8Array(Buffer.from(text, "base64"))),
      ]),
    ),
  }));
}

/** The bundled programs that need no JDK. */
export function bundledSeeds(): ClassSeed[] {
  const { programs }: { programs: { name: string; needsJdk: boolean }[] } = JSON.parse(
    readFileSync(MANIFEST, "utf8"),
  );
  const files = Object.entries(unzipSync(readFileSync(BUNDLED)));
  return programs
    .filter(({ needsJdk }) => !needsJdk)
    .map(({ name: main }) => ({
      name: `bundled ${main}`,
      main,
      classes: new Map(
        files
          .filter(([path]) => path === `${main}.class` || path.startsWith(`${main}$`))
          .map(([path, bytes]) => [path.slice(0, -".class".length), dissect(bytes.slice())]),
      ),
    }));
}

/** The same sources by every compiler that is here, for every release that it knows. */
export function compiledSeeds(scratch: string): ClassSeed[] {
  const compilers = VERSIONS.flatMap((version) => {
    const jdk = findJdk(version);
    if (jdk === null) return [];
    const releases = RELEASES.filter((release) => release <= version);
    return releases.map((release) => ({
      name: `javac ${version} --release ${release}`,
      command: join(jdk.home, "bin/javac"),
      release,
    }));
  });
  const ecj = [8, 11, 17].map((release) => ({
    name: `ecj --release ${release}`,
    command: "ecj",
    release,
  }));
  return [...compilers, ...ecj].flatMap((compiler) => compile(compiler, scratch));
}

function compile(
  { name, command, release }: { name: string; command: string; release: number },
  scratch: string,
): ClassSeed[] {
  const sources = readdirSync(PROGRAMS).filter(
    (file) => file.endsWith(".java") && (release >= 17 || !NEEDS_17.has(file)),
  );
  const folder = join(scratch, name.replaceAll(" ", "-"));
  mkdirSync(folder, { recursive: true });
  try {
    const files = sources.map((source) => join(PROGRAMS, source));
    const words = ["-g", "--release", `${release}`, "-d", folder, ...files];
    execFileSync(command, words, { stdio: "pipe" });
  } catch {
    return []; // it is not here, or does not know this release
  }
  return sources.map((source) => {
    const main = source.slice(0, -".java".length);
    return { name: `${name} ${main}`, main, classes: classesOf(source, folder) };
  });
}

function classesOf(source: string, folder: string): Map<string, Anatomy> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".class"))
    .map((file) => ({ file, bytes: new Uint8Array(readFileSync(join(folder, file))) }))
    .filter(({ file, bytes }) => readClass(bytes, file).sourceFile === source);
  return new Map(files.map(({ file, bytes }) => [file.slice(0, -".class".length), dissect(bytes)]));
}

export function writeFiles(root: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [path, bytes] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
