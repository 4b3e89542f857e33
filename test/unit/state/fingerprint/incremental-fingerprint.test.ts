/* oxlint-disable vitest/expect-expect -- the bench compares every state with its full vector */
/**
 * The rules by which the incremental fingerprint knows what a step changed,
 * one by one: each test fails when its rule is taken out. What is compared at
 * every arrival is in the bench; a test only has to lead to the states that
 * would be confused.
 */
import { expect, test } from "vitest";
import { GLOBAL_NEXT_HASH } from "../../../../src/vm/memory/memory.ts";
import { HASH_WORD, LOCK_WORD, SHARED } from "../../../../src/vm/memory/object-layout.ts";
import {
  F_INTERRUPTED,
  T_DEADLINE,
  T_FLAGS,
  T_TARGET,
} from "../../../../src/vm/memory/thread-record.ts";
import { StateBench } from "../../../support/states/hand-made-states.ts";

test("counters and plain static fields", () => {
  const b = new StateBench();
  b.step(0, () => {
    b.setStatic("g0", 1);
  });
  b.step(0, () => {
    b.setStatic("g0", 0);
    b.setStatic("g1", 1);
  });
  const before = b.states;
  b.step(0, () => {
    b.setStatic("g1", 0);
  });
  expect(b.states).toBe(before);
  b.step(0, () => {
    b.m.setWord(GLOBAL_NEXT_HASH, 77);
  });
  expect(b.states).toBe(before + 1);
});

test("a static field that refers to what was there from the start", () => {
  const b = new StateBench();
  const literal = b.m.intern("a literal");
  const first = b.step(0, () => {
    b.setStatic("s", literal);
  });
  expect(
    b.step(0, () => {
      b.setStatic("s", 0);
    }),
  ).not.toBe(first);
});

test("an object that a static field comes to refer to is shared", () => {
  const b = new StateBench();
  let node = 0;
  b.step(0, () => {
    node = b.node();
    b.setStatic("s", node);
  });
  b.step(1, () => {
    b.setField(node, "a", 5);
  });
  b.back();
  b.step(1, () => {
    b.setField(node, "a", 6);
  });
});

test("so is one that a shared object comes to refer to", () => {
  const b = new StateBench();
  let [one, two] = [0, 0];
  b.step(0, () => {
    one = b.node();
    b.setStatic("s", one);
  });
  b.step(1, () => {
    two = b.node();
    b.setField(one, "next", two);
  });
  b.step(0, () => {
    b.setField(two, "a", 5);
  });
});

test("and one that no longer is referred to is not", () => {
  const b = new StateBench();
  const drop = (value: number): void => {
    let node = 0;
    b.step(0, () => {
      node = b.node();
      b.setStatic("s", node);
    });
    b.step(0, () => {
      b.setField(node, "a", value);
    });
    b.step(0, () => {
      b.setStatic("s", 0);
    });
    for (let i = 0; i < 3; i++) b.back();
  };
  drop(1);
  const before = b.states;
  drop(2);
  // Different while it was there, the same afterwards.
  expect(b.states).toBe(before + 1);
});

test("locks count, and so do marks of sharing", () => {
  const b = new StateBench();
  let node = 0;
  b.step(0, () => {
    node = b.node();
    b.setStatic("s", node);
  });
  const before = b.states;
  b.step(0, () => {
    b.m.setWord(node + HASH_WORD, SHARED);
  });
  expect(b.states).toBe(before + 1);
  b.step(0, () => {
    b.m.setWord(node + LOCK_WORD, 4097);
  });
  const hashed = b.step(0, () => {
    b.m.setWord(node + HASH_WORD, SHARED | 17);
  });
  expect(b.states).toBe(before + 3);
  for (let i = 0; i < 3; i++) b.back();
  expect(
    b.step(0, () => {
      b.m.setWord(node + LOCK_WORD, 4097);
      b.m.setWord(node + HASH_WORD, SHARED | 17);
    }),
  ).toBe(hashed);
});

test("going back before the shared objects were numbered anew", () => {
  const b = new StateBench();
  let [one, two] = [0, 0];
  b.step(0, () => {
    one = b.node();
    two = b.node();
    b.setStatic("n0", one);
    b.setStatic("n1", two);
  });
  b.step(0, () => {
    b.setField(one, "next", two);
    b.setStatic("n1", 0);
  });
  b.step(0, () => {
    b.setField(two, "a", 1);
  });
  b.back();
  b.back();
  b.step(0, () => {
    b.setField(two, "a", 1);
  });
  b.step(0, () => {
    b.setField(one, "next", two);
    b.setStatic("n1", 0);
  });
});

