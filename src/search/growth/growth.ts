/**
 * What keeps growing along a schedule: variables that take one new value after another, objects of which there are
 * more and more, threads that are started again and again. These make a state space endless, or as good as endless.
 * The figures say what happened on one schedule, and nothing about what would happen after it.
 */
import { observe } from "../../liveness/code/used-library.ts";
import { FaintLiveness } from "../../liveness/faint/faint-liveness.ts";
import { HybridLiveness } from "../../liveness/fields/hybrid-liveness.ts";
import { LocalLiveness } from "../../liveness/slots/local-liveness.ts";
import { describeType } from "../../program/linking/java-names.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { ALL_LIVE, type LiveCells } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import { GLOBAL_NEXT_THREAD_ID, PERM_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA } from "../../vm/memory/object-layout.ts";
import type { Step } from "../step.ts";
import { sourcePath } from "../trace/frames-shown.ts";
import { fieldAt, simpleName } from "../trace/object-names.ts";
import { frameAt } from "../trace/source-place.ts";
import { FollowedPath } from "./followed-path.ts";
import { findHolders, type Holders } from "./holders.ts";
import type { WatchedLocal } from "./local-histories.ts";
import type { ValueHistory } from "./value-history.ts";
import { writersOf } from "./writers.ts";

/** A value of the program that took one new value after another. */
export interface GrowingCell {
  /** "Stats.requests", "count in Server.run". */
  readonly name: string;
  readonly kind: "static" | "field" | "element" | "local";
  readonly type: string;
  /** How many variables of that name did so: one for each object. The figures are those of the one with the most values. */
  readonly variables: number;
  readonly writes: number;
  readonly differentValues: number;
  /** Null for values that are no whole numbers. */
  readonly least: number | null;
  readonly most: number | null;
  readonly trend: "increasing" | "decreasing" | "other";
  /** Where it is written, as far as it was seen. */
  readonly places: readonly GrowthPlace[];
  /** The part of dead-variable reduction that would ignore the value; null if none would, or if it was in use. */
  readonly deadWith: IgnoringPart | null;
}

type IgnoringPart = "local" | "hybrid" | "faint";

export interface GrowthPlace {
  readonly path: string | null;
  readonly line: number;
  readonly method: string;
}

/** Objects of which there are more and more. */
export interface GrowingObjects {
  /** The field or local variable of the program that leads to them: "Server.log", "requests in Main.main". */
  readonly holder: string;
  /** The most frequent class among them. */
  readonly className: string;
  /** How many there were at the moments `lookedAt`. */
  readonly counts: readonly number[];
  /** As for values: the part that would ignore nearly all of them. */
  readonly deadWith: IgnoringPart | null;
}

/** What kept growing along one schedule of the search. */
export interface Growth {
  /** The length of the schedule. */
  readonly steps: number;
  /** How many of its steps are of a path that the search explored; behind them it goes on round-robin. */
  readonly explored: number;
  /** After these steps of the schedule the objects and threads were counted. */
  readonly lookedAt: readonly number[];
  readonly cells: readonly GrowingCell[];
  readonly objects: readonly GrowingObjects[];
  /** How many threads had been started by then, if ever more were started; otherwise null. */
  readonly threads: readonly number[] | null;
}

export interface GrowthSettings {
  /** The parts of dead-variable reduction that the search used. */
  readonly dvr: ReadonlySet<string>;
  /** Methods that are evaluated at every state. */
  readonly observers: readonly RuntimeMethod[];
  /** True when time is up. */
  readonly isOver: () => boolean;
}

/** More of them are not listed. */
const MOST_CELLS = 12;
const MOST_HOLDERS = 8;
/** Fewer new objects than this are no trend. */
const LEAST_OBJECTS = 16;
const MOST_PLACES = 3;

/** Follows `given` on a machine that has just been booted. */
export function measureGrowth(
  m: Machine,
  given: readonly Step[],
  settings: GrowthSettings,
): Growth {
  const path = new FollowedPath(m);
  const looks: Look[] = [];
  path.follow(
    given,
    () => {
      looks.push({ step: path.steps, objects: countObjects(m), threads: threadsStarted(m) });
      if (looks.length > LOOKS) looks.shift();
    },
    settings.isOver,
  );
  const threads = looks.map((look) => look.threads);
  // The analyses take a while, and are needed only if something grew.
  let made: Describer | null = null;
  const describer = (): Describer => (made ??= new Describer(m, settings));
  return {
    steps: path.steps,
    explored: path.explored,
    lookedAt: looks.map(({ step }) => step),
    cells: growingCells(path, describer),
    objects: growingObjects(looks, describer),
    threads: isGrowing(threads) ? threads : null,
  };
}

/** Of the looks at the objects, the last ones count. */
const LOOKS = 4;

interface Look {
  readonly step: number;
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly threads: number;
}

const threadsStarted = (m: Machine): number => m.H[GLOBAL_NEXT_THREAD_ID]!;

