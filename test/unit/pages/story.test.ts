/** A finding as stops: what holds at each, found without walking the schedule. */
import { describe, expect, test } from "vitest";
import { Story } from "../../../src/pages/check/story.ts";
import { checkPageData } from "../../../src/report/pages/check-data.ts";
import type { FindingData } from "../../../src/report/pages/finding-data.ts";
import { longReport, reportOf } from "../../support/page-data.ts";

const findingOf = async (program: string): Promise<FindingData> =>
  checkPageData(await reportOf(program), { words: [] }).findings[0]!;

describe("the story of a deadlock", async () => {
  const story = new Story(await findingOf("DiningPhilosophers naive 3 1"));

  test("has a stop for each row, and the end", () => {
    expect(story.stops).toBe(story.finding.rows.length + 1);
    expect(story.title(0)).toBe("Step 1 of 4");
    expect(story.title(story.stops - 1)).toBe("The end");
  });

  test("knows what each thread holds and awaits", () => {
    const held = (stop: number): string[] =>
      story.locks(stop).flatMap(({ locks }) => locks.map(({ target }) => target));
    const taken = story.finding.rows.flatMap(({ texts }) =>
      texts.flatMap((text) => /^locks (.+)$/.exec(text)?.[1] ?? []),
    );
    expect(taken).toHaveLength(3);
    for (const stop of [0, 1, 2, 3])
      expect(new Set(held(stop))).toEqual(new Set(taken.slice(0, stop)));
    expect(held(4)).toEqual(held(3));
  });

  test("knows whether a thread has begun, waits or may go on", () => {
    const statuses = story.lanes.map((lane) => story.status(lane, 1));
    const [main, ...others] = statuses;
    expect(main).toBe("waiting");
    expect(new Set(others)).toEqual(new Set(["active", "before"]));
  });

  test("says each stop in a sentence", () => {
    expect(story.announcement(1)).toMatch(/^Step 2 of 4, Thread-0, .+: locks Fork#1$/);
    expect(story.announcement(4)).toMatch(/Thread-0 waits for the monitor of Fork#\d/);
  });

  test("goes to the next stop of a kind, and round", () => {
    const isFact = (stop: number): boolean => story.facts.has(stop);
    expect(story.next(0, isFact)).toBe(1);
    expect(story.next(3, isFact)).toBe(1);
    expect(story.next(2, () => false)).toBe(2);
  });

  test("names lines without their file where there is only one", () => {
    expect(story.shortPlace(story.finding.rows[1]!.frame)).toMatch(/^line \d+$/);
  });
});

test("the last row of a thread is the last at or before the stop", async () => {
  const { findings } = checkPageData(await longReport(100), { words: [] });
  const story = new Story(findings[0]!);
  const { rows } = story.finding;
  for (const stop of [0, 1, 2, 50, 99]) {
    for (const lane of story.lanes) {
      const expected = rows.findLast((row, i) => i <= stop && row.lane === lane) ?? null;
      expect(story.lastRow(lane, stop)).toBe(expected);
    }
  }
});
