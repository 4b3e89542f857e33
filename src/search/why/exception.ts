/**
 * Why an exception was thrown: what the failing instruction or condition had read, who wrote that last, and what those
 * writes were computed from. Of a value that another thread changed between its use and the write that it led to, both
 * are said, because that is most often the mistake.
 */
import {
  describePlace,
  type Operation,
  type Trace,
  type Why,
  type WhyFact,
} from "../trace/trace.ts";
import type { Branch, Read, Reads, Write } from "./origins/accesses.ts";
import type { Blame } from "./origins/value-origins.ts";

/** More facts than this do not fit on a screen. */
const MOST_FACTS = 8;
/** Of these, the most telling are chosen. */
const MOST_FOLLOWED = 64;
/** Conditions further out say little about a write. */
const MOST_CONDITIONS = 48;

type Shown<A extends Read | Write> = A & { readonly shown: Operation };

const isShown = <A extends Read | Write>(access: A): access is Shown<A> => access.shown !== null;

/** Null if nothing that other threads could observe led to it. */
export function whyException(trace: Trace, blame: Blame): Why | null {
  const slice = new Slice(trace);
  slice.explain(blame);
  return slice.result();
}

interface Fact {
  readonly access: Shown<Read> | Shown<Write>;
  /** Additions to the text. */
  note: string;
  weight: number;
}

/** Which facts are left out first where there are too many. */
const Weight = { read: 1, write: 2, direct: 3, stale: 4 } as const;

