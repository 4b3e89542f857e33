import { describe, expect, test } from "vitest";
import type { ProgramFiles } from "../../../../src/reduce/items/program-files.ts";
import {
  type AttemptContext,
  type Attempts,
  attemptEach,
} from "../../../../src/reduce/passes/attempts.ts";
import { takeAway } from "../../../../src/reduce/passes/chunks.ts";

/** A program of numbers. */
interface Numbers {
  readonly files: ProgramFiles;
  readonly numbers: readonly number[];
}

const attemptOf = (numbers: readonly number[]): Numbers => ({
  numbers,
  files: [{ path: numbers.join(), bytes: new Uint8Array() }],
});
const textOf = (files: ProgramFiles): string => files[0]!.path;

interface Interview extends AttemptContext {
  readonly asked: string[];
  readonly foreseen: string[];
}

/** `looks`: how many of a forecast somebody has the time for. */
function interview(holds: (text: string) => boolean, looks: number): Interview {
  const asked: string[] = [];
  const foreseen: string[] = [];
  return {
    asked,
    foreseen,
    signal: new AbortController().signal,
    ask: async (files) => {
      asked.push(textOf(files));
      return holds(textOf(files));
    },
    expect: (programs) => {
      const iterator = programs[Symbol.iterator]();
      for (let i = 0; i < looks; i++) {
        const next = iterator.next();
        if (next.done === true) return;
        foreseen.push(textOf(next.value));
      }
    },
  };
}

/** Attempts to add the numbers from 0 on to those taken; odd ones need no question. */
function adding(count: number): { attempts: Attempts<Numbers>; made: string[]; taken: number[] } {
  const taken: number[] = [];
  const made: string[] = [];
  const make = (index: number): Numbers | boolean => {
    if (index % 2 === 1) return false;
    const attempt = attemptOf([...taken, index]);
    made.push(textOf(attempt.files));
    return attempt;
  };
  const take = ({ numbers }: Numbers): void => {
    taken.splice(0, taken.length, ...numbers);
  };
  return { attempts: { count, make, take }, made, taken };
}

async function all<T>(generator: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const each of generator) list.push(each);
  return list;
}

describe("attempts", () => {
  test("are made once, ahead of the question, when the answers are no", async () => {
    const { attempts, made } = adding(6);
    const questions = interview(() => false, 1);
    expect(await all(attemptEach(attempts, questions))).toEqual(Array(6).fill(false));
    expect(questions.asked).toEqual(["0", "2", "4"]);
    expect(questions.foreseen).toEqual(["2", "4"]);
    expect(made).toEqual(["0", "2", "4"]);
  });

  test("are made anew after a yes", async () => {
    const { attempts, made, taken } = adding(5);
    const questions = interview((text) => text !== "0,2", 2);
    expect(await all(attemptEach(attempts, questions))).toEqual([true, false, false, false, true]);
    expect(questions.asked).toEqual(["0", "0,2", "0,4"]);
    expect(made).toEqual(["0", "2", "4", "0,2", "0,4"]);
    expect(taken).toEqual([0, 4]);
  });

  test("begin where they are told to, and are asked in the same way when nobody looks ahead", async () => {
    const { attempts, made } = adding(7);
    const questions = interview(() => false, 0);
    expect(await all(attemptEach(attempts, questions, 3))).toHaveLength(4);
    expect(questions.asked).toEqual(["4", "6"]);
    expect(made).toEqual(["4", "6"]);
  });

  test("end when they are stopped", async () => {
    const stop = new AbortController();
    const { attempts } = adding(9);
    const questions = interview((text) => {
      if (text === "4") stop.abort();
      return false;
    }, 0);
    const ends = await all(attemptEach(attempts, { ...questions, signal: stop.signal }));
    expect(ends).toHaveLength(5);
    expect(questions.asked).toEqual(["0", "2", "4"]);
  });
});

describe("taking away in chunks", () => {
  test.each([0, 1, 3])(
    "leaves what must stay, with %i of the forecast looked at",
    async (looks) => {
      for (const count of [1, 2, 7, 64]) {
        const must = new Set([0, Math.floor(count / 2)]);
        let left: readonly number[] = Array.from({ length: count }, (_, i) => i);
        const questions = interview(
          (text) => [...must].every((each) => text.split(",").includes(`${each}`)),
          looks,
        );
        const hasChanged = await takeAway(
          {
            count,
            without: (some) => attemptOf(left.filter((each) => !some.includes(each))),
            take: ({ numbers }) => {
              left = numbers;
            },
          },
          questions,
        );
        expect(left).toEqual([...must]);
        expect(hasChanged).toBe(count > must.size);
      }
    },
  );

  test("asks the same whoever looks ahead", async () => {
    const askedWith = async (looks: number): Promise<string[]> => {
      let left: readonly number[] = Array.from({ length: 40 }, (_, i) => i);
      const questions = interview((text) => text.includes("7") && text.includes("31"), looks);
      await takeAway(
        {
          count: 40,
          without: (some) =>
            !some.some((each) => each % 9 === 0) &&
            attemptOf(left.filter((each) => !some.includes(each))),
          take: ({ numbers }) => {
            left = numbers;
          },
        },
        questions,
      );
      return questions.asked;
    };
    const alone = await askedWith(0);
    expect(alone.length).toBeGreaterThan(15);
    expect(await askedWith(1)).toEqual(alone);
    expect(await askedWith(5)).toEqual(alone);
  });
});
