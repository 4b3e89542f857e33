/**
 * Live words of states on cycles. Until a strongly connected component of the
 * state space is complete, the live words of its states depend on each other and
 * are not known. Each state is kept here with the live words known so far and with
 * the steps to other states of the component. When the component is complete, live
 * words are propagated backwards along these steps until nothing changes. So the
 * sets are exact: the least ones that agree with all steps.
 *
 * Words are known by their addresses. A step into a state that the search went on
 * from leaves them as they are. A step to a state that is equal to a known one
 * leads from that one's objects to the corresponding ones: those with the same
 * number, when all objects of a state are numbered.
 */
import { bug } from "../../core/assert.ts";
import { cellAddress } from "../../vm/memory/cells.ts";
import type { MemoryImage } from "./memory-image.ts";

/** A step within the component. */
export interface OpenEdge {
  /** Where it leads: a state by its position among those of open components, or the one given itself. */
  readonly position: number;
  readonly target: OpenState | null;
  /** What corresponds to the target's objects, in their order; null: they are the same. */
  readonly objects: Int32Array | null;
  /** Words that the step writes first: pairs of an object and an offset. */
  readonly writes: Int32Array;
}

export interface OpenState {
  readonly position: number;
  /** Live words that are known: pairs of an object and an offset. */
  readonly live: number[];
  /** The heap ends here; what lies above was made by a step. */
  readonly limit: number;
  readonly edges: readonly OpenEdge[];
  readonly image: Pick<MemoryImage, "objects" | "restore">;
  /** How a walk starts on the state. */
  readonly start: Int32Array;
  readonly sleepers: number;
  /** The fields that are live in it, as far as the code says. */
  readonly liveSet: number;
  /** The search went on from a known open state again: its position, and this one is equal to it; -1 otherwise. */
  readonly sameAs: number;
}

interface Passing {
  readonly from: Member;
  readonly to: Member;
  readonly edge: OpenEdge;
  readonly writes: ReadonlySet<number>;
  /** By object of the target: the corresponding one. */
  readonly objects: ReadonlyMap<number, number> | null;
  /** Words of the target that have been passed on. */
  passed: number;
}

interface Member {
  readonly state: OpenState;
  readonly known: Set<number>;
  readonly into: Passing[];
  isQueued: boolean;
}

/**
 * How it went: all lists are complete; or an object is live that has no number; or to one that
 * was there from the start, and is known by its address, another one corresponds.
 */
export type Completion = "complete" | "unknown" | "moved";

/** Completes the lists of live words of all states of a component. What lies below `top` was there from the start. */
export function complete(states: readonly OpenState[], top: number): Completion {
  const members = states.map((state): Member => {
    const known = new Set<number>();
    for (let i = 0; i < state.live.length; i += 2) {
      known.add(cellAddress(state.live[i]!, state.live[i + 1]!));
    }
    return { state, known, into: [], isQueued: true };
  });
  const byState = new Map(members.map((member) => [member.state, member]));
  const byPosition = new Map(
    members.filter(({ state }) => state.position >= 0).map((each) => [each.state.position, each]),
  );
  for (const from of members) {
    for (const edge of from.state.edges) {
      const to = edge.target === null ? byPosition.get(edge.position) : byState.get(edge.target);
      if (to === undefined) bug("a step leads out of its component");
      if (!connect(from, to, edge, top)) return "moved";
    }
    const { sameAs, image } = from.state;
    const same = sameAs < 0 ? undefined : byPosition.get(sameAs);
    if (same === undefined) continue;
    if (!connect(from, same, equality(image), top)) return "moved";
    if (!connect(same, from, equality(same.state.image), top)) return "moved";
  }
  // The last to come are the deepest: what is live in them goes up.
  const queue = [...members];
  for (let member = queue.pop(); member !== undefined; member = queue.pop()) {
    member.isQueued = false;
    for (const passing of member.into) {
      const before = passing.from.known.size;
      if (!pass(passing)) return "unknown";
      if (passing.from.known.size === before || passing.from.isQueued) continue;
      passing.from.isQueued = true;
      queue.push(passing.from);
    }
  }
  return "complete";
}

/** What is live in a state is live in one that is equal to it and has these objects. */
const equality = ({ objects }: Pick<MemoryImage, "objects">): OpenEdge => ({
  position: -1,
  target: null,
  objects,
  writes: new Int32Array(0),
});

/** Notes that what is live in one state is live in another, by a step. False when an object from the start has moved. */
function connect(from: Member, to: Member, edge: OpenEdge, top: number): boolean {
  const writes = new Set<number>();
  for (let i = 0; i < edge.writes.length; i += 2) {
    writes.add(cellAddress(edge.writes[i]!, edge.writes[i + 1]!));
  }
  let objects: Map<number, number> | null = null;
  if (edge.objects !== null) {
    const theirs = to.state.image.objects;
    if (theirs.length !== edge.objects.length) {
      bug("equal states differ in their objects");
    }
    objects = new Map();
    for (let i = 0; i < theirs.length; i++) {
      const here = theirs[i]!;
      const there = edge.objects[i]!;
      if (here !== there && (here < top || there < top)) return false;
      objects.set(here, there);
    }
  }
  to.into.push({ from, to, edge, writes, objects, passed: 0 });
  return true;
}

/** Passes on what is new; false when it is not known what corresponds to it. */
function pass(passing: Passing): boolean {
  const { from, to, writes, objects } = passing;
  const { live } = to.state;
  const { limit } = from.state;
  for (; passing.passed < live.length; passing.passed += 2) {
    const theirs = live[passing.passed]!;
    const offset = live[passing.passed + 1]!;
    const object = theirs === 0 || objects === null ? theirs : objects.get(theirs);
    if (object === undefined) return false;
    // What the step has made was not there before.
    if (object >= limit) continue;
    const address = cellAddress(object, offset);
    if (writes.has(address) || from.known.has(address)) continue;
    from.known.add(address);
    from.state.live.push(object, offset);
  }
  return true;
}
