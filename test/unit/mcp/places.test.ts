import { expect, test } from "vitest";
import { Places } from "../../../src/mcp/places.ts";

const never = (): AbortSignal => new AbortController().signal;

test("places are given in the order of arrival, and given back once", async () => {
  const places = new Places(1);
  const log: string[] = [];
  const leave = await places.enter(never());
  const waiting = ["a", "b", "c"].map(async (name) => {
    const done = await places.enter(never());
    log.push(name);
    done();
    done();
  });
  await Promise.resolve();
  expect(log).toEqual([]);
  leave();
  await Promise.all(waiting);
  expect(log).toEqual(["a", "b", "c"]);
  // Giving back twice has made no second place.
  const first = await places.enter(never());
  let isSecond = false;
  const second = places.enter(never()).then((done) => {
    isSecond = true;
    return done;
  });
  await Promise.resolve();
  expect(isSecond).toBe(false);
  first();
  (await second)();
});

test("who gives up leaves the queue to the others", async () => {
  const places = new Places(1);
  const leave = await places.enter(never());
  const controller = new AbortController();
  const given = expect(places.enter(controller.signal)).rejects.toThrow(
    "cancelled before it began",
  );
  const next = places.enter(never());
  controller.abort();
  await given;
  leave();
  (await next)();
  await expect(places.enter(AbortSignal.abort())).resolves.toBeTypeOf("function");
});
