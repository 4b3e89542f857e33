/** Runs the sessions of one document in a directory that holds the files the document has shown so far. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installedJdk } from "../support/java.ts";
import { ROOT } from "./sources.ts";

/** A line that no command prints, between the outputs of two commands. */
const END = "-- end of a command of a document --";

/** Ends a command that hangs; no test asserts on time. */
const LONGEST = 150_000;

export class Session {
  readonly directory = mkdtempSync(join(tmpdir(), "deadwood-docs-"));
  readonly #tools = mkdtempSync(join(tmpdir(), "deadwood-tools-"));

  constructor() {
    const tool = join(this.#tools, "deadwood");
    writeFileSync(tool, `#!/bin/sh\nexec node '${join(ROOT, "bin/deadwood.js")}' "$@"\n`);
    chmodSync(tool, 0o755);
  }

  /** The places of a checkout that documents name in commands. */
  linkCheckout(): void {
    for (const name of ["bin", "models", "docs"]) {
      symlinkSync(join(ROOT, name), join(this.directory, name));
    }
  }

  /** The installed package, for `import … from "deadwood"`. */
  linkPackage(): void {
    mkdirSync(join(this.directory, "node_modules"));
    symlinkSync(ROOT, join(this.directory, "node_modules/deadwood"));
  }

  write(name: string, lines: readonly string[]): void {
    const file = join(this.directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join("\n")}\n`);
  }

  /** The lines that each command prints on either stream. `$?` is the exit code of the one before, as in a shell. */
  run(commands: readonly string[]): string[][] {
    const script = commands
      .map((command) => `${command}\nstatus=$?; printf '%s\\n' '${END}'; (exit $status)`)
      .join("\n");
    const home = installedJdk?.home;
    const folders = [this.#tools, ...(home === undefined ? [] : [join(home, "bin")])];
    const { stdout, error } = spawnSync("bash", ["-c", `exec 2>&1\n${script}`], {
      cwd: this.directory,
      encoding: "utf8",
      timeout: LONGEST,
      env: {
        ...process.env,
        ...(home === undefined ? {} : { JAVA_HOME: home }),
        PATH: [...folders, process.env["PATH"]].join(delimiter),
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (error !== undefined) throw error;
    return stdout
      .split(`${END}\n`)
      .slice(0, -1)
      .map((output) => output.replace(/\n$/, "").split("\n"))
      .map((lines) => (lines.length === 1 && lines[0] === "" ? [] : lines));
  }

  close(): void {
    for (const folder of [this.directory, this.#tools])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether this machine can run sessions at all. */
export const hasShell = ((): boolean => {
  try {
    execFileSync("bash", ["-c", "true"]);
    return true;
  } catch {
    return false;
  }
})();
