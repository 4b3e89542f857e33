/**
 * Watches what a stretch of a run really reads and writes of memory, and
 * compares that with its access log. While it runs the machine's views of memory
 * are proxies that note each access. Every cell (vm/memory/cells.ts), so a field, an element, a type or a length, that
 * was there before and is read before it is replaced must have been logged as
 * read, and one that is logged as written must have been replaced, all of it,
 * before it was read.
 *
 * Not watched, because it is always part of the state: thread records,
 * counters, locks, hashes, what a mirror is of, class-initialisation status and the cells of call sites and
 * constants. Nor what the log itself looks at, what the undo log saves, and what
 * is looked at to find out which objects are shared; nor a type where only that counts which code
 * that has been verified says already: which field lies at an offset, how large an element is.
 */
import { parse } from "node:path";
import { reservedBytes } from "../../../src/core/words.ts";
import { VIEWS, watchedView } from "../../../src/explain/future/observed-memory.ts";
import { objectAround } from "../../../src/state/boot-words.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { AccessLog } from "../../../src/vm/memory/access-log.ts";
import { cellAddress } from "../../../src/vm/memory/cells.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE } from "../../../src/vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  CLASS_WORD,
  OBJECT_HEADER,
} from "../../../src/vm/memory/object-layout.ts";

/** What is known of a word of memory: it is a cell; or it has several. */
const IS_CELL = 1;
const HAS_BYTES = 2;
const HAS_HALVES = 3;
/** Bytes of a cell, by that. */
const SIZES = [4, 4, 1, 2];

