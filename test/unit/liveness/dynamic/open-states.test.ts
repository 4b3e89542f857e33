/** Live words that go round in circles: the least sets that agree with all steps, as a naive computation finds them. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../../src/core/random.ts";
import {
  complete,
  type OpenEdge,
  type OpenState,
} from "../../../../src/liveness/dynamic/component-liveness.ts";

const OBJECTS = 4;
const OFFSETS = 2;
const FIRST_OFFSET = 3;
/** Objects of a state lie this far apart. */
const SIZE = 8;

/** Objects of the state at a position: each state has its own, in an order of its own. */
const objectsOf = (random: Random, base: number): Int32Array => {
  const objects = Array.from({ length: OBJECTS }, (_, i) => base + i * SIZE);
  for (let i = objects.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [objects[i], objects[other]] = [objects[other]!, objects[i]!];
  }
  return Int32Array.from(objects);
};

const imageOf = (objects: Int32Array): OpenState["image"] => ({
  objects,
  restore: () => undefined,
});

function randomWords(random: Random, objects: Int32Array, most: number): number[] {
  const words: number[] = [];
  for (let i = random.below(most + 1); i > 0; i--) {
    const isBoot = random.below(5) === 0;
    words.push(isBoot ? 0 : objects[random.below(objects.length)]!);
    words.push(isBoot ? 5 + random.below(2) : FIRST_OFFSET + random.below(OFFSETS));
  }
  return words;
}

/** States that can all be reached from each other or not: that does not matter to what is live. */
function randomComponent(random: Random): OpenState[] {
  const count = 1 + random.below(6);
  const images = Array.from({ length: count }, (_, i) => imageOf(objectsOf(random, 100 + 200 * i)));
  const states: OpenState[] = [];
  for (let position = 0; position < count; position++) {
    const image = images[position]!;
    const limit = 100 + 200 * position + SIZE * OBJECTS;
    const edges = Array.from({ length: random.below(4) }, (): OpenEdge => {
      // What the step leads to: the state's own objects, in the order that corresponds, some made by the step.
      const made = random.below(2) === 0 ? 0 : 1;
      const objects = objectsOf(random, 100 + 200 * position);
      if (made === 1) objects[random.below(OBJECTS)] = limit + SIZE;
      return {
        position: random.below(count),
        target: null,
        objects,
        writes: Int32Array.from(randomWords(random, image.objects, 2)),
      };
    });
    const live = randomWords(random, image.objects, 2);
    const sameAs = position > 0 && random.below(4) === 0 ? random.below(position) : -1;
    states.push({
      position: sameAs < 0 ? position : -1,
      sameAs: sameAs >= 0 && states[sameAs]!.position === sameAs ? sameAs : -1,
      live,
      limit,
      edges,
      image,
      start: new Int32Array(0),
      sleepers: 0,
      liveSet: -1,
    });
  }
  // Steps lead to states that have a position.
  return states.map((state) => ({
    ...state,
    edges: state.edges.filter(({ position }) => states[position]!.position >= 0),
  }));
}

const setOf = (words: readonly number[]): Set<string> =>
  new Set(
    Array.from({ length: words.length / 2 }, (_, i) => `${words[2 * i]}+${words[2 * i + 1]}`),
  );

/** Every rule applied to every word until nothing is new. */
function naive(states: readonly OpenState[]): Set<string>[] {
  const live = states.map((state) => setOf(state.live));
  const translate = (word: string, from: Int32Array, to: Int32Array): [number, number] => {
    const [object = 0, offset = 0] = word.split("+").map(Number);
    return object === 0 ? [0, offset] : [to[from.indexOf(object)]!, offset];
  };
  for (let isNew = true; isNew; ) {
    isNew = false;
    const add = (index: number, [object, offset]: [number, number]): void => {
      if (object >= states[index]!.limit || live[index]!.has(`${object}+${offset}`)) return;
      live[index]!.add(`${object}+${offset}`);
      isNew = true;
    };
    for (const [index, { edges, sameAs, image }] of states.entries()) {
      for (const { position, objects, writes } of edges) {
        const written = setOf([...writes]);
        for (const word of live[position]!) {
          const mine = translate(word, states[position]!.image.objects, objects!);
          if (!written.has(mine.join("+"))) add(index, mine);
        }
      }
      if (sameAs < 0) continue;
      const theirs = states[sameAs]!.image.objects;
      for (const word of live[sameAs]!) add(index, translate(word, theirs, image.objects));
      for (const word of live[index]!) add(sameAs, translate(word, image.objects, theirs));
    }
  }
  return live;
}

describe("components", () => {
  test("random ones: what is live is what a naive computation says", () => {
    const random = new Random(11);
    let grown = 0;
    for (let round = 0; round < 1500; round++) {
      const states = randomComponent(random);
      const before = states.map(({ live }) => setOf(live).size);
      const expected = naive(states);
      expect(complete(states, 0)).toBe("complete");
      for (const [index, { live }] of states.entries()) {
        expect(setOf(live)).toEqual(expected[index]);
        if (expected[index]!.size > before[index]!) grown++;
      }
    }
    expect(grown).toBeGreaterThan(500);
  });

  test("a step into a state that the search went on from leaves objects as they are", () => {
    const image = imageOf(Int32Array.of(100, 108));
    const base = {
      image,
      limit: 120,
      start: new Int32Array(0),
      sleepers: 0,
      liveSet: -1,
      sameAs: -1,
    };
    const inner: OpenState = {
      ...base,
      position: 1,
      live: [100, 3, 108, 3],
      limit: 130,
      edges: [],
    };
    const edge = { position: -1, target: inner, objects: null, writes: Int32Array.of(108, 3) };
    const outer: OpenState = { ...base, position: 0, live: [], edges: [edge] };
    expect(complete([inner, outer], 0)).toBe("complete");
    expect(outer.live).toEqual([100, 3]);
  });

  test("an object that is live and has no number: nothing is known", () => {
    const image = imageOf(Int32Array.of(100));
    const base = {
      image,
      limit: 200,
      start: new Int32Array(0),
      sleepers: 0,
      liveSet: -1,
      sameAs: -1,
    };
    const edge = {
      position: 0,
      target: null,
      objects: Int32Array.of(100),
      writes: new Int32Array(0),
    };
    const state: OpenState = { ...base, position: 0, live: [150, 3], edges: [edge] };
    expect(complete([state], 0)).toBe("unknown");
  });

  test("an object from the start to which another one corresponds: nothing is known", () => {
    const image = imageOf(Int32Array.of(100, 108, 200));
    const base = {
      image,
      limit: 300,
      start: new Int32Array(0),
      sleepers: 0,
      liveSet: -1,
      sameAs: -1,
    };
    const completed = (...objects: number[]): string => {
      const edge = {
        position: 0,
        target: null,
        objects: Int32Array.from(objects),
        writes: new Int32Array(0),
      };
      const state: OpenState = { ...base, position: 0, live: [], edges: [edge] };
      return complete([state], 150);
    };
    expect(completed(100, 108, 208)).toBe("complete");
    expect(completed(108, 100, 208)).toBe("moved");
    expect(completed(100, 208, 216)).toBe("moved");
    expect(completed(100, 108, 116)).toBe("moved");
  });
});
