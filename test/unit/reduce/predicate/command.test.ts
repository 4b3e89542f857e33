import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { PredicateUnusableError } from "../../../../src/core/errors.ts";
import { parseRule } from "../../../../src/reduce/predicate/normalise.ts";
import { argumentsFor } from "../../../../src/reduce/runners/command.ts";
import {
  candidateOf,
  endOf,
  isAlive,
  ManualClock,
  never,
  pidsIn,
  type RunOptions,
  runnerFor,
  scratch,
  script,
  until,
} from "./helpers.ts";

// Processes take as long as they take.
vi.setConfig({ testTimeout: 60_000 });

const CANDIDATE = candidateOf({ "a/A.class": "AAA", "b.txt": "B" });

async function run(body: string, options: RunOptions = {}, args: readonly string[] = []) {
  const { runner } = runnerFor([script(scratch(), "cmd.sh", body), ...args], options);
  return endOf(await runner.run(CANDIDATE, never()));
}

/** The numbers of all directories of runs. */
const placesIn = (parent: string): string[] =>
  readdirSync(parent, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.includes("run-"),
  );

/** A script whose child and grandchild write down their numbers and would live for an hour. */
const familyScript = (pids: string, end: string): string =>
  `sh -c 'sleep 3600 & echo $! >> ${pids}; echo $$ >> ${pids}; wait' > /dev/null 2>&1 &
sleep 3600 & echo $! >> ${pids}
${end}`;

describe("arguments", () => {
  test("have the path for each {}, within words too", () => {
    const place = { path: "/t/$&.jar", scratch: "/t/files" };
    expect(argumentsFor(["-cp", "{}:x:{}", "{}"], place)).toEqual([
      "-cp",
      "/t/$&.jar:x:/t/$&.jar",
      "/t/$&.jar",
    ]);
  });

  test("have it at their end when they do not say where", () => {
    const place = { path: "/t", scratch: "/$&" };
    expect(argumentsFor(["-v"], place)).toEqual(["-v", "/t"]);
    expect(argumentsFor([], place)).toEqual(["/t"]);
    expect(argumentsFor(["-d", "{dir}/{dir}"], place)).toEqual(["-d", "/$&//$&", "/t"]);
  });
});

