/**
 * `deadwood reduce --check difference`: a difference that `deadwood fuzz` saved, hidden in a large program.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ZipArchive } from "../../../src/classfile/sources/zip.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { CONFIGURATIONS } from "../../../src/fuzz/search-configurations.ts";
import { readInput } from "../../../src/reduce/files/input.ts";
import { BROKEN } from "../../support/broken-configurations.ts";
import { deadwoodWith } from "../broken-searches.ts";
import { directoryOf } from "../support.ts";

vi.setConfig({ testTimeout: 240_000 });

const KNOWN = [...CONFIGURATIONS, ...BROKEN];

/** A program in which a search that trusts too much loses an outcome. */
async function savedDifference(): Promise<{ root: string; saved: string; out: string }> {
  const root = directoryOf({});
  const some = ["--configurations", "none,trusting-fields", "--states", "400"];
  const task = ["--kind", "unrestricted", "--seed", "3", "--programs", "1"];
  const found = await deadwoodWith(KNOWN, "fuzz", ...task, ...some, "--out", root);
  expect(found.exitCode).toBe(ExitCode.violated);
  return { root, saved: join(root, "seed-unrestricted-3"), out: join(root, "out") };
}

/** Classes of the bundled programs beside those of the difference. */
function addBallast(saved: string): void {
  const zip = ZipArchive.open(join(import.meta.dirname, "../../../models/programs.jar"));
  const names = [...zip.names()].filter((name) => name.endsWith(".class")).slice(0, 40);
  for (const name of names) {
    const path = join(saved, "classes", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zip.read(name)!);
  }
  zip.close();
}

const bytesIn = (directory: string): number =>
  readInput(directory).classes.reduce((sum, { pieces }) => sum + pieces.bytes.length, 0);

describe("a difference that fuzz has saved", () => {
  test("in a program of more than 30 classes shrinks to less than a tenth", async () => {
    const { saved, out } = await savedDifference();
    addBallast(saved);
    const whole = bytesIn(join(saved, "classes"));
    expect(readdirSync(join(saved, "classes")).length).toBeGreaterThan(30);
    const ran = await deadwoodWith(KNOWN, "reduce", saved, "-o", out, "--check", "difference");
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({
      exitCode: ExitCode.safe,
      err: "failure: difference: trusting-fields, lost\n",
    });
    expect(bytesIn(out)).toBeLessThan(whole / 10);
    // As `fuzz` sees it: it is there in what is left, and not once the search is mended.
    const again = ["fuzz", "--input", saved, "--classes", out];
    expect((await deadwoodWith(KNOWN, ...again)).exitCode).toBe(ExitCode.violated);
    const sound = CONFIGURATIONS.find(({ name }) => name === "private+final+discipline")!;
    const mended = BROKEN.map(({ name }) => ({ ...sound, name }));
    const gone = await deadwoodWith([...CONFIGURATIONS, ...mended], ...again);
    expect(gone.exitCode).toBe(ExitCode.safe);
  });

  test("that is fixed cannot be reduced", async () => {
    const { saved, out } = await savedDifference();
    const mended = BROKEN.map(({ name }) => ({ ...CONFIGURATIONS[0]!, name }));
    const argv = ["reduce", saved, "-o", out, "--check", "difference"];
    const ran = await deadwoodWith([...CONFIGURATIONS, ...mended], ...argv);
    expect(ran.exitCode).toBe(ExitCode.badInput);
    expect(ran.err).toContain("finds the input itself boring");
  });

  test("takes no command, and needs a saved difference", async () => {
    const { root, saved, out } = await savedDifference();
    const argv = ["-o", out, "--check", "difference"];
    const command = await deadwoodWith(KNOWN, "reduce", saved, ...argv, "--", "Main");
    expect(command.exitCode).toBe(ExitCode.badInput);
    expect(command.err).toContain("arguments after -- are not used");
    const none = await deadwoodWith(KNOWN, "reduce", root, ...argv);
    expect(none.exitCode).toBe(ExitCode.badInput);
    expect(none.err).toMatch(/there is no .*classes/);
  });
});
