/** The mix behind the sums: what it does to single bits and to small regular inputs. */
import { expect, test } from "vitest";
import { AdditiveHash, StreamHash } from "../../../../src/state/fingerprint/additive-hash.ts";

/** 64 bits of the sum with one word in it. */
function mixed(space: number, index: number, offset: number, value: number): [number, number] {
  const sum = new AdditiveHash();
  sum.moveTo(space, index);
  sum.add(offset, value);
  return [sum.high, sum.low];
}

/** Small numbers, as states have them. */
function samples(): [number, number, number, number][] {
  const all: [number, number, number, number][] = [];
  for (let space = 0; space < 4; space++) {
    for (let index = 1; index < 12; index++) {
      for (let offset = 0; offset < 12; offset++) {
        for (const value of [1, 2, 3, 4, 5, 4097, -1, 1 << 28]) {
          all.push([space, index, offset, value]);
        }
      }
    }
  }
  return all;
}

test("each bit given changes each bit of the result half of the time", () => {
  const inputs = samples().filter((_, i) => i % 5 === 0);
  for (let which = 0; which < 4; which++) {
    for (let bit = 0; bit < 32; bit++) {
      const flips = new Int32Array(64);
      let tried = 0;
      for (const input of inputs) {
        const [space, index, offset, value] = input.with(which, input[which]! ^ (1 << bit));
        if (value === 0) continue;
        tried++;
        const [high, low] = mixed(...input);
        const [otherHigh, otherLow] = mixed(space!, index!, offset!, value!);
        for (let i = 0; i < 32; i++) {
          flips[i]! += ((high ^ otherHigh) >>> i) & 1;
          flips[32 + i]! += ((low ^ otherLow) >>> i) & 1;
        }
      }
      for (const count of flips) {
        expect(count / tried).toBeGreaterThan(0.4);
        expect(count / tried).toBeLessThan(0.6);
      }
    }
  }
});

test("neither half of the sum of two words repeats more often than chance has it", () => {
  const inputs = samples().filter((_, i) => i % 7 === 0);
  const highs = new Set<number>();
  const lows = new Set<number>();
  const both = new Set<number>();
  let pairs = 0;
  for (let i = 0; i < inputs.length; i++) {
    const [high, low] = mixed(...inputs[i]!);
    for (let j = i + 1; j < inputs.length; j++) {
      const [otherHigh, otherLow] = mixed(...inputs[j]!);
      const sumHigh = (high + otherHigh) >>> 0;
      const sumLow = (low + otherLow) >>> 0;
      highs.add(sumHigh);
      lows.add(sumLow);
      both.add((sumHigh & 0x1fffff) * 2 ** 32 + sumLow);
      pairs++;
    }
  }
  // Birthdays among 2^32: pairs^2 / 2^33 are expected to repeat.
  const expected = pairs ** 2 / 2 ** 33;
  expect(pairs - highs.size).toBeLessThan(2 * expected + 10);
  expect(pairs - lows.size).toBeLessThan(2 * expected + 10);
  expect(both.size).toBe(pairs);
});

test("adding and subtracting a word leaves nothing, and 0 counts for nothing", () => {
  const sum = new AdditiveHash();
  sum.moveTo(1, 2);
  sum.add(3, 0);
  expect([sum.high, sum.low]).toEqual([0, 0]);
  sum.add(3, 4);
  sum.add(4, 5);
  sum.subtract(3, 4);
  expect([sum.high, sum.low]).toEqual(mixed(1, 2, 4, 5));
});

function streamed(seed: number, words: readonly number[]): [number, number] {
  const stream = new StreamHash();
  stream.start(seed);
  for (const word of words) stream.put(word);
  stream.finish();
  return [stream.high, stream.low];
}

const hash = (seed: number, ...words: readonly number[]): string => streamed(seed, words).join(" ");

test("a stream tells apart seeds, orders and lengths", () => {
  const hashes = [
    hash(1),
    hash(2),
    hash(1, 0),
    hash(1, 0, 0),
    hash(1, 1, 2),
    hash(1, 2, 1),
    hash(1, 1, 2, 0),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

function sumOf(first: readonly number[], second: readonly number[]): string {
  const [high, low] = streamed(1, first);
  const [otherHigh, otherLow] = streamed(2, second);
  return `${(high + otherHigh) | 0} ${(low + otherLow) | 0}`;
}

test("the sum of two streams' hashes tells which stream had which word", () => {
  const words = [1, 7, 3, 4, 5];
  const others = [2, 6, 8, 9, 10];
  const before = sumOf(words, others);
  for (let i = 0; i < words.length; i++) {
    expect(sumOf(words.with(i, others[i]!), others.with(i, words[i]!))).not.toBe(before);
  }
});

test("each bit of a stream's words changes each bit of its hash half of the time", () => {
  for (const length of [1, 2, 5, 8]) {
    for (let which = 0; which < length; which++) {
      for (const bit of [0, 1, 15, 31]) {
        const flips = new Int32Array(64);
        const tries = 400;
        for (let i = 0; i < tries; i++) {
          const words = Array.from({ length }, (_, k) => (i * 31 + k * 7) % 512);
          const [high, low] = streamed(i % 4, words);
          const [otherHigh, otherLow] = streamed(
            i % 4,
            words.with(which, words[which]! ^ (1 << bit)),
          );
          for (let k = 0; k < 32; k++) {
            flips[k]! += ((high ^ otherHigh) >>> k) & 1;
            flips[32 + k]! += ((low ^ otherLow) >>> k) & 1;
          }
        }
        for (const count of flips) {
          expect(count / tries).toBeGreaterThan(0.35);
          expect(count / tries).toBeLessThan(0.65);
        }
      }
    }
  }
});
