/**
 * Asks a real JVM whether programs verify and link, with the tests' LinkCheck: one process for many programs,
 * started with -Xverify:all. Its findings are compared with those for the whole library, because many
 * libraries have classes that need others which are not installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";

const SOURCES = ["LinkCheck", "CompileCheck"].map((name) =>
  resolve(import.meta.dirname, `../../test/support/reduce/${name}.java`),
);

/** Compiles Java sources into a folder. */
export function compileJava(folder, sources, classPath = [], options = []) {
  mkdirSync(folder, { recursive: true });
  const flags = classPath.length === 0 ? [] : ["-cp", classPath.join(":")];
  const { status, stderr } = spawnSync(
    "javac",
    ["-nowarn", ...options, ...flags, "-d", folder, ...sources],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`javac ${sources.join(" ")}: ${stderr}`);
}

export class LinkCheck {
  #java;
  #lines;
  #folder;
  #programs = 0;
  /** The last request; requests are sequential. */
  #last = Promise.resolve();

  /**
   * @param {string} scratch a folder that it may fill
   * @param {string} [home] of the JDK that is to judge
   */
  constructor(scratch, libraries = [], home) {
    this.#folder = join(scratch, "link-check");
    const classes = join(this.#folder, "classes");
    compileJava(classes, SOURCES);
    const java = home === undefined ? "java" : join(home, "bin/java");
    this.#java = spawn(java, ["-Xverify:all", "-cp", classes, "LinkCheck", ...libraries], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#lines = createInterface({ input: this.#java.stdout })[Symbol.asyncIterator]();
  }

  /** The problems that the JVM finds. The files are on disk when this returns its promise. */
  problemsOf(files) {
    return this.#judge("", files);
  }

  /** What javac reports for code that uses all of it. */
  compileProblemsOf(files) {
    return this.#judge("compile ", files);
  }

  #judge(command, files) {
    const folder = join(this.#folder, `program${this.#programs++}`);
    mkdirSync(folder);
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const answer = this.#last.then(() => this.#ask(command, folder));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #ask(command, folder) {
    this.#java.stdin.write(`${command}${folder}\n`);
    const problems = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error("LinkCheck has ended");
      if (value === ".") break;
      problems.push(value);
    }
    rmSync(folder, { recursive: true, force: true });
    return problems;
  }

  close() {
    this.#java.stdin.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const CLASS_LEVEL = /^([^ ]+): (?:java\.lang\.[A-Za-z.]*(?:Error|Exception)): /;
const MISSING =
  /(?:NoClassDefFoundError|ClassNotFoundException|TypeNotPresentException): (?:Type )?([\w/.$-]+)/g;

/**
 * "p.A: p/B.m()V: " for a member that cannot be resolved; the rest may or may not name types as inner
 * classes.
 */
const REFERENCE = /^[^ ]+: [^ ]+: (?=java\.lang\.)/;
const keyOf = (problem) => REFERENCE.exec(problem)?.[0] ?? problem;

/**
 * Separates the problems of a reduced program from those that the whole program has as well. `names` are the
 * classes of the whole program, as in class files.
 */
export class KnownProblems {
  #same;
  #names;
  /** Classes that do not link in the whole program. */
  unlinked;

  constructor(problems, names) {
    this.#same = new Set(problems.map(keyOf));
    this.#names = new Set(names);
    this.unlinked = new Set(
      problems.flatMap((problem) => {
        const name = CLASS_LEVEL.exec(problem)?.[1];
        return name === undefined ? [] : [name];
      }),
    );
  }

  newOnes(problems) {
    return problems.filter((problem) => {
      if (this.#same.has(keyOf(problem))) return false;
      if (this.unlinked.has(problem.slice(0, problem.indexOf(": ")))) return false;
      const missing = [...problem.matchAll(MISSING)].map(([, name]) => name.replaceAll(".", "/"));
      return missing.length === 0 || missing.some((name) => this.#names.has(name));
    });
  }
}
