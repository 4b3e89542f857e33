/** A search never calls a program safe without having covered it. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { get, put, twoThreads } from "../../support/generators/two-threads.ts";
import { deadwood, directoryOf, type SpawnOptions } from "../support.ts";

async function check(body: (code: CodeBuilder) => void) {
  const main = new ClassAssembler({ name: "Main" }).method(
    ACC_PUBLIC | ACC_STATIC,
    "main",
    "([Ljava/lang/String;)V",
    body,
  );
  const root = directoryOf({ "Main.class": main });
  return await deadwood(["check", "--heap", "4m", "--stack", "64k", "-cp", root, "Main"]);
}

test("a program that ends is safe", async () => {
  const ran = await check((code) => code.emit("return"));
  expect(ran.exitCode).toBe(ExitCode.safe);
});

test("one that chooses forever is not", async () => {
  const ran = await check((code) => {
    const start = code.mark();
    const choose = { owner: "deadwood/Verify", name: "getBoolean", descriptor: "()Z" };
    code.emit("invokestatic", choose).emit("istore_1").emit("goto", start);
  });
  expect(ran.exitCode).toBe(ExitCode.violated);
  expect(ran.out).toContain(
    "violated: livelock: the program repeats a cycle that no schedule leads out of",
  );
});

test("one that never ends is not", async () => {
  const ran = await check((code) => {
    const start = code.mark();
    code.emit("goto", start);
  });
  expect(ran.exitCode).toBe(ExitCode.violated);
  expect(ran.out).toContain(
    "violated: livelock: the program repeats a cycle that no schedule leads out of",
  );
});

test.each([
  { owner: "java/lang/System", name: "nanoTime", descriptor: "()J" },
  { owner: "java/lang/System", name: "currentTimeMillis", descriptor: "()J" },
  { owner: "jdk/internal/misc/VM", name: "getNanoTimeAdjustment", descriptor: "(J)J" },
])("nor one that reads the clock with $name, which stands still in a search", async (method) => {
  const ran = await check((code) => {
    if (method.descriptor.startsWith("(J")) code.pushLong(0n);
    code.emit("invokestatic", method);
    code.emit("pop2").emit("return");
  });
  expect(ran.exitCode).toBe(ExitCode.incomplete);
  expect(ran.out).toContain("but the program reads the clock");
});

/** Soon wrong about which fields are shared, and told so only when it is over. */
function countForEver(code: CodeBuilder): void {
  const start = code.mark();
  put(get(code, "flag").emit("iconst_1").emit("iadd"), "flag").emit("goto", start);
}

test.each<{ argv: string[]; surroundings?: SpawnOptions }>([
  { argv: ["--max-states", "10"] },
  { argv: ["--max-states", "2000"] },
  { argv: ["--max-states", "2000", "--races", "error"] },
  { argv: ["--max-states", "2000", "--all-errors", "--races", "error"] },
  { argv: ["--max-states", "2000", "--search", "bfs"] },
  { argv: ["--max-states", "2000", "--search", "random"] },
  { argv: ["--max-seconds", "0.0001"] },
  { argv: [], surroundings: { interruptAtFlush: 1 } },
])("a search ended by $argv just before a restart reports only that", async (how) => {
  const [main, cell] = twoThreads(countForEver, countForEver);
  const root = directoryOf({ "Main.class": main!, "Cell.class": cell! });
  const ran = await deadwood(
    ["check", "--heap", "4m", "--stack", "64k", ...how.argv, "-cp", root, "Main"],
    how.surroundings,
  );
  expect(ran.err).toBe("");
  expect(ran.out).toMatch(/^(incomplete: stopped |violated: data race on Main.flag)/);
});

test("states that a restart will discard do not count towards a limit, so the race is still found", async () => {
  const [main, cell] = twoThreads(countForEver, countForEver);
  const root = directoryOf({ "Main.class": main!, "Cell.class": cell! });
  const limits = ["--heap", "4m", "--stack", "64k", "--max-states", "2000"];
  const told = await deadwood(["check", ...limits, "-cp", root, "Main"]);
  expect(told.out).toMatch(/^incomplete: stopped /);
  expect(told.out).toContain("data race on Main.flag");
  const error = await deadwood(["check", ...limits, "--races", "error", "-cp", root, "Main"]);
  expect(error.exitCode).toBe(ExitCode.violated);
});
