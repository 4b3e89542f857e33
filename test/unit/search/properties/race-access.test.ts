import { expect, test } from "vitest";
import { PendingAccesses } from "../../../../src/search/properties/pending-accesses.ts";
import { BY_FIELD, ORDERED } from "../../../../src/vm/native-api/memory-access.ts";

test("there is room for as many accesses as there are", () => {
  const accesses = new PendingAccesses();
  for (let i = 0; i < 200; i++) {
    accesses.add(i, i * 8, i * 8 + 4, i % 2 === 1, i % 3 === 0 ? ORDERED : BY_FIELD);
  }
  expect(accesses).toMatchObject({ count: 200, writes: 100 });
  for (let i = 0; i < 200; i++) {
    expect([accesses.objects[i], accesses.from[i], accesses.to[i]]).toEqual([i, i * 8, i * 8 + 4]);
    expect([accesses.isWrite[i], accesses.modes[i]]).toEqual([
      i % 2,
      i % 3 === 0 ? ORDERED : BY_FIELD,
    ]);
  }
});
