/**
 * Replaces the machine's views of its memory by views that report every access. Natives read and write
 * through these views, so every access is seen while they are in place. Reads by the undo log, which saves
 * old values, do not count; nor do the machine's own reads around a native's call, which determine what
 * becomes shared.
 */
import { bug } from "../../core/assert.ts";
import type { Machine } from "../../vm/machine.ts";
import type { CallingFunction } from "../../vm/native-api/native-method.ts";

/** Their names in the machine. */
export const VIEWS = ["H", "HB", "HC", "HS", "HF", "HD", "HL"] as const;

export type MemoryView = Machine[(typeof VIEWS)[number]];

/** Ranges are in bytes, the end exclusive. */
export interface AccessListener {
  read(from: number, to: number): void;
  write(from: number, to: number): void;
}

export class WatchedViews {
  readonly #m: Machine;
  readonly #real: Readonly<Record<string, unknown>>;
  readonly #watched: Readonly<Record<string, unknown>>;
  #isWatching = false;
  readonly #natives: Machine["space"]["natives"];
  /** The machine's natives, each of them watched. */
  readonly #watchedNatives: Machine["space"]["natives"];

  constructor(m: Machine, listener: AccessListener) {
    this.#m = m;
    this.#real = Object.fromEntries(VIEWS.map((name) => [name, m[name]]));
    this.#watched = Object.fromEntries(VIEWS.map((name) => [name, watchedView(m[name], listener)]));
    const logWord = m.logWord.bind(m);
    const logRange = m.logRange.bind(m);
    m.logWord = (address) => this.#unwatched(() => logWord(address));
    m.logRange = (first, end) => this.#unwatched(() => logRange(first, end));
    this.#natives = m.space.natives;
    this.#watchedNatives = new Proxy(this.#natives, {
      get: (natives, key) => {
        const native: unknown = Reflect.get(natives, key);
        return typeof native === "function" && /^\d+$/.test(String(key))
          ? this.#watchedNative(natives[Number(key)]!)
          : native;
      },
    });
  }

  /** Runs an action and reports all its accesses to the listener. */
  during<T>(action: () => T): T {
    return this.#with(true, action);
  }

  /** Runs an action and reports all accesses of natives to the listener. */
  duringNatives<T>(action: () => T): T {
    this.#showNatives(true);
    try {
      return action();
    } finally {
      this.#showNatives(false);
    }
  }

  #unwatched<T>(action: () => T): T {
    return this.#with(false, action);
  }

  #with<T>(isWatching: boolean, action: () => T): T {
    if (this.#isWatching === isWatching) return action();
    this.#show(isWatching);
    try {
      return action();
    } finally {
      this.#show(!isWatching);
    }
  }

  #show(isWatching: boolean): void {
    this.#isWatching = isWatching;
    Object.assign(this.#m, isWatching ? this.#watched : this.#real);
  }

  #showNatives(isWatching: boolean): void {
    Object.assign(this.#m.space, { natives: isWatching ? this.#watchedNatives : this.#natives });
  }

  /** While a native runs, it sees the unwatched natives, because natives are compared by identity. */
  #watchedNative(run: CallingFunction): CallingFunction {
    return (m, args) => {
      this.#showNatives(false);
      try {
        return this.during(() => run(m, args));
      } finally {
        this.#showNatives(true);
      }
    };
  }
}

/** A view of memory that reports every access through it, in bytes. */
export function watchedView(view: MemoryView, listener: AccessListener): unknown {
  const bytes = view.BYTES_PER_ELEMENT;
  const read = (from: number, to: number): void => listener.read(from * bytes, to * bytes);
  const write = (from: number, to: number): void => listener.write(from * bytes, to * bytes);
  const methods: Readonly<Record<string, (...args: never[]) => unknown>> = {
    subarray: (from: number, to: number) => {
      read(from, to);
      return view.subarray(from, to);
    },
    slice: (from: number, to: number) => {
      read(from, to);
      return view.slice(from, to);
    },
    set: (values: ArrayLike<never>, at: number) => {
      write(at, at + values.length);
      view.set(values, at);
    },
    fill: (value: never, from: number, to: number) => {
      write(from, to);
      return view.fill(value, from, to);
    },
    copyWithin: (to: number, from: number, end: number) => {
      read(from, end);
      write(to, to + end - from);
      return view.copyWithin(to, from, end);
    },
  };
  return new Proxy(view, {
    get: (_, name) => {
      const index = Number(name);
      if (Number.isInteger(index)) {
        read(index, index + 1);
        return view[index];
      }
      if (name === "length" || name === "buffer") return view[name];
      const method = methods[String(name)];
      // An unknown method would be an unreported access.
      if (method === undefined) {
        bug(`${String(name)} of a memory view is not watched`);
      }
      return method;
    },
    set: (_, name, value: never) => {
      const index = Number(name);
      write(index, index + 1);
      view[index] = value;
      return true;
    },
  });
}
