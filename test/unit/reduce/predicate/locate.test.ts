import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BadUsageError, PredicateUnusableError } from "../../../../src/core/errors.ts";
import { locateCommand } from "../../../../src/reduce/runners/locate.ts";
import { scratch, script } from "./helpers.ts";

function refusalOf(action: () => unknown): PredicateUnusableError {
  try {
    action();
  } catch (error) {
    if (error instanceof PredicateUnusableError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("the predicate's program", () => {
  test("with a slash is looked for from where the user is", () => {
    const directory = scratch();
    const path = script(directory, "fails.sh", "exit 1");
    expect(locateCommand(["./fails.sh", "{}"], { directory, env: {} })).toEqual({
      program: path,
      args: ["{}"],
    });
    expect(locateCommand([path], { directory: "/", env: {} }).program).toBe(path);
  });

  test("without one is looked for on the PATH, past what cannot be run", () => {
    const directory = scratch();
    for (const name of ["a", "b", "c"]) mkdirSync(join(directory, name));
    mkdirSync(join(directory, "a/tool"));
    writeFileSync(join(directory, "b/tool"), "");
    const path = script(join(directory, "c"), "tool", "exit 1");
    const env = { PATH: [join(directory, "a"), join(directory, "b"), "c"].join(":") };
    expect(locateCommand(["tool"], { directory, env }).program).toBe(path);
  });

  test("that is missing is told as such", () => {
    const directory = scratch();
    const missing = refusalOf(() => locateCommand(["./nothing"], { directory, env: {} }));
    expect(missing.message).toBe("the predicate ./nothing does not exist");
    expect(missing.hint).toContain(join(directory, "nothing"));
    expect(missing.exitCode).toBe(2);
    const unknown = refusalOf(() => locateCommand(["nothing"], { directory, env: { PATH: "/" } }));
    expect(unknown.message).toBe("there is no command nothing on the PATH");
    expect(unknown.hint).toContain("spelling");
  });

  test("that lies here but not on the PATH gets a hint", () => {
    const directory = scratch();
    script(directory, "fails.sh", "exit 1");
    const refusal = refusalOf(() =>
      locateCommand(["fails.sh"], { directory, env: { PATH: "/nowhere" } }),
    );
    expect(refusal.hint).toContain("./fails.sh");
  });

  test("that may not be executed is told as such", () => {
    const directory = scratch();
    chmodSync(script(directory, "fails.sh", "exit 1"), 0o644);
    const direct = refusalOf(() => locateCommand(["./fails.sh"], { directory, env: {} }));
    expect(direct.message).toBe("the predicate ./fails.sh is not executable");
    expect(direct.hint).toContain("chmod +x");
    const onPath = refusalOf(() =>
      locateCommand(["fails.sh"], { directory, env: { PATH: directory } }),
    );
    expect(onPath.message).toBe("the predicate fails.sh is not executable");
    const folder = refusalOf(() => locateCommand(["./"], { directory, env: {} }));
    expect(folder.message).toBe("the predicate ./ is a directory");
  });

  test("must be named", () => {
    expect(() => locateCommand([], { directory: "/", env: {} })).toThrow(BadUsageError);
    expect(() => locateCommand([""], { directory: "/", env: {} })).toThrow(BadUsageError);
  });
});
