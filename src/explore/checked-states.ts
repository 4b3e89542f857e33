/**
 * Remembers which states a check has visited, and from which of them it knows a way to a violation. States are known
 * by the same fingerprints as in a session, which those of a breadth-first search are.
 */
import type { Arrival, SearchObserver } from "../search/search.ts";

/** Beyond this number, states are not remembered. */
const MAX_STATES = 200_000;

export class CheckedStates implements SearchObserver {
  readonly #ids = new Map<string, number>();
  /** By state: the states from which a step leads there. */
  #before: number[][] = [];
  /** States of the current path; -1 for one that is not remembered. */
  readonly #path: number[] = [];
  /** From these a known schedule leads to a violation. */
  readonly #doomed = new Set<number>();
  /** A step from these ends in a violation. */
  readonly #violating = new Set<number>();
  #hasMore = false;

  get count(): number {
    return this.#ids.size;
  }

  /** Not all visited states are remembered. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  has(key: string): boolean {
    return this.#ids.has(key);
  }

  leadsToViolation(key: string): boolean {
    const id = this.#ids.get(key);
    return id !== undefined && this.#doomed.has(id);
  }

  arrived(
    arrival: Arrival,
    depth: number,
    _thread: number,
    _choice: number,
    high: number,
    low: number,
  ): void {
    this.#path.length = Math.min(this.#path.length, depth);
    const before = this.#path[depth - 1] ?? -1;
    if (arrival === "violated" && before >= 0) this.#violating.add(before);
    const hasState = arrival === "new" || arrival === "matched" || arrival === "cut";
    if (!hasState) return;
    const id = this.#add(`${high},${low}`);
    if (before >= 0 && id >= 0) this.#before[id]?.push(before);
    if (arrival === "new") this.#path[depth] = id;
  }

  resumed(depth: number, high: number, low: number): void {
    this.#path.length = Math.min(this.#path.length, depth);
    this.#path[depth] = this.#ids.get(`${high},${low}`) ?? -1;
  }

  restarted(): void {
    this.#ids.clear();
    this.#before = [];
    this.#path.length = 0;
    this.#violating.clear();
    this.#doomed.clear();
    this.#hasMore = false;
  }

  /** The check is over. Schedules through these states lead to violations, too. */
  finish(keys: readonly string[]): void {
    const waiting = [...this.#violating, ...keys.flatMap((key) => this.#ids.get(key) ?? [])];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (this.#doomed.has(id)) continue;
      this.#doomed.add(id);
      waiting.push(...(this.#before[id] ?? []));
    }
  }

  #add(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (this.#ids.size >= MAX_STATES) {
      this.#hasMore = true;
      return -1;
    }
    const id = this.#ids.size;
    this.#ids.set(key, id);
    this.#before.push([]);
    return id;
  }
}