/** Where it is looked at which objects are shared, and a type for what verified code says already. */
const UNWATCHED =
  /\((?:shared-objects|cells)\)|shareStatics|touchField|word \(observability|noteWrite \(final-fields|noteElement/;
/** Where a value is stored in a byte[] or boolean[], which verified code tells apart. */
const BYTE_STORES = /^(interpret|storeElement) /;

/** First thing that happened to a word. */
const READ = 1;
const REPLACED = 2;

export class AccessWatch {
  /** What was found wrong, with where. */
  readonly findings = new Set<string>();
  /** Words that were read and had to be logged; those logged as written. */
  reads = 0;
  writes = 0;
  readonly #m: Machine;
  readonly log: AccessLog;
  readonly #real: Readonly<Record<string, unknown>>;
  readonly #watched: Readonly<Record<string, unknown>>;
  readonly #kinds: Uint8Array;
  #classes = 0;
  #permScanned = PERM_BASE;
  #heapScanned = HEAP_BASE;
  #limit = 0;
  #isOn = false;
  /** By word: what came first; and where it was read. */
  readonly #first = new Map<number, number>();
  readonly #places = new Map<number, string>();
  /** What has been logged as read so far: where it is read is of no interest. */
  readonly #logged = new Set<number>();

  constructor(m: Machine) {
    this.#m = m;
    m.canCollect = false;
    this.log = new AccessLog(m.H.length);
    this.#kinds = reservedBytes(m.H.length);
    this.#real = Object.fromEntries(VIEWS.map((name) => [name, m[name]]));
    const listener = {
      read: (from: number, to: number) => this.#noteRead(from, to),
      write: (from: number, to: number) => this.#noteReplaced(from, to),
    };
    this.#watched = Object.fromEntries(VIEWS.map((name) => [name, watchedView(m[name], listener)]));
    const { log } = this;
    const read = log.read.bind(log);
    log.read = (object, offset) => {
      this.#logged.add(cellAddress(object, offset));
      read(object, offset);
    };
    log.readByNative = this.#unwatched(log.readByNative.bind(log));
    m.logWord = this.#unwatched(m.logWord.bind(m));
    m.logRange = this.#unwatched(m.logRange.bind(m));
    m.setWord = (address, value) => {
      m.logWord(address);
      m.H[address] = value;
    };
  }

  #unwatched<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      const before = this.#isOn;
      this.#isOn = false;
      try {
        run(...args);
      } finally {
        this.#isOn = before;
      }
    };
  }

  begin(): void {
    const m = this.#m;
    this.#learn();
    this.#first.clear();
    this.#places.clear();
    this.#logged.clear();
    this.#limit = m.heapTop;
    this.log.start(m.heapTop);
    m.accesses = this.log;
    Object.assign(m, this.#watched);
    this.#isOn = true;
  }

  end(): void {
    const m = this.#m;
    if (!this.#isOn) return;
    this.#isOn = false;
    m.accesses = null;
    Object.assign(m, this.#real);
    this.#learn();
    const logged = new Map<number, number>();
    const { entries, top, hasReadAnything } = this.log;
    for (let at = 0; at < top; at += 2) {
      const object = entries[at]!;
      if (object >= 0) logged.set(cellAddress(object, entries[at + 1]!), READ);
      else logged.set(cellAddress(~object, entries[at + 1]!), REPLACED);
    }
    for (const [word, first] of this.#first) {
      if (first !== READ || this.#kinds[word >> 2] === 0) continue;
      this.reads++;
      if (hasReadAnything || logged.get(word) === READ) continue;
      const how = logged.has(word) ? "logged as written" : "not logged";
      this.findings.add(`read, ${how}: ${this.#describe(word)}, ${this.#places.get(word)}`);
    }
    for (const [word, first] of logged) {
      if (first !== REPLACED) continue;
      this.writes++;
      if (this.#first.get(word) === REPLACED) continue;
      this.findings.add(`logged as written, and was not: ${this.#describe(word)}`);
    }
  }

  // ---- what words are ----

  #learn(): void {
    const m = this.#m;
    const kinds = this.#kinds;
    if (m.program.classes.length !== this.#classes) {
      this.#classes = m.program.classes.length;
      for (const cls of m.program.classes) {
        for (const { isStatic, offset, isWide } of cls?.fields ?? []) {
          if (!isStatic) continue;
          kinds[STATIC_BASE + offset] = IS_CELL;
          if (isWide) kinds[STATIC_BASE + offset + 1] = IS_CELL;
        }
      }
    }
    this.#permScanned = this.#scan(this.#permScanned, m.permTop);
    // Going back may have freed what was seen.
    this.#heapScanned = this.#scan(Math.min(this.#heapScanned, m.heapTop), m.heapTop);
  }

  #scan(from: number, to: number): number {
    const m = this.#m;
    let object = from;
    while (object < to) {
      const end = object + m.wordsOf(object);
      const { isArray, id } = m.classOf(object);
      this.#kinds.fill(0, object, object + OBJECT_HEADER);
      this.#kinds.fill(IS_CELL, object + OBJECT_HEADER, end);
      this.#kinds[object + CLASS_WORD] = IS_CELL;
      if (isArray && m.classTables.elementShift[id]! < 2) {
        const kind = m.classTables.elementShift[id] === 0 ? HAS_BYTES : HAS_HALVES;
        this.#kinds.fill(kind, object + ARRAY_DATA, end);
      }
      // What a mirror is of is settled when it is made.
      if (m.classOf(object).name === "java/lang/Class") {
        this.#kinds[object + m.fieldOffset("java/lang/Class", "id")] = 0;
      }
      object = end;
    }
    return object;
  }

  #describe(cell: number): string {
    const m = this.#m;
    const word = cell >> 2;
    if (word < PERM_BASE) {
      const offset = word - STATIC_BASE;
      for (const cls of m.program.classes) {
        const field = cls?.fields.find((each) => each.isStatic && each.offset === offset);
        if (field !== undefined) return `${cls!.externalName}.${field.name}`;
      }
      return `static word ${offset}`;
    }
    const object = objectAround(m, word);
    const cls = m.classOf(object);
    if (word === object + CLASS_WORD) return `the type of ${cls.externalName}`;
    if (cls.isArray && word === object + ARRAY_LENGTH) return `the length of ${cls.externalName}`;
    if (cls.isArray) return `an element of ${cls.externalName}`;
    for (let of = cls as typeof cls | null; of !== null; of = of.superclass) {
      const field = of.fields.find((each) => !each.isStatic && each.offset === word - object);
      if (field !== undefined) return `${of.externalName}.${field.name}`;
    }
    return `${cls.externalName}+${word - object}`;
  }

  // ---- accesses ----

  /** What static words and permanent objects are is sometimes known only when a class has been loaded. */
  #isOfNoInterest(word: number): boolean {
    if (word >= this.#limit || word < STATIC_BASE) return true;
    if (this.#kinds[word] !== 0 || word < PERM_BASE) return false;
    return word < this.#permScanned || word >= HEAP_BASE;
  }

  /** Bytes of a cell that begins in the word. */
  #sizeIn(word: number): number {
    return SIZES[this.#kinds[word]!]!;
  }

  #noteRead(from: number, to: number): void {
    if (!this.#isOn) return;
    for (let at = from - (from % this.#sizeIn(from >> 2)); at < to; at += this.#sizeIn(at >> 2)) {
      if (this.#isOfNoInterest(at >> 2) || this.#first.has(at)) continue;
      if (this.#logged.has(at)) {
        this.#first.set(at, READ);
        continue;
      }
      const place = this.#placeNow();
      if (UNWATCHED.test(place) || this.#isByteStore(at >> 2, place)) continue;
      this.#first.set(at, READ);
      this.#places.set(at, place);
    }
  }

  #isByteStore(word: number, place: string): boolean {
    const m = this.#m;
    const before = this.#isOn;
    this.#isOn = false;
    const isPacked = word >= PERM_BASE && m.classTables.elementShift[m.H[word]!] === 0;
    this.#isOn = before;
    return isPacked && BYTE_STORES.test(place);
  }

  #noteReplaced(from: number, to: number): void {
    if (!this.#isOn) return;
    let at = from;
    while (at < to) {
      const size = this.#sizeIn(at >> 2);
      // A part that is written leaves the rest as it was.
      if (at % size === 0 && at + size <= to && !this.#isOfNoInterest(at >> 2)) {
        if (!this.#first.has(at)) this.#first.set(at, REPLACED);
      }
      at += size - (at % size);
    }
  }

  /** The functions of the machine that are at work. */
  #placeNow(): string {
    const before: unknown = Reflect.get(Error, "prepareStackTrace");
    Error.prepareStackTrace = (_error, sites) => placeOf(sites);
    try {
      return new Error("here").stack!;
    } finally {
      Reflect.set(Error, "prepareStackTrace", before);
    }
  }
}

/** The last three, without those that watch. Much quicker than to read it from the text of a stack. */
function placeOf(sites: readonly NodeJS.CallSite[]): string {
  return sites
    .map((site) => ({ name: site.getFunctionName(), file: parse(site.getFileName() ?? "").name }))
    .filter(({ name, file }) => name !== null && !WATCHERS.has(file))
    .slice(0, 3)
    .map(({ name, file }) => `${name} (${file})`)
    .join(" < ");
}

const WATCHERS = new Set(["access-watch", "observed-memory"]);