const isGrowing = (counts: readonly number[]): boolean =>
  counts.length === LOOKS &&
  counts.every((n, i) => i === 0 || n > counts[i - 1]!) &&
  counts.at(-1)! - counts[0]! >= LEAST_OBJECTS;

// ---- objects ----

/** By holder: how many objects of each class it leads to. */
function countObjects(m: Machine): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const [object, holder] of findHolders(m, ALL_LIVE)) {
    if (holder === "") continue;
    const name = simpleName(m.classOf(object));
    const classes = counts.get(holder) ?? new Map<string, number>();
    counts.set(holder, classes.set(name, (classes.get(name) ?? 0) + 1));
  }
  return counts;
}

const sum = (counts: ReadonlyMap<string, number> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((a, b) => a + b, 0);

function growingObjects(looks: readonly Look[], describer: () => Describer): GrowingObjects[] {
  return [...(looks.at(-1)?.objects ?? [])]
    .flatMap(([holder, classes]) => {
      const counts = looks.map(({ objects }) => sum(objects.get(holder)));
      if (!isGrowing(counts)) return [];
      const [className] = [...classes].toSorted(([, x], [, y]) => y - x)[0]!;
      return [{ holder, className, counts, deadWith: describer().objectsDeadWith(holder) }];
    })
    .toSorted((a, b) => b.counts.at(-1)! - a.counts.at(-1)!)
    .slice(0, MOST_HOLDERS);
}

// ---- values ----

function growingCells(path: FollowedPath, describer: () => Describer): GrowingCell[] {
  const found = new Map<string, GrowingCell>();
  const add = (cell: GrowingCell): void => {
    const known = found.get(cell.name);
    const variables = (known?.variables ?? 0) + 1;
    const larger =
      known !== undefined && known.differentValues > cell.differentValues ? known : cell;
    found.set(cell.name, { ...larger, variables });
  };
  const words = [...path.words].filter(([, history]) => history.keepsChanging(path.steps));
  const locals = [...path.locals.variables].filter(({ history }) =>
    history.keepsChanging(path.steps),
  );
  for (const [address, history] of words) {
    const cell = describer().word(address, history);
    if (cell !== null) add(cell);
  }
  for (const local of locals) add(describer().local(local));
  return [...found.values()]
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        b.differentValues - a.differentValues ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, MOST_CELLS);
}

/** The program's own variables come first; a collection's count of changes is the least interesting. */
const rankOf = ({ name, kind }: GrowingCell): number =>
  name.includes("modCount of ") ? 2 : kind === "field" && name.includes(" of ") ? 1 : 0;

/** The method that contains a lambda. */
const sourceName = (method: string): string => /^lambda\$(.+)\$\d+$/.exec(method)?.[1] ?? method;

/** Where a variable lies: what an analysis and a reader need to know of it. */
interface Variable {
  readonly name: string;
  readonly kind: GrowingCell["kind"];
  readonly descriptor: string;
  /** The field, unless it is an element. */
  readonly field: RuntimeField | null;
  isLive(live: LiveCells, objects: Holders): boolean;
}

