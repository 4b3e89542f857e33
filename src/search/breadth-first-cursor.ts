/**
 * Brings the machine from one state of a breadth-first search to another.
 *
 * There is one machine and it goes back by its undo log only. To get from one
 * state to the next in line, steps are undone up to where the two paths part,
 * and those of the new path taken again. States in line have their parents in
 * line, too, so that each sweep over a level runs once through the tree of
 * states above it, and neighbours have most of their paths in common. Where
 * they have not, which is in deep and narrow trees, copies of the states of an
 * earlier level shorten the way (level-snapshots.ts).
 */
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { applySnapshot } from "../vm/memory/snapshot.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { StateTree } from "./breadth-first-tree.ts";
import { LevelSnapshots, type WaypointOptions } from "./level-snapshots.ts";
import { runStep, type Step } from "./step.ts";

export class TreeCursor {
  tree = new StateTree();
  /** The step under way was taken before: what the program prints has been seen. */
  isRepeating = false;
  /** The step that was tried from the state the cursor is at, null when none is. */
  tried: Step | null = null;
  readonly #m: Machine;
  readonly #snapshotOptions: WaypointOptions | undefined;
  #snapshots: LevelSnapshots;
  /**
   * The nodes from the start to where the machine is, and how to go back to
   * each but the last. Where a copy was used, those passed over are unknown: -1.
   */
  readonly #path: number[] = [];
  readonly #marks: Mark[] = [];
  /** How to take the step tried back. */
  #mark: Mark | null = null;
  /** Nodes still to be passed on the way to another, the nearest last. */
  readonly #route: number[] = [];

  /** The machine is in its first state. */
  constructor(m: Machine, snapshots: WaypointOptions | undefined) {
    this.#m = m;
    this.#snapshotOptions = snapshots;
    this.#snapshots = new LevelSnapshots(m, snapshots);
  }

  /** The first state has been added to the tree, and the machine is there. */
  begin(): void {
    this.#path.push(0);
  }

  /** Back to the first state, and forgets all others. */
  clear(): void {
    this.retreat();
    if (this.#marks.length > 0) this.#m.undoTo(this.#marks[0]!);
    this.tree = new StateTree();
    this.#snapshots = new LevelSnapshots(this.#m, this.#snapshotOptions);
    this.#path.length = 0;
    this.#marks.length = 0;
  }

  // ---- one step from where the cursor is ----

  /** Takes a step, which stays until `retreat`. */
  try(thread: number, choice: number): Stop {
    const m = this.#m;
    m.loadRegisters(thread);
    this.#mark = m.beginTransition(m.fp, m.sp);
    this.tried = { thread, choice };
    return runStep(m, thread, choice);
  }

  /** Takes the step tried back, if there is one. */
  retreat(): void {
    const m = this.#m;
    if (this.#mark === null) return;
    m.undoTo(this.#mark);
    m.pending = 0;
    m.uncaught = 0;
    this.#mark = null;
    this.tried = null;
  }

  // ---- moving in the tree ----

  /** A level has been gone through, and the next begins. */
  beginLevel(level: number): void {
    this.#snapshots.begin(level);
  }

  /** The machine is at a node of the level gone through, for the first time. */
  pass(node: number): void {
    this.#snapshots.pass(node);
  }

  /** Brings the machine to a node of the level given, and says how the last step of the way ended. */
  travel(node: number, level: number): Stop {
    const path = this.#path;
    const route = this.#route;
    route.length = 0;
    let depth = level;
    let at = node;
    while (path[depth] !== at && (depth !== this.#snapshots.level || depth === 0)) {
      route.push(at);
      at = this.tree.parent(at);
      depth--;
    }
    if (path[depth] !== at) this.#jump(at, depth);
    else this.#undoTo(depth);
    return this.#follow(route);
  }

  /** Brings the machine to a node on any level, from the start and without copies. */
  travelFromStart(node: number): Stop {
    this.travel(0, 0);
    for (let at = node; at > 0; at = this.tree.parent(at)) this.#route.push(at);
    return this.#follow(this.#route);
  }

  stepsTo(target: number): Step[] {
    const steps: Step[] = [];
    for (let node = target; node > 0; node = this.tree.parent(node)) {
      steps.push({ thread: this.tree.thread(node), choice: this.tree.choice(node) });
    }
    return steps.toReversed();
  }

  /** Back to the state at a depth of the path. */
  #undoTo(depth: number): void {
    if (depth + 1 >= this.#path.length) return;
    this.#m.undoTo(this.#marks[depth]!);
    this.#path.length = depth + 1;
    this.#marks.length = depth;
  }

  /** From the start to a node that there is a copy of. */
  #jump(node: number, depth: number): void {
    const m = this.#m;
    this.#undoTo(0);
    m.loadRegisters(0);
    const mark = m.beginTransition(m.fp, m.sp);
    applySnapshot(m, this.#snapshots.copyOf(node)!);
    for (let i = 0; i < depth; i++) {
      this.#marks.push(mark);
      this.#path[i + 1] = i + 1 < depth ? -1 : node;
    }
  }

  /** Takes the steps to nodes that follow each other, the last in the list first. */
  #follow(route: readonly number[]): Stop {
    const m = this.#m;
    let stop: Stop = Stop.visible;
    this.isRepeating = true;
    // Verify's counters count each step once.
    const counters = m.counters.size === 0 ? null : [...m.counters];
    for (let i = route.length - 1; i >= 0; i--) {
      const next = route[i]!;
      const thread = this.tree.thread(next);
      m.loadRegisters(thread);
      this.#marks.push(m.beginTransition(m.fp, m.sp));
      stop = runStep(m, thread, this.tree.choice(next));
      this.#path.push(next);
    }
    this.isRepeating = false;
    if (counters !== null) for (const [id, value] of counters) m.counters.set(id, value);
    return stop;
  }
}
