import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, systemDisk } from "../../../../src/core/disk.ts";
import { DiskFullError } from "../../../../src/core/errors.ts";
import { Workplace } from "../../../../src/reduce/runners/run-directory.ts";
import { candidateOf, scratch, systemError } from "./helpers.ts";

const A = candidateOf({ name: "a" });
const B = candidateOf({ name: "b" });

/** Names of the places that there are. */
function placesIn(parent: string): string[] {
  const [root] = readdirSync(parent);
  return readdirSync(join(parent, root!));
}

describe("a place that is ready", () => {
  test("is used once, by the candidate that is in it", () => {
    const parent = scratch();
    const workplace = new Workplace(systemDisk, "directory", parent);
    workplace.prepareAhead(A);
    workplace.prepareAhead(A);
    expect(placesIn(parent)).toHaveLength(1);
    const [ready] = placesIn(parent);
    expect(workplace.prepare(B).directory.endsWith(ready!)).toBe(false);
    const place = workplace.prepare(A);
    expect(place.directory.endsWith(ready!)).toBe(true);
    expect(readFileSync(join(place.path, "name"), "utf8")).toBe("a");
    expect(workplace.prepare(A).directory).not.toBe(place.directory);
    expect(placesIn(parent)).toHaveLength(3);
    workplace.close();
    expect(readdirSync(parent)).toEqual([]);
  });

  test("makes room for those that are likelier by now", () => {
    const parent = scratch();
    const workplace = new Workplace(systemDisk, "directory", parent);
    for (let i = 0; i < 10; i++) workplace.prepareAhead(candidateOf({ name: `${i}` }));
    expect(placesIn(parent)).toHaveLength(3);
    const last = workplace.prepare(candidateOf({ name: "9" }));
    expect(readFileSync(join(last.path, "name"), "utf8")).toBe("9");
    expect(placesIn(parent)).toHaveLength(3);
    workplace.close();
  });

  test("that cannot be is nobody's trouble until it is needed", () => {
    let isFull = true;
    const disk: Disk = {
      ...systemDisk,
      writeNew(path, bytes) {
        if (isFull) throw systemError("ENOSPC");
        systemDisk.writeNew(path, bytes);
      },
    };
    const parent = scratch();
    const workplace = new Workplace(disk, "jar", parent);
    workplace.prepareAhead(A);
    expect(placesIn(parent)).toEqual([]);
    expect(() => workplace.prepare(A)).toThrow(DiskFullError);
    isFull = false;
    expect(readFileSync(workplace.prepare(A).path).length).toBeGreaterThan(0);
    workplace.close();
  });
});
