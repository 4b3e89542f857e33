/**
 * Compiles a `.java` file that is named as the program, with the JDK's compiler, into a temporary directory.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import type { Jdk } from "../classfile/sources/jdk.ts";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";
import { bundled } from "./find-program.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface Compiled {
  /** The classes, and what they were compiled against. */
  readonly classPath: string;
  readonly main: string;
  /** The root directory of the packages of the source. */
  readonly sourceRoot: string;
  remove(): void;
}

export function compileSource(file: string, jdk: Jdk | null, classPath: string | null): Compiled {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new InputUnreadableError(`cannot read ${file}: there is no such file`);
  }
  const javac = jdk?.javac ?? null;
  if (javac === null) {
    throw new BadUsageError(`${file} is source code, and no Java compiler was found`, {
      hint: "Set --jdk or JAVA_HOME to a JDK with javac, or compile the file and name its class.",
    });
  }
  const packageName = packageOf(file);
  const { path: directory, remove } = temporaryDirectory("deadwood-classes-");
  try {
    const root = sourceRoot(file, packageName);
    compile(javac, file, directory, root, classPath);
    const path = classPath === null ? directory : [directory, classPath].join(delimiter);
    const main = mainClass(file, directory, packageName);
    return { classPath: path, main, sourceRoot: root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function packageOf(file: string): string {
  const source = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return /^\s*package\s+([\w.\s]+);/m.exec(source)?.[1]?.replaceAll(/\s/g, "") ?? "";
}

/** The root directory of the packages, so that javac finds the classes beside the file. */
function sourceRoot(file: string, packageName: string): string {
  let root = dirname(resolve(file));
  if (packageName !== "") for (const _ of packageName.split(".")) root = dirname(root);
  return root;
}

function compile(
  javac: string,
  file: string,
  directory: string,
  sources: string,
  classPath: string | null,
): void {
  // Behind the program's own class path come our models, for deadwood.Verify. The classes of the JDK stay the JDK's.
  const path = [classPath ?? process.env["CLASSPATH"] ?? ".", bundled("library.jar")];
  const options = ["-g", "-nowarn", "-d", directory, "-sourcepath", sources];
  const args = [...options, "-cp", path.join(delimiter), file];
  const { status, stderr, error } = spawnSync(javac, args, { encoding: "utf8" });
  if (error !== undefined) {
    throw new BadUsageError(`cannot run ${javac}: ${error.message}`, { cause: error });
  }
  if (status !== 0) {
    throw new BadUsageError(`${file} does not compile:\n${stderr.trimEnd()}`, {
      hint: "Fix the errors that javac reports.",
    });
  }
}

/** The class named like the file, or else the only class that was compiled. */
function mainClass(file: string, directory: string, packageName: string): string {
  const prefix = packageName === "" ? "" : `${packageName}.`;
  const folder = join(directory, ...packageName.split(".").filter((part) => part !== ""));
  const name = basename(file, ".java");
  if (existsSync(join(folder, `${name}.class`))) return prefix + name;
  const classes = readdirSync(folder)
    .filter((entry) => entry.endsWith(".class") && !entry.includes("$"))
    .map((entry) => basename(entry, ".class"));
  const [only] = classes;
  if (classes.length === 1 && only !== undefined) return prefix + only;
  throw new BadUsageError(`${file} has no class ${name}, so the main class is unknown`, {
    hint: "Name the file after its main class.",
  });
}
