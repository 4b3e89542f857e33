/**
 * Brings the machine from one state of a breadth-first search to another.
 *
 * There is one machine, and it goes back by its undo log only. To get from one state in the queue
 * to the next, the cursor takes back the steps up to where the two paths part, and then takes
 * those of the new path. The parents of states in the queue are in the order of the queue too, so a
 * sweep over a level runs through the tree of states above it once, and neighbours share most of
 * their paths. In deep and narrow trees they do not; there, copies of the states of an earlier
 * level shorten the way (level-snapshots.ts).
 */
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { applySnapshot } from "../vm/memory/snapshot.ts";
import { StateTree } from "./breadth-first-tree.ts";
import { LevelSnapshots, type WaypointOptions } from "./level-snapshots.ts";
import type { Step } from "./step.ts";
import { StepPath } from "./step-path.ts";

export class TreeCursor {
  tree = new StateTree();
  /** The step under way was taken before: what the program prints has been seen. */
  isRepeating = false;
  /** The step tried from the state that the cursor is at; null if there is none. */
  tried: Step | null = null;
  readonly #m: Machine;
  readonly #snapshotOptions: WaypointOptions | undefined;
  #snapshots: LevelSnapshots;
  /** The steps from the start to where the machine is; behind those to nodes, the step tried. */
  readonly #stepPath: StepPath;
  /** The nodes on the path, by depth. Those that a copy passed over are unknown: -1. */
  readonly #path: number[] = [];
  /** Nodes still to be passed on the way to another, the nearest last. */
  readonly #route: number[] = [];

  /** The machine is in its first state. */
  constructor(m: Machine, snapshots: WaypointOptions | undefined) {
    this.#m = m;
    this.#stepPath = new StepPath(m);
    this.#snapshotOptions = snapshots;
    this.#snapshots = new LevelSnapshots(m, snapshots);
  }

  /** The first state has been added to the tree, and the machine is there. */
  begin(): void {
    this.#path.push(0);
  }

  /** Back to the first state, and forgets all others. */
  clear(): void {
    this.#stepPath.goBackTo(0);
    this.tried = null;
    this.tree = new StateTree();
    this.#snapshots = new LevelSnapshots(this.#m, this.#snapshotOptions);
    this.#path.length = 0;
  }

  // ---- one step from where the cursor is ----

  /** Takes a step, which stays until `retreat`. The step tried before must be taken back first. */
  try(thread: number, choice: number): Stop {
    this.tried = { thread, choice };
    return this.#stepPath.take(thread, choice);
  }

  /** Takes the step tried back, if there is one. */
  retreat(): void {
    if (this.tried === null) return;
    this.#stepPath.goBackTo(this.#stepPath.depth - 1);
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
    this.#stepPath.goBackTo(depth);
    this.#path.length = depth + 1;
  }

  /** From the start to a node that there is a copy of. */
  #jump(node: number, depth: number): void {
    this.#undoTo(0);
    this.#stepPath.leap(depth, () => applySnapshot(this.#m, this.#snapshots.copyOf(node)!));
    for (let i = 1; i < depth; i++) this.#path[i] = -1;
    this.#path[depth] = node;
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
      stop = this.#stepPath.take(this.tree.thread(next), this.tree.choice(next));
      this.#path.push(next);
    }
    this.isRepeating = false;
    if (counters !== null) for (const [id, value] of counters) m.counters.set(id, value);
    return stop;
  }
}