test("going back over more versions of the shared objects than are kept", () => {
  const b = new StateBench();
  let [one, two] = [0, 0];
  b.step(0, () => {
    one = b.node();
    two = b.node();
    b.setStatic("n0", one);
    b.setStatic("n1", two);
  });
  const write = (): string =>
    b.step(0, () => {
      b.setField(two, "a", 1);
    });
  const written = write();
  b.back();
  for (let i = 0; i < 10; i++) {
    b.step(0, () => {
      b.setStatic("n0", i % 2 === 0 ? two : one);
    });
  }
  for (let i = 0; i < 10; i++) b.back();
  expect(write()).toBe(written);
});

test("a new object in the place of one that was undone", () => {
  const b = new StateBench();
  let node = 0;
  b.step(0, () => {
    node = b.node();
    b.setStatic("s", node);
  });
  b.step(0, () => {
    b.setField(node, "a", 1);
  });
  b.back();
  b.back();
  b.step(0, () => {
    expect(b.node()).toBe(node);
    b.setLocal(0, "p", node);
  });
  b.step(0, () => {
    b.setField(node, "a", 1);
  });
});

test("what only a thread's own frames reach", () => {
  const b = new StateBench();
  let node = 0;
  b.step(1, () => {
    node = b.node();
    b.setLocal(1, "p", node);
  });
  b.step(1, () => {
    b.setField(node, "next", b.node());
  });
  b.step(1, () => {
    b.setField(node, "a", 2);
  });
  b.step(1, () => {
    b.setLocal(1, "q", node);
    b.setLocal(1, "p", 0);
  });
});

test("the record of another thread", () => {
  const b = new StateBench();
  const before = b.states;
  b.step(0, () => {
    b.setRecord(1, T_FLAGS, F_INTERRUPTED);
  });
  expect(b.states).toBe(before + 1);
  b.step(0, () => {
    b.setRecord(1, T_DEADLINE, 9);
  });
  expect(b.states).toBe(before + 1);
});

/** Two threads' first local variables: one object, or one each. */
function share(b: StateBench, isOne: boolean): number {
  let node = 0;
  b.step(0, () => {
    node = b.node();
    b.setStatic("s", node);
    b.setLocal(0, "p", node);
    b.setStatic("leak", isOne ? 0 : b.node());
  });
  b.step(1, () => {
    b.setLocal(1, "p", b.m.H[b.static(isOne ? "s" : "leak")]!);
  });
  b.step(2, () => {
    b.setStatic("s", 0);
    b.setStatic("leak", 0);
  });
  return node;
}

test("one object that two threads reach is not two", () => {
  const b = new StateBench();
  share(b, true);
  for (let i = 0; i < 3; i++) b.back();
  share(b, false);
});

test("nor is it another one that both reach", () => {
  const b = new StateBench();
  for (const which of ["s", "leak"]) {
    for (const isDirect of [true, false]) {
      b.step(0, () => {
        for (const name of ["s", "leak"]) b.setStatic(name, b.node());
        b.setLocal(0, "p", b.m.H[b.static("s")]!);
        b.setLocal(0, "q", b.m.H[b.static("leak")]!);
      });
      b.step(1, () => {
        const node = b.m.H[b.static(which)]!;
        const holder = b.node();
        b.setField(holder, "next", node);
        b.setLocal(1, "p", isDirect ? node : holder);
      });
      b.step(2, () => {
        b.setStatic("s", 0);
        b.setStatic("leak", 0);
      });
      for (let i = 0; i < 3; i++) b.back();
    }
  }
});

test("an object that two threads reached and the first gives up is the second one's", () => {
  const b = new StateBench();
  share(b, true);
  const left = b.step(0, () => {
    b.setLocal(0, "p", 0);
  });
  for (let i = 0; i < 4; i++) b.back();
  expect(
    b.step(1, () => {
      b.setLocal(1, "p", b.node());
    }),
  ).toBe(left);
});

test("what the second of them writes to it", () => {
  const b = new StateBench();
  const node = share(b, true);
  b.step(1, () => {
    b.setField(node, "a", 3);
  });
  b.step(2, () => {
    b.setStatic("g0", 1);
  });
});

test("after going back, two threads share what they shared", () => {
  const b = new StateBench();
  const node = share(b, true);
  const write = (): string =>
    b.step(1, () => {
      b.setField(node, "a", 3);
    });
  const written = write();
  b.back();
  b.step(0, () => {
    b.setLocal(0, "p", 0);
  });
  b.back();
  expect(write()).toBe(written);
});

test("an object that another thread's record is given", () => {
  const b = new StateBench();
  let node = 0;
  b.step(0, () => {
    node = b.node();
    b.setLocal(0, "p", node);
  });
  b.step(0, () => {
    b.setRecord(1, T_TARGET, node);
  });
  b.step(0, () => {
    b.setField(node, "a", 1);
  });
  b.back();
  b.back();
  b.step(0, () => {
    b.setRecord(1, T_TARGET, b.node());
  });
});
