/* oxlint-disable vitest/expect-expect -- the bench compares every state with its full vector */
/**
 * The same of threads that start and end: which of their objects are shared
 * is the most intricate part of the incremental fingerprint.
 */
import { afterEach, expect, test, vi } from "vitest";
import { ObjectHashes } from "../../../../src/state/fingerprint/object-hashes.ts";
import {
  F_INTERRUPTED,
  F_JOINED,
  T_FLAGS,
  T_OBJECT,
} from "../../../../src/vm/memory/thread-record.ts";
import { startThread } from "../../../../src/vm/threads/start-thread.ts";
import { StateBench } from "../../../support/states/hand-made-states.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a record that comes to name a Thread shares it", () => {
  const b = new StateBench();
  let object = 0;
  b.step(0, () => {
    object = b.m.newObject(b.m.requireClass("Worker"));
    b.setRecord(2, T_OBJECT, object);
  });
  b.step(1, () => {
    b.setField(object, "id", 5);
  });
});

test("a thread that starts is given something by the one that starts it", () => {
  const b = new StateBench();
  const { m } = b;
  const entry = m.requireClass("java/lang/Thread").methodsByKey.get("$entry()V")!;
  for (const isSame of [true, false]) {
    b.step(0, () => {
      const node = b.node();
      b.setLocal(0, "p", node);
      startThread(m, entry, [isSame ? node : b.node()]);
    });
    b.back();
  }
});

test("a thread that ends and is held by nobody takes its object along", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(2, () => {
    b.end(2);
  });
  const before = b.states;
  b.back();
  b.step(1, () => {
    b.setField(object, "id", 7);
  });
  b.step(2, () => {
    b.end(2);
  });
  expect(b.states).toBe(before + 1);
});

test("a thread that ends is told apart from one that did not start", () => {
  const b = new StateBench();
  const { m } = b;
  // Behind two objects, where an ended thread is not kept among the shared objects.
  const hold = (object: number): void => {
    const [one, two] = [b.node(), b.node()];
    b.setField(one, "o", two);
    b.setField(two, "o", object);
    b.setLocal(0, "p", one);
  };
  b.step(0, () => {
    const copy = m.newObject(m.requireClass("Worker"));
    const object = b.threadObject(2);
    for (let i = 3; i < m.wordsOf(object); i++) m.H[copy + i] = m.H[object + i]!;
    hold(copy);
  });
  b.step(2, () => {
    b.end(2);
  });
  b.back();
  b.back();
  b.step(0, () => {
    hold(b.threadObject(2));
  });
  b.step(2, () => {
    b.end(2);
  });
});

test("while a frame holds an ended thread, what is written to it counts", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(0, () => {
    b.setLocal(0, "p", object);
  });
  const numbered = vi.spyOn(ObjectHashes.prototype, "startShared");
  b.step(2, () => {
    b.end(2);
  });
  b.step(0, () => {
    b.setField(object, "id", 8);
  });
  expect(numbered).not.toHaveBeenCalled();
  b.step(0, () => {
    b.setLocal(0, "p", 0);
  });
  const { states } = b;
  for (let i = 0; i < 2; i++) b.back();
  b.step(0, () => {
    b.setLocal(0, "p", 0);
  });
  expect(b.states).toBe(states);
});

/** How often the shared objects are numbered when thread 2 ends, which what `hold` makes refers to. */
function numberings(hold: (b: StateBench, object: number) => void): number {
  const b = new StateBench();
  hold(b, b.threadObject(2));
  const numbered = vi.spyOn(ObjectHashes.prototype, "startShared");
  b.step(2, () => {
    b.end(2);
  });
  return numbered.mock.calls.length;
}

test("nor is anything numbered when an object of a frame holds it", () => {
  const count = numberings((b, object) => {
    b.step(0, () => {
      const node = b.node();
      b.setField(node, "o", object);
      b.setLocal(0, "p", node);
    });
  });
  expect(count).toBe(0);
});

test("even when that is found from another thread first, and farther away", () => {
  const count = numberings((b, object) => {
    b.step(0, () => {
      const [holder, node] = [b.node(), b.node()];
      b.setField(node, "o", object);
      b.setField(holder, "next", node);
      b.setLocal(0, "p", holder);
      b.setStatic("s", node);
    });
    b.step(1, () => {
      b.setLocal(1, "p", b.m.H[b.static("s")]!);
    });
    b.step(2, () => {
      b.setStatic("s", 0);
    });
  });
  expect(count).toBe(0);
});

test("an ended thread is let go in a step that numbers the shared objects anew", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(0, () => {
    b.setLocal(0, "p", object);
  });
  b.step(2, () => {
    b.end(2);
  });
  const letGo = (): string =>
    b.step(0, () => {
      b.setStatic("s", b.node());
      b.setLocal(0, "p", 0);
    });
  const left = letGo();
  b.back();
  b.step(0, () => {
    b.setField(object, "id", 8);
  });
  expect(letGo()).toBe(left);
});

test("an ended thread that only a third object holds, and its holder shared with another thread", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(0, () => {
    const one = b.node();
    b.setField(one, "o", object);
    b.setLocal(0, "p", one);
    b.setStatic("s", one);
  });
  b.step(1, () => {
    b.setLocal(1, "p", b.m.H[b.static("s")]!);
  });
  b.step(1, () => {
    b.setStatic("s", 0);
  });
  b.step(2, () => {
    b.end(2);
  });
  b.step(0, () => {
    b.setLocal(0, "p", 0);
  });
  b.step(0, () => {
    b.setStatic("g0", 1);
  });
  b.step(1, () => {
    b.setField(object, "id", 8);
  });
  b.step(1, () => {
    b.setLocal(1, "p", 0);
  });
});

test("the interrupt of a thread that has ended", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(0, () => {
    b.setLocal(0, "p", object);
  });
  const ended = b.step(2, () => {
    b.end(2);
  });
  expect(
    b.step(0, () => {
      b.setRecord(2, T_FLAGS, F_INTERRUPTED);
    }),
  ).not.toBe(ended);
});

test("the same of the first thread, whose object was there from the start", () => {
  const b = new StateBench();
  const ended = b.step(0, () => {
    b.end(0);
  });
  expect(
    b.step(1, () => {
      b.setRecord(0, T_FLAGS, F_INTERRUPTED);
    }),
  ).not.toBe(ended);
});

test("that a thread which has ended was joined needs no new numbers", () => {
  const b = new StateBench();
  const object = b.threadObject(2);
  b.step(0, () => {
    b.setLocal(0, "p", object);
  });
  const ended = b.step(2, () => {
    b.end(2);
  });
  const numbered = vi.spyOn(ObjectHashes.prototype, "startShared");
  const joined = b.step(0, () => {
    b.setRecord(2, T_FLAGS, F_JOINED);
  });
  expect(joined).not.toBe(ended);
  expect(numbered).not.toHaveBeenCalled();
  expect(
    b.step(0, () => {
      b.setRecord(2, T_FLAGS, F_JOINED | F_INTERRUPTED);
    }),
  ).not.toBe(joined);
});

test("more threads than are kept track of when they end", () => {
  const b = new StateBench(40);
  const object = b.threadObject(35);
  b.step(0, () => {
    b.setLocal(0, "p", object);
  });
  b.step(35, () => {
    b.end(35);
  });
  const letGo = (): string =>
    b.step(0, () => {
      b.setLocal(0, "p", 0);
    });
  const left = letGo();
  b.back();
  b.step(0, () => {
    b.setField(object, "id", 8);
  });
  expect(letGo()).toBe(left);
});
