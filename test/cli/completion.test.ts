/** The completion scripts, run by the shells that they are for. A shell that is not installed is skipped. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.ts";
import { bundledPrograms, completedCommands, SHELLS } from "../../src/cli/completion/words.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { deadwood } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "deadwood-completion-"));
const has = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
/** `script` of util-linux gives a shell a terminal. */
const canType = has("script");
const tested = (shell: string): boolean => {
  if (has(shell)) return true;
  process.stderr.write(`completion.test: ${shell} is not installed, its tests are skipped\n`);
  return false;
};

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { exitCode, out, err } = await deadwood(["completion", shell]);
    expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: "" });
    writeFileSync(join(folder, `deadwood.${shell}`), out);
  }
  mkdirSync(join(folder, "my files"));
  mkdirSync(join(folder, "bin"));
  for (const name of ["my files/a trace.json", "it's.json", "x$y.json", "-odd.json"]) {
    writeFileSync(join(folder, name), "");
  }
  writeFileSync(join(folder, "bin/deadwood"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("all commands and options are in it, with Java's spellings", async () => {
  const commands = completedCommands(allCommands());
  expect(commands.map(({ name }) => name)).toContain("help");
  for (const shell of SHELLS) {
    const { out } = await deadwood(["completion", shell]);
    for (const { name, options } of commands) {
      expect(out).toContain(name);
      for (const { spelling } of options) expect(out).toContain(spelling.replace(/^-+/, ""));
    }
    expect(out).toContain("DiningPhilosophers");
    expect(out).toMatch(/\b-?(?:o )?classpath\b/);
  }
  expect(bundledPrograms()).toContain("Hello");
});

test("a shell that it does not know", async () => {
  const { exitCode, out, err } = await deadwood(["completion", "fihs"]);
  expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
  expect(err).toContain("Did you mean");
});

/** What is completed, as words of a command line, and how: the last word is the one that is typed. */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["check --sea", ["--search"]],
  ["check --search ", ["bfs", "dfs", "pct", "random"]],
  ["check --search r", ["random"]],
  ["check --store compact --search r", ["random"]],
  ["check --quiet --max-st", ["--max-states"]],
  ["check --reduction private,f", ["private,final"]],
  ["check --search bfs Dini", ["DiningPhilosophers"]],
  ["check -cl", ["-classpath"]],
  ["check Hello --sea", []],
  ["check -- --sea", []],
  ["check --heap 1", []],
  ["reduce --chec", ["--check"]],
  ["completion f", ["fish"]],
  ["help repl", ["replay"]],
  ["repl", ["replay"]],
];

describe.runIf(tested("bash"))("bash", () => {
  /** Calls the function as bash does, which breaks words at "=" and ":". */
  function replies(line: string): string[] {
    const words = `deadwood ${line}`.split(" ").flatMap((word) => word.split(/(?<=[=:])|(?=[=:])/));
    if (line.endsWith(" ")) words.push("");
    const all = words.filter((word, i) => word !== "" || i === words.length - 1);
    const quoted = all.map((word) => `'${word}'`).join(" ");
    const script = `source ./deadwood.bash; COMP_WORDS=(${quoted}); COMP_CWORD=${all.length - 1}; _deadwood; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .filter((word) => word !== "")
      .toSorted();
  }

  test.each(CASES)("%s", (line, expected) => {
    expect(replies(line)).toEqual(expected);
  });

  test.each([
    ["check --search=", ["bfs", "dfs", "pct", "random"]],
    ["check --search=b", ["bfs"]],
    ["check --search=bfs Dini", ["DiningPhilosophers"]],
    ["check -cp a:b Dini", ["DiningPhilosophers"]],
    ["check --class-path=a:b:c Dini", ["DiningPhilosophers"]],
    ["check -cp a:b", []],
  ])("%s", (line, expected) => {
    expect(replies(line)).toEqual(expected);
  });

  test.runIf(canType)("completes names of files with awkward characters", async () => {
    const typist = new Typist("bash --norc --noprofile -i", "source ./deadwood.bash");
    try {
      await typist.sees("replay my", "replay my\\ files/");
      await typist.sees("a", "a\\ trace.json ");
      await typist.newLine();
      await typist.sees("replay it", "replay it\\'s.json ");
      await typist.newLine();
      await typist.sees("check --json x\\$", "x\\$y.json ");
      await typist.newLine();
      await typist.sees("check --reduction private,fi", "private,final");
    } finally {
      typist.end();
    }
  });
});

describe.runIf(tested("zsh"))("zsh", () => {
  test("the script has no mistake of syntax", () => {
    const { status, stderr } = spawnSync("zsh", ["-n", join(folder, "deadwood.zsh")]);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: "" });
  });

  test.runIf(canType)("completes commands, options, values, programs and files", async () => {
    const typist = new Typist(
      "zsh -f -i",
      "unsetopt zle_bracketed_paste 2>/dev/null; autoload -U compinit; compinit -u -D; source ./deadwood.zsh",
    );
    try {
      for (const [typed, seen] of [
        ["repl", "replay "],
        ["check --sea", "--search "],
        ["check --search ran", "random "],
        ["check --search=ran", "--search=random "],
        ["check --reduction private,fi", "private,final"],
        ["check --search bfs Dini", "DiningPhilosophers "],
        ["replay my", "my\\ files/"],
        ["help repl", "replay "],
      ] as const) {
        await typist.sees(typed, seen);
        await typist.newLine();
      }
    } finally {
      typist.end();
    }
  });
});

describe.runIf(tested("fish"))("fish", () => {
  test.each([
    ...CASES.filter(([line]) => !/^check (?:Hello|--) /.test(line)),
    ["check --search=b", ["--search=bfs"]],
    ["replay my", ["my files/"]],
  ] as const)("%s", (line, expected) => {
    const { stdout, stderr } = spawnSync(
      "fish",
      [
        "--no-config",
        "-c",
        `source deadwood.fish; complete -C ${JSON.stringify(`deadwood ${line}`)}`,
      ],
      { cwd: folder, encoding: "utf8" },
    );
    expect(stderr).toBe("");
    const replies = stdout.split("\n").map((each) => each.replace(/\t.*/, ""));
    expect(replies.filter((word) => word !== "").toSorted()).toEqual(expected);
  });
});

/** Types into a shell that has a terminal, and waits for what it shows. */
class Typist {
  readonly #process: ReturnType<typeof spawn>;
  #shown = "";

  constructor(shell: string, setUp: string) {
    this.#process = spawn("script", ["-qc", shell, "/dev/null"], {
      cwd: folder,
      env: { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, TERM: "dumb", HOME: folder },
      detached: true,
    });
    this.#process.stdout?.on("data", (data: Buffer) => {
      this.#shown += data.toString();
    });
    this.#type(`${setUp}\n`);
  }

  #type(text: string): void {
    this.#process.stdin?.write(text);
  }

  /** Types the rest of a line that begins with "deadwood", and the tabulator. */
  async sees(typed: string, expected: string): Promise<void> {
    const before = this.#shown.length;
    const isNew = !/^[a-z]$/.test(typed);
    if (isNew) {
      this.#type("echo ready$((1+1))\n");
      await this.#wait("ready2", before);
    }
    this.#type(`${isNew ? "deadwood " : ""}${typed}\t`);
    await this.#wait(expected, before);
  }

  async #wait(expected: string, from: number): Promise<void> {
    await expect
      .poll(() => this.#shown.slice(from).replaceAll(/[\r\u0007\b]/g, ""), { timeout: 15_000 })
      .toContain(expected);
  }

  /** Gives up the line. */
  async newLine(): Promise<void> {
    const before = this.#shown.length;
    this.#type("\u0015echo cleared$((1+1))\n");
    await this.#wait("cleared2", before);
  }

  end(): void {
    if (this.#process.pid !== undefined) process.kill(-this.#process.pid, "SIGKILL");
  }
}
