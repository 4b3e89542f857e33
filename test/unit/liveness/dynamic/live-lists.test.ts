/** Live words on the way back: read first, or live afterwards and not written first. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import { LiveLists } from "../../../../src/liveness/dynamic/live-words.ts";
import { EMPTY_LIST, WordListPool } from "../../../../src/liveness/dynamic/word-list-pool.ts";
import { AccessLog } from "../../../../src/vm/memory/access-log.ts";

const WORDS = 1 << 10;

/** A log of accesses: "r" or "w", object and offset; the heap ends at `limit`. */
function logOf(limit: number, ...accesses: (readonly ["r" | "w", number, number])[]): AccessLog {
  const log = new AccessLog(WORDS);
  log.start(limit);
  for (const [kind, object, offset] of accesses) {
    if (kind === "r") log.read(object, offset);
    else log.write(object, offset);
  }
  return log;
}

const pairsOf = (list: Int32Array): string[] =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}+${list[2 * i + 1]}`);

/** The list of the state on top. */
const listOf = ({ list, pool }: LiveLists): Int32Array => pool.copy(list);

describe("the access log", () => {
  test("only the first access to a word counts, and none to what the step has made", () => {
    const log = logOf(100, ["r", 10, 3], ["w", 10, 3], ["w", 10, 4], ["r", 10, 4], ["r", 100, 3]);
    expect([...log.entries.subarray(0, log.top)]).toEqual([10, 3, ~10, 4]);
  });

  test("a new step begins with nothing", () => {
    const log = logOf(100, ["w", 10, 3]);
    log.hasReadAnything = true;
    log.start(100);
    expect(log.hasReadAnything).toBe(false);
    log.read(10, 3);
    expect([...log.entries.subarray(0, log.top)]).toEqual([10, 3]);
  });

  test("grows, and ranges end before their end", () => {
    const log = logOf(1000);
    log.readRange(10, 3, 900);
    log.writeRange(0, 912, 914);
    expect(log.top).toBe(2 * (897 + 2));
    expect(log.entries[log.top - 2]).toBe(~0);
    expect(log.entries[log.top - 1]).toBe(913);
  });
});

describe("live lists", () => {
  test("written first: dead before; read first, or neither: live", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.step(logOf(100, ["w", 10, 3], ["r", 20, 3], ["w", 20, 3]));
    lists.push(100);
    lists.step(logOf(100, ["r", 10, 3], ["r", 20, 3], ["r", 30, 3]));
    lists.push(100);
    lists.pop();
    expect(pairsOf(listOf(lists))).toEqual(["10+3", "20+3", "30+3"]);
    lists.pop();
    expect(pairsOf(listOf(lists))).toEqual(["20+3", "30+3"]);
  });

  test("what a step has made was not there before it", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.step(logOf(100));
    lists.push(120);
    lists.step(logOf(120, ["r", 100, 3], ["r", 90, 3]));
    lists.meet(EMPTY_LIST);
    lists.pop();
    expect(pairsOf(listOf(lists))).toEqual(["90+3"]);
  });

  test("another step adds, and takes nothing away", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.step(logOf(100, ["r", 10, 3]));
    lists.meet(EMPTY_LIST);
    lists.step(logOf(100, ["w", 10, 3], ["r", 10, 4]));
    lists.meet(EMPTY_LIST);
    expect(pairsOf(listOf(lists))).toEqual(["10+3", "10+4"]);
  });

  test("everything goes up to all that lead there", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.step(logOf(100, ["w", 10, 3]));
    lists.push(100);
    const log = logOf(100);
    log.hasReadAnything = true;
    lists.step(log);
    lists.meet(EMPTY_LIST);
    expect(lists.isAll).toBe(true);
    lists.pop();
    expect(lists.isAll).toBe(true);
    expect(listOf(lists)).toHaveLength(0);
  });

  test("a state that is not complete gives nothing to the one before but the step to it", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.step(logOf(100, ["w", 10, 3], ["r", 20, 3], ["w", 10, 5]));
    lists.push(100);
    lists.step(logOf(100, ["r", 30, 3]));
    lists.meet(EMPTY_LIST);
    expect([...lists.popOpen()]).toEqual([10, 3, 10, 5]);
    expect(pairsOf(listOf(lists))).toEqual(["20+3"]);
  });

  test("what is live anyway is not live twice", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    lists.push(100);
    lists.append(Int32Array.of(10, 3, 10, 4), 4);
    lists.append(Int32Array.of(10, 4, 10, 5), 4);
    expect(pairsOf(listOf(lists))).toEqual(["10+3", "10+4", "10+5"]);
  });

  test("the same step to the same list, from where more of the heap was there", () => {
    const lists = new LiveLists(new WordListPool(WORDS));
    for (const [limit, live] of [
      [100, ["90+3"]],
      [101, ["100+3", "90+3"]],
      [100, ["90+3"]],
    ] as const) {
      lists.push(limit);
      lists.step(logOf(limit));
      lists.meet(lists.pool.keep(Int32Array.of(100, 3, 90, 3), 0, 4));
      expect(pairsOf(listOf(lists))).toEqual(live);
      lists.pop();
    }
  });

  // One for all trees, which takes most lists from what it remembers; one that has no room for that; one that
  // forgets all lists again and again; one for each tree.
  test.each([
    ["remembered", 1 << 21, 16],
    ["remembered in one place", 1 << 21, 1],
    ["often forgotten", 40, 16],
    ["made anew", null, 16],
  ] as const)("random trees of steps, with lists %s: as sets say it", (_, capacity, memoBits) => {
    const random = new Random(3);
    let lists = new LiveLists(new WordListPool(WORDS, capacity ?? 0, memoBits));
    let forgotten = 0;
    lists.pool.whenForgotten(() => forgotten++);
    for (let round = 0; round < 400; round++) {
      if (capacity === null) lists = new LiveLists(new WordListPool(WORDS));
      const live = visit(lists, random, 4, 100);
      expect(new Set(pairsOf(listOf(lists)))).toEqual(live);
      expect(listOf(lists)).toHaveLength(live.size * 2);
      lists.pop();
    }
    expect(forgotten > 100).toBe(capacity === 40);
  });
});

/** Enters a state, takes some steps from it and comes back; its live words by the definition. */
function visit(lists: LiveLists, random: Random, depth: number, limit: number): Set<string> {
  const live = new Set<string>();
  lists.push(limit);
  for (let steps = depth === 0 ? 0 : random.below(4); steps > 0; steps--) {
    const accesses = Array.from(
      { length: random.below(5) },
      () => [random.below(2) === 0 ? "r" : "w", 80 + 10 * random.below(6), 3] as const,
    );
    lists.step(logOf(limit, ...accesses));
    const after = visit(lists, random, depth - 1, limit + 10 * random.below(2));
    lists.pop();
    const seen = new Set<string>();
    for (const [kind, object, offset] of accesses) {
      const word = `${object}+${offset}`;
      if (object < limit && kind === "r" && !seen.has(word)) live.add(word);
      seen.add(word);
    }
    for (const word of after) {
      if (Number(word.split("+")[0]) < limit && !seen.has(word)) live.add(word);
    }
  }
  return live;
}
