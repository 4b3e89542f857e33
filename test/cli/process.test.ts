/** Behaviour that only a separate process shows: signals, pipes, the environment. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { isFuzzReport } from "../../src/fuzz/fuzz-report.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { deadwood, directoryOf, mainClass, print, printing } from "./support.ts";

beforeAll(requireBuild, BUILD_TIMEOUT);

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the tool without a JDK in reach; `act` is called with each piece of output. */
function start(
  argv: readonly string[],
  input: string | null,
  act: (out: string, kill: () => void) => void = () => {},
) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, "bin/deadwood.js"), "run", "--heap", "4m", ...argv],
      {
        env: { PATH: dirname(ROOT) },
      },
    );
    let out = "";
    let err = "";
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
      act(out, () => child.kill("SIGINT"));
    });
    child.stderr.on("data", (data: Buffer) => {
      err += data.toString();
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
    if (input !== null) child.stdin.end(input);
  });
}

const readByte = (code: Parameters<typeof printing>[0]): void => {
  code.emit("getstatic", {
    owner: "java/lang/System",
    name: "in",
    descriptor: "Ljava/io/InputStream;",
  });
  code.emit("invokevirtual", { owner: "java/io/InputStream", name: "read", descriptor: "()I" });
};

test("without a JDK, programs that need only our models run", async () => {
  const ran = await start(["Hello"], "");
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).not.toBe("");
}, 30_000);

test("standard input is a pipe", async () => {
  const root = directoryOf({ "Main.class": mainClass((code) => printing(code, readByte, "I")) });
  expect(await start(["-cp", root, "Main"], "A")).toMatchObject({ code: 0, out: "65\n" });
}, 30_000);

test("Ctrl-C ends a loop, and the output so far is printed", async () => {
  const root = directoryOf({
    "Main.class": mainClass((code) => {
      print("started")(code);
      const again = code.mark();
      code.emit("goto", again);
      code.mark();
    }),
  });
  const ran = await start(["-cp", root, "Main"], "", (_, kill) => kill());
  expect(ran).toEqual({ code: 130, signal: null, out: "started\n", err: "" });
}, 30_000);

test("Ctrl-C ends a program that waits for input", async () => {
  const root = directoryOf({
    "Main.class": mainClass((code) => {
      print("waiting")(code);
      printing(code, readByte, "I");
    }),
  });
  const ran = await start(["-cp", root, "Main"], null, (_, kill) => kill());
  expect(ran).toMatchObject({ out: "waiting\n", err: "" });
  // Shells call both 130: ended by the signal itself, or by us because of it.
  expect([130, "SIGINT"]).toContain(ran.code ?? ran.signal);
}, 30_000);

test("a reader that closes the pipe is no error", async () => {
  const root = directoryOf({ "Main.class": mainClass(print("x")) });
  const script = `"${process.execPath}" bin/deadwood.js run --heap 4m -cp "${root}" Main >&-; echo $?`;
  const text = execFileSync("/bin/sh", ["-c", script], { cwd: ROOT, encoding: "utf8" });
  expect(text).toBe("0\n");
}, 30_000);

test("standard output and error keep their order if both lead to one place", () => {
  const root = directoryOf({
    "Main.class": mainClass((code) => {
      for (const [stream, text] of [
        ["out", "1"],
        ["err", "2"],
        ["out", "3"],
        ["err", "4"],
      ] as const) {
        code.emit("getstatic", {
          owner: "java/lang/System",
          name: stream,
          descriptor: "Ljava/io/PrintStream;",
        });
        code.pushString(text);
        code.emit("invokevirtual", {
          owner: "java/io/PrintStream",
          name: "print",
          descriptor: "(Ljava/lang/String;)V",
        });
      }
      code.emit("return");
    }),
    log: "",
  });
  const log = openSync(join(root, "log"), "a");
  execFileSync(
    process.execPath,
    [join(ROOT, "bin/deadwood.js"), "run", "--heap", "4m", "-cp", root, "Main"],
    { stdio: ["ignore", log, log] },
  );
  closeSync(log);
  expect(readFileSync(join(root, "log"), "utf8")).toBe("1234");
});

test("rarely used commands are loaded when they are used", () => {
  const deadwoodProcess = (...argv: string[]): string =>
    execFileSync(process.execPath, [join(ROOT, "bin/deadwood.js"), ...argv], { encoding: "utf8" });
  expect(deadwoodProcess("explain", "--help")).toMatch(/^Usage: deadwood explain/);
  expect(deadwoodProcess("help", "compare")).toMatch(/^Usage: deadwood compare/);
  const argv = ["--heap", "4m", "--after", "2", "LostUpdate", "racy", "2", "1"];
  expect(deadwoodProcess("explain", ...argv)).toContain("LostUpdate racy 2 1: the state after 2");
}, 30_000);

test("processes share the programs of a fuzzing campaign, with the same result", async () => {
  const root = directoryOf({});
  const words = "--kind unrestricted --states 400 --programs 4 --seed 3 --configurations default";
  const totals = async (file: string, ...more: string[]): Promise<unknown> => {
    const json = join(root, file);
    const ran = await deadwood(["fuzz", ...words.split(" "), "--json", json, ...more]);
    expect(ran).toMatchObject({ exitCode: 0, err: "" });
    const report: unknown = JSON.parse(readFileSync(json, "utf8"));
    return isFuzzReport(report) ? report.totals : null;
  };
  const one = await totals("one.json");
  expect(one).not.toBeNull();
  expect(await totals("two.json", "--jobs", "2")).toEqual(one);
}, 60_000);
