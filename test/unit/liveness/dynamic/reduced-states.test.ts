/** The tree of questions, over states that are tables of words: no machine is needed for that. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import type { WordStack } from "../../../../src/core/word-stack.ts";
import { type AskedWalk, LiveStateTrie } from "../../../../src/liveness/dynamic/live-state-trie.ts";
import type { Waypoint } from "../../../../src/liveness/dynamic/state-projection.ts";

/** An object by name: its words, of which those that are names are references. */
type Objects = Readonly<Record<number, readonly (number | `@${number}`)[]>>;

/** A walk over such objects from the first of them; the hash is exact, by a table of all that was ever hashed. */
class TableWalk implements AskedWalk {
  count = 0;
  words = 0;
  high = 0;
  low = 0;
  #objects: Objects = {};
  #numbers: number[] = [0];
  #text = "";
  #fresh: number[] = [];
  readonly #known = new Map<string, number>();

  start(objects: Objects, root: number): void {
    this.#objects = objects;
    this.#numbers = [0, root];
    this.count = 1;
    this.#text = "";
    this.#fresh = [];
    this.settle();
  }

  objectAt(number: number): number {
    return this.#numbers[number]!;
  }

  numberOf(object: number): number {
    return Math.max(0, this.#numbers.indexOf(object, 1));
  }

  readNew(words: Int32Array, from: number, to: number, into: WordStack): boolean {
    const questions: number[] = [];
    for (let at = from; at < to; at += 2) {
      const number = this.numberOf(words[at]!);
      if (number === 0 || !this.#ask(number, words[at + 1]!)) return false;
      questions.push(number, words[at + 1]!);
    }
    into.reserve(questions.length).set(questions, into.top);
    into.top += questions.length;
    return true;
  }

  readAll(
    questions: Int32Array,
    from: number,
    end: number,
    found: WordStack,
    list: Int32Array | null = null,
    next = 0,
    last = 0,
  ): number {
    let listed = next;
    for (let at = from; at < end; at += 2) {
      const [number, offset] = [questions[at]!, questions[at + 1]!];
      const object = this.#numbers[number]!;
      if (list !== null) {
        if (listed === last || list[listed] !== object || list[listed + 1] !== offset) return at;
        listed += 2;
      }
      if (!this.#ask(number, offset)) return at;
      found.reserve(2).set([object, offset], found.top);
      found.top += 2;
    }
    return end;
  }

  #ask(number: number, offset: number): boolean {
    const word = this.#objects[this.#numbers[number]!]?.[offset];
    if (word === undefined || number > this.count) return false;
    if (typeof word === "number") {
      this.put(word);
      return true;
    }
    const object = Number(word.slice(1));
    const known = this.numberOf(object);
    if (known === 0) {
      this.#numbers.push(object);
      this.count++;
    }
    this.put(known === 0 ? -1 : -1 - known);
    return true;
  }

  put(value: number): void {
    this.#fresh.push(value);
  }

  settle(): void {
    this.#text += this.#fresh.map((each) => `${each},`).join("");
    this.#fresh = [];
    const known = this.#known.get(this.#text) ?? this.#known.size + 1;
    this.#known.set(this.#text, known);
    this.high = known;
    this.low = known;
  }

  mark(into: Waypoint): void {
    into.count = this.count;
    into.high = this.high;
    into.low = this.low;
  }

  goBackTo(mark: Waypoint): void {
    this.count = mark.count;
    this.#numbers.length = this.count + 1;
    this.#fresh = [];
    this.high = mark.high;
    this.low = mark.low;
    for (const [text, known] of this.#known) if (known === mark.high) this.#text = text;
  }
}

const make = (): { walk: TableWalk; states: LiveStateTrie } => {
  const walk = new TableWalk();
  return { walk, states: new LiveStateTrie(walk) };
};

const list = (...pairs: (readonly [number, number])[]): Int32Array => Int32Array.from(pairs.flat());

describe("explored states by their live words", () => {
  test("a state is found by what was asked, whatever else it has and wherever its objects are", () => {
    const { walk, states } = make();
    walk.start({ 10: [1, "@20"], 20: [5, 6] }, 10);
    expect(states.add(list([10, 1], [20, 0]), 0, 4, 0)).toBe(true);
    walk.start({ 30: [9, "@40"], 40: [5, 7] }, 30);
    expect(states.find(0)).toBe(true);
    expect([...states.found.words.subarray(0, states.found.top)]).toEqual([30, 1, 40, 0]);
    walk.start({ 30: [1, "@40"], 40: [6, 6] }, 30);
    expect(states.find(0)).toBe(false);
    walk.start({ 30: [1] }, 30);
    expect(states.find(0)).toBe(false);
  });

  test("a live word of an object to which nothing live leads cannot be asked for", () => {
    const { walk, states } = make();
    walk.start({ 10: [1, "@20"], 20: [5] }, 10);
    expect(states.add(list([20, 0]), 0, 2, 0)).toBe(false);
    walk.start({ 10: [1, "@20"], 20: [5] }, 10);
    expect(states.find(0)).toBe(false);
    expect(states.size).toBe(0);
  });

  test("who sleeps: the one found is best one in which nobody else does", () => {
    const { walk, states } = make();
    const one: Objects = { 10: [1, 2] };
    walk.start(one, 10);
    states.add(list([10, 0]), 0, 2, 0b110);
    walk.start(one, 10);
    states.add(list([10, 0], [10, 1]), 0, 4, 0b010);
    walk.start(one, 10);
    expect(states.find(0b010)).toBe(true);
    expect(states.foundSleepers).toBe(0b010);
    walk.start(one, 10);
    expect(states.find(0)).toBe(true);
    expect(states.foundSleepers).not.toBe(0);
  });

  test("two states with different threads asleep do not make one with nobody asleep", () => {
    // From the one nothing was followed that begins with thread 1, from the other
    // nothing with thread 2: what begins with both, in either order, from neither.
    const { walk, states } = make();
    const one: Objects = { 10: [1] };
    walk.start(one, 10);
    states.add(list([10, 0]), 0, 2, 0b010);
    walk.start(one, 10);
    states.add(list([10, 0]), 0, 2, 0b100);
    walk.start(one, 10);
    expect(states.find(0)).toBe(true);
    expect(states.foundSleepers).toBe(0b010);
    walk.start(one, 10);
    states.add(list([10, 0]), 0, 2, 0);
    walk.start(one, 10);
    expect(states.find(0)).toBe(true);
    expect(states.foundSleepers).toBe(0);
  });

  test("the questions of a list, asked again of a state in which its objects come in another order", () => {
    const { walk, states } = make();
    const live = list([10, 0], [10, 1], [20, 0]);
    begin(walk, { 10: ["@20", "@30"], 20: [5], 30: [6] }, 10, 1);
    expect(states.add(live, 0, 6, 0, 3)).toBe(true);
    // As before but for the place, then with object 20 as the second that is found.
    begin(walk, { 10: ["@20", "@30"], 20: [5], 30: [6] }, 10, 2);
    expect(states.add(live, 0, 6, 0, 3)).toBe(true);
    begin(walk, { 10: ["@30", "@20"], 20: [5], 30: [6] }, 10, 3);
    expect(states.add(live, 0, 6, 0, 3)).toBe(true);
    for (const [place, words, isFound] of [
      [2, ["@2", "@3"], true],
      [3, ["@2", "@3"], false],
      [2, ["@3", "@2"], false],
      [3, ["@3", "@2"], true],
    ] as const) {
      begin(walk, { 1: words, 2: [5], 3: [7] }, 1, place);
      expect(states.find(0), `${place} ${words.join(" ")}`).toBe(isFound);
    }
  });

  test("random states: found exactly where one agrees on its live words", () => {
    const random = new Random(7);
    for (let round = 0; round < 60; round++) {
      const { walk, states } = make();
      const stored: {
        readonly objects: Objects;
        readonly live: Int32Array;
        readonly place: number;
      }[] = [];
      for (let i = 0; i < 12; i++) {
        const objects = randomObjects(random);
        const live = randomLive(random, objects);
        const place = random.below(3);
        begin(walk, objects, 1, place);
        // Whatever was put in with the same number before.
        expect(states.add(live, 0, live.length, 0, random.below(3) - 1)).toBe(true);
        stored.push({ objects, live, place });
        const other = randomObjects(random);
        const there = random.below(3);
        const agrees = stored.some(
          (each) => each.place === there && isomorphic(each.objects, each.live, other),
        );
        begin(walk, other, 1, there);
        expect(states.find(0), JSON.stringify([stored, other])).toBe(agrees);
        begin(walk, objects, 1, place);
        expect(states.find(0)).toBe(true);
      }
    }
  });
});

/** Starts on a state whose threads stand at a place. */
function begin(walk: TableWalk, objects: Objects, root: number, place: number): void {
  walk.start(objects, root);
  walk.put(place);
  walk.settle();
}

const WORDS = 2;
const OBJECTS = 3;

function randomObjects(random: Random): Objects {
  const word = (): number | `@${number}` =>
    random.below(2) === 0 ? random.below(2) : `@${1 + random.below(OBJECTS)}`;
  const objects: Record<number, (number | `@${number}`)[]> = {};
  for (let object = 1; object <= OBJECTS; object++) {
    objects[object] = Array.from({ length: WORDS }, word);
  }
  return objects;
}

/** Words of objects that live words lead to, in an order in which they do. */
function randomLive(random: Random, objects: Objects): Int32Array {
  const live: number[] = [];
  const reached = [1];
  const asked = new Set<string>();
  for (let i = random.below(4); i > 0; i--) {
    const object = reached[random.below(reached.length)]!;
    const offset = random.below(WORDS);
    if (asked.has(`${object} ${offset}`)) continue;
    asked.add(`${object} ${offset}`);
    live.push(object, offset);
    const word = objects[object]![offset]!;
    if (typeof word === "string" && !reached.includes(Number(word.slice(1)))) {
      reached.push(Number(word.slice(1)));
    }
  }
  return Int32Array.from(live);
}

/** The other state has the same answers: by following both side by side. */
function isomorphic(objects: Objects, live: Int32Array, other: Objects): boolean {
  const pairs: [number, number][] = [[1, 1]];
  for (let i = 0; i < live.length; i += 2) {
    const twin = pairs.find(([mine]) => mine === live[i])![1];
    const mine = objects[live[i]!]![live[i + 1]!]!;
    const theirs = other[twin]![live[i + 1]!]!;
    if (typeof mine === "number" || typeof theirs === "number") {
      if (mine !== theirs) return false;
      continue;
    }
    const [a, b] = [Number(mine.slice(1)), Number(theirs.slice(1))];
    const clash = pairs.find(([left, right]) => (left === a) !== (right === b));
    if (clash !== undefined) return false;
    if (!pairs.some(([left]) => left === a)) pairs.push([a, b]);
  }
  return true;
}
