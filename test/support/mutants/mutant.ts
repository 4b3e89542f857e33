/**
 * Ways to search that are wrong on purpose: each is one of the product's own with
 * one thing taken out that a trap of the design asks for (numbers of DESIGN.md,
 * section 5). The fuzzer must find every one of them. Nothing in the product
 * knows of this: parts are replaced from outside, as long as the broken search
 * works and no longer.
 */
import type { Configuration } from "../../../src/fuzz/search-configurations.ts";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { BreadthFirst } from "../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { ALL_PROPERTIES } from "../../../src/search/judge.ts";
import type { StateProperty } from "../../../src/search/properties/property.ts";
import type { Search, SearchLimits, SearchSetup } from "../../../src/search/search.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../../src/vm/machine-options.ts";

export interface Mutant extends Configuration {
  /** The traps that what is missing is there for. */
  readonly traps: readonly number[];
  /** The same search with nothing missing. */
  readonly sound: Configuration;
}

/** Puts something wrong in place; what it returns takes it away again. */
export type Patch = () => () => void;

/** A method of an object or prototype is another one for a while. */
export function replaced<T extends object, K extends keyof T>(
  target: T,
  name: K,
  by: (original: T[K]) => T[K],
): Patch {
  return () => {
    const own = Object.getOwnPropertyDescriptor(target, name);
    const original = target[name];
    Object.defineProperty(target, name, {
      configurable: true,
      writable: true,
      value: by(original),
    });
    return () => {
      if (own === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, own);
    };
  };
}

/** A getter of a prototype answers something else for a while. */
export function replacedGetter<T extends object, K extends keyof T & string>(
  target: T,
  name: K,
  get: () => T[K],
): Patch {
  return () => {
    const own = Object.getOwnPropertyDescriptor(target, name)!;
    Object.defineProperty(target, name, { ...own, get });
    return () => {
      Object.defineProperty(target, name, own);
    };
  };
}

/** Several at once. */
export const both =
  (...patches: readonly Patch[]): Patch =>
  () => {
    const undo = patches.map((patch) => patch());
    return () => {
      for (const each of undo.toReversed()) each();
    };
  };

/** An object with some of its properties changed for whoever looks at it this way. */
export const changed = <T extends object>(object: T, changes: Partial<T>): T =>
  new Proxy(object, {
    get: (target, name) => {
      if (name in changes) return Reflect.get(changes, name) as unknown;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

/** The patch is in place from when the search is made until it is over: one search works at a time. */
export function patchedSearch(patch: Patch, make: () => Search): Search {
  const undo = patch();
  try {
    const search = make();
    const advance = search.advance.bind(search);
    search.advance = (count) => {
      try {
        const told = advance(count);
        if (told.kind === "done" || told.kind === "limit") undo();
        return told;
      } catch (error) {
        undo();
        throw error;
      }
    };
    return search;
  } catch (error) {
    undo();
    throw error;
  }
}

const NOTHING: Patch = () => () => {};

export interface MutantParts {
  readonly name: string;
  readonly traps: readonly number[];
  /** All of them unless they are given. */
  readonly reductions?: readonly Reduction[];
  readonly cutsFields?: boolean;
  readonly watches?: boolean;
  readonly ignoresDeadlocks?: boolean;
  readonly limits?: Partial<SearchLimits>;
  /** Breadth-first: what was not foreseen is met after more states were compared, and not before. */
  readonly isBroad?: boolean;
  /** Of the search that is right, and of the one that is not. */
  readonly setup: (m: Machine, properties: readonly StateProperty[]) => SearchSetup;
  readonly wrongSetup?: (m: Machine, properties: readonly StateProperty[]) => SearchSetup;
  readonly patch?: (m: Machine) => Patch;
  /** In place in both: what would make up for what is wrong. */
  readonly without?: Patch;
  /** Does something to the finished search. */
  readonly spoil?: (search: Search) => void;
}

export function mutant(parts: MutantParts): Mutant {
  const { name, traps, reductions = REDUCTIONS, setup, wrongSetup = setup } = parts;
  const { cutsFields = false, watches = false, patch, spoil, limits: fewer = {} } = parts;
  const { without = NOTHING, ignoresDeadlocks = false } = parts;
  const judged = { ...ALL_PROPERTIES, deadlock: !ignoresDeadlocks };
  const machine = { reductions: new Set(reductions) };
  const Strategy = parts.isBroad === true ? BreadthFirst : DepthFirst;
  const sound: Configuration = {
    name: `${name} (sound)`,
    machine,
    cutsFields,
    watches,
    ignoresDeadlocks,
    search: (m, limits, properties) =>
      patchedSearch(
        without,
        () =>
          new Strategy(
            m,
            { ...limits, ...fewer },
            { judged, inspected: properties, ...setup(m, properties) },
          ),
      ),
  };
  return {
    ...sound,
    name,
    traps,
    sound,
    search: (m, limits, properties) => {
      const make = (): Search =>
        new Strategy(
          m,
          { ...limits, ...fewer },
          { judged, inspected: properties, ...wrongSetup(m, properties) },
        );
      const search = patchedSearch(both(without, patch?.(m) ?? NOTHING), make);
      spoil?.(search);
      return search;
    },
  };
}

export const withDvr =
  (kind: "none" | "local" | "hybrid") =>
  (m: Machine, properties: readonly StateProperty[]): SearchSetup => ({
    liveness: livenessOf(
      kind,
      m,
      properties.flatMap((each) => each.observers ?? []),
    ),
  });
