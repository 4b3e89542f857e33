/** What a random program's main method creates before its threads start: only what its statements use. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, getStatic, make, putField, putStatic } from "./bytecode.ts";
import { NODE } from "./plain-fields.ts";

export type Need =
  | "next"
  | "element"
  | "local"
  | "l0"
  | "l1"
  | "c0"
  | "rw"
  | "sem"
  | "latch"
  | "ai"
  | "ar"
  | "map"
  | "queue"
  | "park";

interface Provision {
  readonly emit: (code: CodeBuilder) => void;
  readonly isFromJdk: boolean;
}

const LOCK = "java/util/concurrent/locks/ReentrantLock";
const CONDITION = "java/util/concurrent/locks/Condition";

/** name = new owner(value) */
function provide(name: string, owner: string, value: number | null, isFromJdk = true): Provision {
  return {
    isFromJdk,
    emit: (code) => {
      if (value === null) {
        code.emit("new", owner).emit("dup");
        call(code, "invokespecial", owner, "<init>", "()V");
      } else make(code, owner, value);
      putStatic(code, name, `L${owner};`);
    },
  };
}

/** In the order of creation. */
const PROVISIONS: Readonly<Record<Need, Provision>> = {
  next: {
    isFromJdk: false,
    emit: (code) => {
      getStatic(code, "n0", NODE);
      make(code, "Node", 5);
      putField(code, "Node", "next", NODE);
    },
  },
  element: {
    isFromJdk: false,
    emit: (code) => {
      getStatic(code, "objs", "[Ljava/lang/Object;").emit("iconst_0");
      make(code, "Node", 6);
      code.emit("aastore");
    },
  },
  local: provide("local", "java/lang/ThreadLocal", null, false),
  l0: provide("l0", LOCK, null),
  l1: provide("l1", LOCK, null),
  c0: {
    isFromJdk: true,
    emit: (code) => {
      getStatic(code, "l0", `L${LOCK};`);
      call(code, "invokevirtual", LOCK, "newCondition", `()L${CONDITION};`);
      putStatic(code, "c0", `L${CONDITION};`);
    },
  },
  rw: provide("rw", "java/util/concurrent/locks/ReentrantReadWriteLock", null),
  sem: provide("sem", "java/util/concurrent/Semaphore", 1),
  latch: provide("latch", "java/util/concurrent/CountDownLatch", 1),
  ai: provide("ai", "java/util/concurrent/atomic/AtomicInteger", 0),
  ar: provide("ar", "java/util/concurrent/atomic/AtomicReference", null),
  map: provide("map", "java/util/concurrent/ConcurrentHashMap", null),
  queue: provide("queue", "java/util/concurrent/ConcurrentLinkedQueue", null),
  park: { isFromJdk: true, emit: () => {} },
};

export const needsJdk = (needs: ReadonlySet<Need>): boolean =>
  Object.entries(PROVISIONS).some(([name, { isFromJdk }]) => isFromJdk && has(needs, name));

export function provideAll(code: CodeBuilder, needs: ReadonlySet<Need>): void {
  for (const [name, { emit }] of Object.entries(PROVISIONS)) if (has(needs, name)) emit(code);
}

const has = (needs: ReadonlySet<string>, name: string): boolean => needs.has(name);
