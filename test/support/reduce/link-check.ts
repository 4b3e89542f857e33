/** Asks a real JVM whether programs verify and link: LinkCheck.java, in one process for many of them. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { InputFile } from "../../../src/reduce/items/items.ts";
import { SHORT_RUN } from "../../conformance/support/jdks.ts";
import { compileJava, installedJdk } from "../java.ts";

const SOURCES = ["LinkCheck.java", "CompileCheck.java"].map((name) =>
  join(import.meta.dirname, name),
);

export class LinkCheck {
  readonly #java: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #compiled = compileJava(SOURCES);
  readonly #folder = mkdtempSync(join(tmpdir(), "deadwood-link-"));

  /** Without `annotations` no code of the program runs: to look at one may initialise an enum. */
  constructor(libraries: readonly string[] = [], { annotations = true } = {}) {
    const { folder: classes } = this.#compiled;
    const java = join(installedJdk!.home, "bin", "java");
    const asked = `-Ddeadwood.annotations=${annotations}`;
    this.#java = spawn(java, [
      ...SHORT_RUN,
      "-Xverify:all",
      asked,
      "-cp",
      classes,
      "LinkCheck",
      ...libraries,
    ]);
    this.#lines = createInterface({ input: this.#java.stdout })[Symbol.asyncIterator]();
  }

  /** What the JVM finds wrong with a program. */
  problemsOf(files: readonly InputFile[]): Promise<string[]> {
    return this.#judge("", files);
  }

  /** What javac says of code that uses all of it. */
  compileProblemsOf(files: readonly InputFile[]): Promise<string[]> {
    return this.#judge("compile ", files);
  }

  async #judge(command: string, files: readonly InputFile[]): Promise<string[]> {
    const folder = join(this.#folder, "program");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    this.#java.stdin.write(`${command}${folder}\n`);
    const problems: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error("LinkCheck has ended");
      if (value === ".") return problems;
      problems.push(value);
    }
  }

  close(): void {
    this.#java.stdin.end();
    this.#compiled.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