class Slice {
  readonly #trace: Trace;
  readonly #facts = new Map<Read | Write, Fact>();
  readonly #work: Shown<Read>[] = [];
  /** What it failed on itself. */
  readonly #direct = new Set<Read>();
  readonly #done = new Set<Read | Write>();
  #heading: string | null = null;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  explain({ from, under, lane, time }: Blame): void {
    const used = shownOf(from);
    const direct = used.length > 0 ? used : deciding(under);
    for (const read of direct.toReversed()) {
      this.#work.push(read);
      this.#direct.add(read);
    }
    const earlier = conditionsOf(under).filter((read) => !this.#direct.has(read));
    this.#addStale(earlier.slice(0, MOST_CONDITIONS), lane, time);
    for (let read = this.#work.shift(); read !== undefined; read = this.#work.shift()) {
      this.#follow(read);
    }
    // What it failed on may have been written too late.
    const near = conditionsOf(under, under?.fp).slice(0, MOST_CONDITIONS);
    const initial = [...direct, ...near].filter(
      ({ saw }) => saw === null || saw.shown === null || saw.lane === lane,
    );
    if (this.#heading === null) this.#addStale(initial, lane, Number.POSITIVE_INFINITY);
  }

  result(): Why | null {
    if (this.#facts.size === 0) return null;
    const all = [...this.#facts.values()].filter((fact) => !this.#isSaid(fact));
    const ranked = all.toSorted((a, b) => b.weight - a.weight || b.access.time - a.access.time);
    const facts = ranked.slice(0, MOST_FACTS).toSorted((a, b) => a.access.time - b.access.time);
    const told = withoutRepeats(facts).map((fact) => this.#told(fact));
    const omitted = all.length - facts.length;
    if (omitted > 0) told.push(moreFact(omitted));
    return { heading: this.#heading ?? "the values it failed on, and who wrote them", facts: told };
  }

  /** "wrote x: 1 → 2" says that the thread had read 1. */
  #isSaid({ access, weight }: Fact): boolean {
    if (weight !== Weight.read || access.shown.kind !== "read") return false;
    const { cell, lane, time, shown } = access;
    return [...this.#facts.keys()].some(
      (other) =>
        other.cell === cell &&
        other.lane === lane &&
        other.time > time &&
        other.shown?.kind === "write" &&
        other.shown.before === shown.value,
    );
  }

  #follow(read: Shown<Read>): void {
    if (this.#done.has(read)) return;
    this.#done.add(read);
    const { saw } = read;
    // How a reference was found that never changes is of no interest.
    const hasWriter = saw !== null && isShown(saw);
    const isDirect = this.#direct.has(read);
    const isTold = hasWriter || isDirect;
    if (isTold && !this.#add(read, isDirect ? Weight.direct : Weight.read)) return;
    // It was read before anybody wrote it: how did the thread come by the object?
    if (isDirect && !hasWriter) this.#work.push(...shownOf(read.base));
    if (saw === null) this.#noteInitial(read);
    else if (isShown(saw)) this.#explainWrite(saw);
    else this.#explainValue(saw.from.filter(isShown), saw.lane, read.time);
  }

  /** What a value was computed from that was used at `time`. */
  #explainValue(reads: readonly Shown<Read>[], lane: number, time: number): void {
    if (!this.#addStale(reads, lane, time)) this.#work.push(...reads);
  }

  #noteInitial(read: Shown<Read>): void {
    const fact = this.#facts.get(read);
    const { value } = read.shown;
    const isDefault = value === "null" || value === "0" || value === "false";
    if (fact !== undefined && isDefault) {
      fact.note = ", which no thread had written";
    }
  }

  #explainWrite(write: Shown<Write>): void {
    if (this.#done.has(write)) return;
    this.#done.add(write);
    if (!this.#add(write, Weight.write)) return;
    const { from, under, lane, time } = write;
    // Of a variable's own history, the last change by another thread is enough.
    const reads = from
      .filter(isShown)
      .filter(({ cell, saw }) => cell !== write.cell || saw?.lane !== lane);
    this.#explainValue(reads, lane, time);
    this.#addStale(conditionsOf(under).slice(0, MOST_CONDITIONS), lane, time);
  }

  /** Of these reads those whose cell another thread has written since, before `time`. */
  #addStale(reads: readonly Shown<Read>[], lane: number, time: number): boolean {
    let found = false;
    for (const read of reads) {
      if (read.lane !== lane) continue;
      const since = read.cell.writes.find(
        (write): write is Shown<Write> =>
          isShown(write) && write.time > read.time && write.time < time && write.lane !== lane,
      );
      if (since === undefined) continue;
      found = true;
      if (!this.#add(read, Weight.stale) || !this.#add(since, Weight.stale)) return true;
      this.#noteStale(read, since, time === Number.POSITIVE_INFINITY);
    }
    return found;
  }

  #noteStale(read: Shown<Read>, since: Shown<Write>, isTooLate: boolean): void {
    const [reader, writer] = [this.#name(read.lane), this.#name(since.lane)];
    const { target, value, place } = read.shown;
    const isLooking = isInternal(place.library, target);
    const seen = isLooking
      ? `what it had seen in ${place.library}()`
      : `${nameOf(read.shown)} = ${value}`;
    this.#facts.get(since)!.note =
      `, after ${reader} had ${isLooking ? "looked" : `read ${value}`}`;
    this.#heading ??= isTooLate
      ? `${reader} ${isLooking ? `called ${place.library}()` : `read ${seen}`} before ${writer} changed it`
      : `${reader} went on with ${seen}, which ${writer} had changed`;
  }

  #name(lane: number): string {
    return this.#trace.threads[lane] ?? "?";
  }

  /** False if there are too many. */
  #add(access: Shown<Read> | Shown<Write>, weight: number): boolean {
    const known = this.#facts.get(access);
    if (known !== undefined) {
      known.weight = Math.max(known.weight, weight);
      return true;
    }
    if (this.#facts.size >= MOST_FOLLOWED) return false;
    this.#facts.set(access, { access, note: "", weight });
    return true;
  }

  #told({ access, note }: Fact): WhyFact {
    const operations = this.#trace.steps[access.step]?.operations ?? [];
    return {
      text: accessText(access) + note,
      lane: access.lane,
      step: access.step,
      operation: operations.indexOf(access.shown),
      place: access.shown.place,
    };
  }
}

/** One call of the library makes many accesses, and an atomic update is a read and a write. */
function withoutRepeats(facts: readonly Fact[]): readonly Fact[] {
  const kept: Fact[] = [];
  for (const fact of facts) {
    const i = kept.findIndex((each) => isSameFact(each.access, fact.access));
    const known = kept[i];
    if (known === undefined) kept.push(fact);
    // The one that says more stands for both.
    else if (known.note === "" && fact.note !== "") kept[i] = fact;
  }
  return kept;
}

function isSameFact(a: Shown<Read> | Shown<Write>, b: Shown<Read> | Shown<Write>): boolean {
  if (a.shown === b.shown) return true;
  const isLibrary = isInternal(a.shown.place.library, a.shown.target);
  return (
    isLibrary &&
    a.lane === b.lane &&
    accessText(a) === accessText(b) &&
    describePlace(a.shown.place) === describePlace(b.shown.place)
  );
}

function accessText(access: Shown<Read> | Shown<Write>): string {
  const { kind, value, before, place } = access.shown;
  const target = nameOf(access.shown);
  // What a collection keeps its elements in says nothing.
  if (isInternal(place.library, access.shown.target)) {
    const { receiver, method } = callOf(place.library);
    return `${kind === "read" ? "looked into" : "changed"} ${receiver} with ${method}()`;
  }
  if (kind === "call") return `called ${target}`;
  if (kind === "read") return `read ${target} = ${value}`;
  // An update has its value before and after in one text.
  if (kind === "update") return `changed ${target}: ${value}`;
  return before === null || before === value
    ? `wrote ${target} = ${value}`
    : `wrote ${target}: ${before} → ${value}`;
}

/** "HashMap#1.put" */
function callOf(library: string): { readonly receiver: string; readonly method: string } {
  const dot = library.lastIndexOf(".");
  return { receiver: library.slice(0, dot), method: library.slice(dot + 1) };
}

/** The only value that an atomic has goes by the name of the atomic. */
const nameOf = ({ target, place }: Operation): string =>
  place.library === null ? target : target.replace(/\.value$/, "");

/** Inside the library, but not the one value that an atomic has. */
const isInternal = (library: string | null, target: string): library is string =>
  library !== null && target !== `${library.slice(0, library.lastIndexOf("."))}.value`;

const moreFact = (count: number): WhyFact => ({
  text: `… and ${count} other ${count === 1 ? "access" : "accesses"}`,
  lane: -1,
  step: -1,
  operation: -1,
  place: null,
});

/** javac's flag for assert statements is no variable of the program. */
const isOfInterest = (read: Read): read is Shown<Read> =>
  isShown(read) && !read.shown.target.endsWith(".$assertionsDisabled");

const shownOf = (reads: Reads): Shown<Read>[] => reads.filter(isOfInterest);

/** What the conditions in front of a throw statement had read: those of one line, the innermost that read anything. */
function deciding(under: Branch | null): Shown<Read>[] {
  for (let at = under; at !== null; at = at.outer) {
    if (shownOf(at.from).length === 0) continue;
    const found: Shown<Read>[] = [];
    const { fp, line } = at;
    for (let each: Branch | null = at; each !== null; each = each.outer) {
      if (each.fp !== fp || each.line !== line) break;
      found.unshift(...shownOf(each.from));
    }
    return found;
  }
  return [];
}

/** What all conditions had read, or those of one frame, the innermost first. */
function conditionsOf(under: Branch | null, fp?: number): Shown<Read>[] {
  const found: Shown<Read>[] = [];
  for (let at = under; at !== null && found.length < MOST_CONDITIONS; at = at.outer) {
    if (fp === undefined || at.fp === fp) {
      found.push(...shownOf(at.from), ...shownOf(at.earlier));
    }
  }
  return found;
}
