/**
 * Follows a schedule on a machine of its own and records the values of all variables along it. A search has no time
 * for that, and after it only the last state is left. The schedule begins with steps that the search has taken. If
 * these are few, it goes on with the enabled threads in turn, because growth shows on long schedules only.
 */
import { FrameView } from "../../vm/code/frames.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { judge, Moves } from "../judge.ts";
import { obstacleTo } from "../replay/replay.ts";
import { prepareForSteps, type Step } from "../step.ts";
import { StepPath } from "../step-path.ts";
import { LocalHistories } from "./local-histories.ts";
import { ValueHistory } from "./value-history.ts";

/** A schedule is followed for at least so many steps, if it does not end before, and for at most so many. */
export const LEAST_STEPS = 4000;
export const MOST_STEPS = 20_000;
/** Variables that are watched; the first ones that are written. */
const MOST_CELLS = 1 << 17;
/** After so many steps the objects are counted for the first time. */
const FIRST_LOOK = 128;
/** Steps between two questions whether there is time left. */
const ASK_EVERY = 64;

export class FollowedPath {
  /** Steps taken so far, and those of them that were given. */
  steps = 0;
  explored = 0;
  /** By address of a word: its values. */
  readonly words = new Map<number, ValueHistory>();
  readonly locals: LocalHistories;
  readonly #m: Machine;
  readonly #frame: FrameView;
  readonly #path: StepPath;
  #nextLook = FIRST_LOOK;

  /** `m` has just been booted. */
  constructor(m: Machine) {
    this.#m = m;
    this.#frame = new FrameView(m);
    this.#path = new StepPath(m);
    this.locals = new LocalHistories(m);
    prepareForSteps(m);
  }

  /**
   * Leaves the machine in a state in which the program goes on, because at its end nothing is read any more.
   * `look` is called whenever the number of steps has doubled; `isOver` says that time is up.
   */
  follow(given: readonly Step[], look: () => void, isOver: () => boolean): void {
    const m = this.#m;
    const planned = Math.min(MOST_STEPS, Math.max(LEAST_STEPS, given.length));
    const moves = new Moves();
    let stop: Stop = Stop.visible;
    let last: Step | undefined;
    while (this.steps < planned) {
      if (this.steps % ASK_EVERY === 0 && isOver()) return;
      const next = given[this.steps];
      const isGiven = next !== undefined && this.explored === this.steps;
      if (isGiven && obstacleTo(m, next, stop) === null) {
        last = next;
        this.explored++;
      } else {
        if (judge(m, stop, moves) !== "moves") return this.#goBack();
        last = moves.stepAfter(last, this.steps);
      }
      const place = this.#placeOf(last.thread);
      stop = this.#path.take(last.thread, last.choice);
      this.steps++;
      this.#note(last.thread, place);
      if (stop === Stop.halted || stop === Stop.ignored) return this.#goBack();
      if (this.steps === this.#nextLook) {
        this.#nextLook *= 2;
        look();
      }
    }
  }

  /** The schedule has come to an end: back to where the search stood, or to the middle. */
  #goBack(): void {
    const isLong = this.explored < this.steps && this.explored >= this.steps >> 1;
    this.#path.goBackTo(isLong ? this.explored : this.steps >> 1);
  }

  #note(thread: number, place: number): void {
    const m = this.#m;
    const { H } = m;
    m.forEachLogged(m.begun, (address, old) => {
      if (address < STATIC_BASE) return;
      let history = this.words.get(address);
      if (history === undefined) {
        if (this.words.size >= MOST_CELLS) return;
        history = new ValueHistory(old);
        this.words.set(address, history);
      }
      // A word that is written twice in a step is logged twice.
      history.note(H[address]!, this.steps, place);
    });
    this.locals.note(thread, this.steps);
  }

  /** The instruction of the program's own code at which a thread stands; 0 for none. */
  #placeOf(thread: number): number {
    const frame = this.#frame;
    for (let found = frame.top(this.#m.threadAt(thread)); found; found = frame.caller()) {
      if (frame.code.method.owner.origin === "application") return frame.pc;
    }
    return 0;
  }
}
