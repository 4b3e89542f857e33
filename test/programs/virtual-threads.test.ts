/**
 * The bundled server on a JDK that has virtual threads: there it starts one for
 * each request, and the verdicts are those of the manifest.
 */
import { describe, expect, test } from "vitest";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { findJdk } from "../conformance/support/jdks.ts";
import { machineOf } from "../support/machine.ts";
import { bundledProgramList } from "./manifest.ts";
import { firstViolation } from "../support/searches.ts";

const TIMEOUT = 60_000;
const LIMITS = { states: 500_000, depth: 100_000 };
const NAME = "VirtualServer";

const jdk = findJdk(25);
const { runs } = bundledProgramList().find(({ name }) => name === NAME)!;

describe.skipIf(jdk === null)("a virtual thread for each request", () => {
  test.each(runs)("$args: $verdict", { timeout: TIMEOUT }, ({ args, verdict }) => {
    const { m } = machineOf({
      mainClass: NAME,
      args,
      jdk: jdk!.home,
      undo: true,
      checking: true,
    });
    const explorer = new DepthFirst(m, LIMITS);
    const kind = firstViolation(explorer)?.kind ?? "safe";
    expect(kind).toBe(verdict === "exception" ? "uncaught" : verdict);
    // The executor of older libraries would do as well: it was not this that ran.
    const loaded = m.program.classes.map((cls) => cls?.name);
    expect(loaded).toContain("java/util/concurrent/ThreadPerTaskExecutor");
  });
});
