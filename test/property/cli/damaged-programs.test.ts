import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "../../support/size.ts";
import { type Anatomy, damages, dissect } from "./damage.ts";
import { openModels, type Run, runClasses } from "./run-classes.ts";

const compiled: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("programs/compiled.json", import.meta.url), "utf8"),
);

const programs = Object.entries(compiled).map(([main, classes]) => ({
  main,
  classes: new Map(
    Object.entries(classes).map(([name, text]): [string, Anatomy] => [
      name,
      dissect(new Uint8Array(Buffer.from(text, "base64"))),
    ]),
  ),
}));

const models = openModels();

const bytesOf = (classes: ReadonlyMap<string, Anatomy>): Map<string, Uint8Array> =>
  new Map([...classes].map(([name, { bytes }]) => [name, bytes]));

/** More runs and other seeds, for a longer hunt. */
const numRuns = sized("DEADWOOD_FUZZ_RUNS", 200, 2000);
const seed = Number(process.env["DEADWOOD_FUZZ_SEED"] ?? 17);

test.each(programs)("$main runs undamaged", ({ main, classes }) => {
  const run = runClasses(models, bytesOf(classes), main);
  expect(run).toMatchObject({ result: "finished", faults: [] });
  expect(run.output).not.toBe("");
});

test("damaged programs end as programs do, or are refused with a message", () => {
  const seen = new Map<string, number>();
  const note = ({ result, exitCode }: Run): void => {
    const key = typeof result === "string" ? `${result} ${exitCode}` : result.code;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...programs),
      fc.nat(),
      damages,
      ({ main, classes }, which, list) => {
        const name = [...classes.keys()][which % classes.size]!;
        const anatomy = classes.get(name)!;
        const all = bytesOf(classes);
        all.set(
          name,
          list.reduce((bytes, damage) => damage(anatomy, bytes), anatomy.bytes),
        );
        const run = runClasses(models, all, main);
        expect(run.faults).toEqual([]);
        note(run);
      },
    ),
    { numRuns, seed },
  );
  // The damage is neither harmless nor always noticed at once.
  expect(seen.get("finished 0")).toBeGreaterThan(numRuns / 50);
  expect(seen.get("finished 1")).toBeGreaterThan(numRuns / 100);
  expect(seen.get("E201_BAD_CLASS_FILE")).toBeGreaterThan(numRuns / 20);
}, 600_000);