class Describer {
  readonly #m: Machine;
  readonly #holders: Holders;
  readonly #starts: readonly number[];
  /** The reductions that were not in use, the simplest first, with what they leave live. */
  readonly #others: readonly {
    readonly part: IgnoringPart;
    readonly live: LiveCells;
    readonly objects: Holders;
  }[];

  constructor(m: Machine, { dvr, observers }: GrowthSettings) {
    this.#m = m;
    this.#holders = findHolders(m, ALL_LIVE);
    this.#starts = [...this.#holders.keys()].toSorted((a, b) => a - b);
    const observed = observe(m);
    const local = { frames: new LocalLiveness(m), fields: null };
    const analysis = (isFaint: boolean): HybridLiveness => {
      const made = new HybridLiveness(m, observers, isFaint);
      made.begin(observed, { isFirstState: false });
      return made;
    };
    const others = [];
    if (!dvr.has("local")) others.push({ part: "local", live: local } as const);
    if (!dvr.has("hybrid")) {
      others.push({ part: "hybrid", live: { ...local, fields: analysis(false) } } as const);
    }
    if (!dvr.has("faint")) {
      const fields = analysis(true);
      const live = { frames: new FaintLiveness(m, fields), fields };
      others.push({ part: "faint", live } as const);
    }
    this.#others = others.map((other) => ({ ...other, objects: findHolders(m, other.live) }));
  }

  /** Null if the word is no variable that a program knows, or holds a reference. */
  word(address: number, history: ValueHistory): GrowingCell | null {
    const variable = address < PERM_BASE ? this.#static(address) : this.#inObject(address);
    if (variable === null || /^[L[]/.test(variable.descriptor)) return null;
    const { field } = variable;
    const writers = field === null ? [] : writersOf(this.#m, field);
    const isWhole = !/[FD]/.test(variable.descriptor) && !isHighWord(field, address);
    return {
      name: variable.name,
      kind: variable.kind,
      type: describeType(variable.descriptor),
      variables: 1,
      writes: history.writes,
      differentValues: history.differentValues,
      least: isWhole ? history.least : null,
      most: isWhole ? history.most : null,
      trend: isWhole ? history.trend : "other",
      places: writers.length > 0 ? writers.slice(0, MOST_PLACES) : this.#places(history),
      deadWith: this.#deadWith(variable),
    };
  }

  local({ method, name, type, history, slot, code, pc }: WatchedLocal): GrowingCell {
    const where = `${simpleName(method.owner)}.${sourceName(method.name)}`;
    const deadWith = this.#deadWith({
      name,
      kind: "local",
      descriptor: type === "int" ? "I" : "J",
      field: null,
      isLive: ({ frames }) => frames === null || frames.isLive(code, pc, slot),
    });
    return {
      name: `${name} in ${where}`,
      kind: "local",
      type,
      variables: 1,
      writes: history.writes,
      differentValues: history.differentValues,
      least: history.least,
      most: history.most,
      trend: history.trend,
      places: this.#places(history),
      deadWith,
    };
  }

  /** The part with which live references lead to so few of the holder's objects that these would be no trend. */
  objectsDeadWith(holder: string): IgnoringPart | null {
    const held = [...this.#holders].filter(([, name]) => name === holder);
    const other = this.#others.find(
      ({ objects }) => held.filter(([object]) => objects.has(object)).length < LEAST_OBJECTS,
    );
    return other?.part ?? null;
  }

  #deadWith(variable: Variable): IgnoringPart | null {
    const other = this.#others.find(({ live, objects }) => !variable.isLive(live, objects));
    return other?.part ?? null;
  }

  #places({ places }: ValueHistory): GrowthPlace[] {
    const m = this.#m;
    const found = new Map<string, GrowthPlace>();
    for (const pc of places) {
      if (pc === 0) continue;
      const frame = frameAt(m, m.space.codeAt(pc), pc);
      const path = sourcePath(frame);
      found.set(`${path}:${frame.line}`, { path, line: frame.line, method: frame.method });
    }
    return [...found.values()].slice(0, MOST_PLACES);
  }

  #static(address: number): Variable | null {
    const field = staticFieldAt(this.#m, address);
    if (field === null) return null;
    return {
      name: `${simpleName(field.owner)}.${field.name}`,
      kind: "static",
      descriptor: field.descriptor,
      field,
      isLive: ({ fields }) =>
        fields === null || fields.isStaticLive(fields.ofState(), STATIC_BASE + field.offset),
    };
  }

  #inObject(address: number): Variable | null {
    const m = this.#m;
    const object = this.#objectAt(address);
    if (object === 0) return null;
    const cls = m.classOf(object);
    const offset = address - object;
    const holder = this.#holders.get(object) ?? "";
    if (cls.component !== null) return this.#element(object, cls, offset, holder);
    const field = fieldAt(cls, offset) ?? fieldAt(cls, offset - 1);
    if (field === null || (fieldAt(cls, offset) === null && !field.isWide)) return null;
    const own = `${simpleName(field.owner)}.${field.name}`;
    const isProgram = field.owner.origin === "application";
    // Nothing of the program's leads to it: the library's own business, such as the number of the next thread.
    if (!isProgram && holder === "") return null;
    return {
      name: isProgram ? own : `${own} of ${holder}`,
      kind: "field",
      descriptor: field.descriptor,
      field: isProgram ? field : null,
      isLive: ({ fields }, objects) =>
        fields === null ||
        (objects.has(object) && fields.isFieldLive(fields.ofState(), cls.id, field.offset)),
    };
  }

  #element(object: number, cls: RuntimeClass, offset: number, holder: string): Variable | null {
    if (offset < ARRAY_DATA || cls.component === null) return null;
    return {
      name: `an element of ${holder === "" ? simpleName(cls) : holder}`,
      kind: "element",
      descriptor: descriptorOf(cls.component),
      field: null,
      isLive: ({ fields }, objects) =>
        fields === null ||
        (objects.has(object) && fields.areElementsLive(fields.ofState(), cls.id)),
    };
  }

  /** The reachable object around a word; 0 if the object is garbage by now. */
  #objectAt(address: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= address) low = middle + 1;
      else high = middle;
    }
    const object = starts[low - 1] ?? 0;
    return object !== 0 && address < object + this.#m.wordsOf(object) ? object : 0;
  }
}

/** The second word of a long: its values are no whole numbers that mean anything. */
const isHighWord = (field: RuntimeField | null, address: number): boolean =>
  field?.isWide === true && (address & 1) === 1;

function staticFieldAt(m: Machine, address: number): RuntimeField | null {
  for (const cls of m.program.classes) {
    for (const field of cls?.fields ?? []) {
      if (!field.isStatic) continue;
      const distance = address - STATIC_BASE - field.offset;
      if (distance === 0 || (distance === 1 && field.isWide)) return field;
    }
  }
  return null;
}