describe("a command", () => {
  test.each([0, 1, 42, 255])("that exits with %d is told so", async (code) => {
    expect(await run(`exit ${code}`)).toMatchObject({ exitCode: code, signal: null });
  });

  test("that a signal ends has the exit code that a shell would tell", async () => {
    expect(await run("kill -SEGV $$")).toMatchObject({ exitCode: 139, signal: "SIGSEGV" });
  });

  test("finds the candidate as a directory or as a jar", async () => {
    const asDirectory = await run('cat "$1/a/A.class" "$1/b.txt"');
    expect(asDirectory).toMatchObject({ exitCode: 0, stdout: "AAAB" });
    const asJar = await run('head -c 4 "$1"; echo; basename "$1"', { form: "jar" });
    expect(asJar.stdout).toBe("PK\x03\x04\ninput.jar\n");
  });

  test("is where the user is, as a shell would have it", async () => {
    const directory = scratch();
    writeFileSync(join(directory, "check.sh"), "pwd; ls\n");
    const { runner } = runnerFor(["sh", "check.sh", "{}"], { directory });
    const end = endOf(await runner.run(CANDIDATE, never()));
    expect(end).toMatchObject({ exitCode: 0, stdout: `${directory}\ncheck.sh\n` });
  });

  test("has a fresh directory for its files each time, which is gone afterwards", async () => {
    const body =
      'test "$1" = "$DEADWOOD_DIR" && cd "$1" && ls && mkdir -p deep/er && echo x > deep/er/over && pwd';
    const cmd = script(scratch(), "cmd.sh", body);
    const { runner, parent } = runnerFor([cmd, "{dir}"]);
    const first = await runner.run(CANDIDATE, never());
    expect(endOf(first)).toMatchObject({ exitCode: 0, stdout: "{}/files\n" });
    expect(await runner.run(CANDIDATE, never())).toEqual(first);
    expect(placesIn(parent)).toEqual([]);
  });

  test("calls its directory {} in what it says, whatever else is normalised", async () => {
    const body = 'dirname "$1"; echo "$1" >&2; echo took 17 ms';
    const plain = await run(body);
    expect(plain).toMatchObject({ stdout: "{}\ntook 17 ms\n", stderr: "{}/input\n" });
    const rules = [parseRule("s/[0-9]+ ms/N ms/"), parseRule("s/input/X/")];
    const normalised = await run(body, { rules });
    expect(normalised).toMatchObject({ stdout: "{}\ntook N ms\n", stderr: "{}/X\n" });
  });

  test("has the environment it is given and nothing to read", async () => {
    const env = { ...process.env, GREETING: "hello" };
    const end = await run('echo "$GREETING"; cat; echo end', { env });
    expect(end.stdout).toBe("hello\nend\n");
  });

  test("may say more than is kept", async () => {
    const body = "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done; exit 3";
    const end = await run(body, { maxOutputBytes: 25 });
    expect(end).toMatchObject({ exitCode: 3, stdout: "0123456789\n0123456789\n012" });
  });

  test("whose interpreter is missing is refused", async () => {
    const directory = scratch();
    const path = script(directory, "cmd", "");
    writeFileSync(path, "#!/nowhere/interpreter\n");
    const { runner, parent } = runnerFor([path]);
    const refusal = runner.run(CANDIDATE, never());
    await expect(refusal).rejects.toBeInstanceOf(PredicateUnusableError);
    await expect(refusal).rejects.toMatchObject({
      exitCode: 2,
      hint: expect.stringContaining("#!"),
    });
    expect(placesIn(parent)).toEqual([]);
  });
});

describe("the end of a run", () => {
  test("by time-out is that of its children and grandchildren", async () => {
    const pids = join(scratch(), "pids");
    const clock = new ManualClock();
    const cmd = script(scratch(), "cmd.sh", familyScript(pids, "wait"));
    const { runner, parent } = runnerFor([cmd], { clock, timeoutMillis: 5000 });
    const outcome = runner.run(CANDIDATE, never());
    const family = await pidsIn(pids, 3);
    clock.advance(4999);
    expect(family.map(isAlive)).toEqual([true, true, true]);
    clock.advance(1);
    expect(await outcome).toEqual({ kind: "timed-out", millis: 5000 });
    await until(() => !family.some(isAlive));
    expect(placesIn(parent)).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  test("by itself is that of those it left in the background", async () => {
    const pids = join(scratch(), "pids");
    const wait = `while [ "$(wc -l < ${pids})" -lt 3 ]; do sleep 0.01; done`;
    const end = await run(familyScript(pids, `${wait}; echo done; exit 7`));
    expect(end).toMatchObject({ exitCode: 7, stdout: "done\n" });
    const family = await pidsIn(pids, 3);
    await until(() => !family.some(isAlive));
  });

  test("by being given up is that of all too, and its reason is told", async () => {
    const pids = join(scratch(), "pids");
    const { runner, parent } = runnerFor([script(scratch(), "cmd.sh", familyScript(pids, "wait"))]);
    const controller = new AbortController();
    const outcome = runner.run(CANDIDATE, controller.signal);
    const family = await pidsIn(pids, 3);
    const reason = new Error("not needed");
    controller.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    await until(() => !family.some(isAlive));
    expect(placesIn(parent)).toEqual([]);
  });

  test("is before its beginning when it was given up by then", async () => {
    const trace = join(scratch(), "trace");
    const { runner } = runnerFor([script(scratch(), "cmd.sh", `echo ran > ${trace}`)]);
    await expect(runner.run(CANDIDATE, AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(trace)).toBe(false);
    await runner.run(CANDIDATE, never());
    expect(readFileSync(trace, "utf8")).toBe("ran\n");
  });
});
