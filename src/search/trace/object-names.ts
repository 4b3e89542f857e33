/**
 * Names for objects and texts for values in a trace. Objects are numbered within their class in the order in
 * which they appear.
 */
import { boxedPrimitive } from "../../program/linking/boxes.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { isShuttingDown } from "../../vm/threads/shutdown.ts";

const MAX_TEXT = 40;
const ENUM = "java/lang/Enum";

/** The names that were given up to some state. */
export interface NamesMark {
  readonly numbers: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly threads: ReadonlyMap<number, { readonly name: string; readonly unique: string }>;
  readonly threadsNamed: number;
  readonly hasThreads: boolean;
}

export class ObjectNames {
  readonly #m: Machine;
  readonly #numbers = new Map<number, number>();
  readonly #counts = new Map<string, number>();
  /** By Thread object: its name in Java, and the one that no other thread has. */
  readonly #threads = new Map<number, { readonly name: string; readonly unique: string }>();
  readonly #taken = new Set<string>();
  /** So many threads of the machine, from the first on, have had a name. */
  #threadsNamed = 0;
  /** A second thread has been started: from now on it matters which thread reads and writes what. */
  hasThreads = false;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** The objects that have been given a number, or are threads. */
  named(): number[] {
    return [...this.#numbers.keys(), ...this.#threads.keys()];
  }

  mark(): NamesMark {
    return {
      numbers: this.#numbers.size,
      counts: new Map(this.#counts),
      threads: new Map(this.#threads),
      threadsNamed: this.#threadsNamed,
      hasThreads: this.hasThreads,
    };
  }

  /** Forgets the names given since the mark. The machine is back in the state of the mark. */
  restore({ numbers, counts, threads, threadsNamed, hasThreads }: NamesMark): void {
    // Objects of an earlier state keep their places, so their names are the first.
    for (const ref of [...this.#numbers.keys()].slice(numbers)) this.#numbers.delete(ref);
    this.#counts.clear();
    for (const [name, count] of counts) this.#counts.set(name, count);
    this.#threads.clear();
    this.#taken.clear();
    for (const [ref, thread] of threads) {
      this.#threads.set(ref, thread);
      this.#taken.add(thread.unique);
    }
    this.#threadsNamed = threadsNamed;
    this.hasThreads = hasThreads;
  }

  /** The same names, to which others may be added. */
  copy(): ObjectNames {
    const names = new ObjectNames(this.#m);
    for (const [ref, number] of this.#numbers) names.#numbers.set(ref, number);
    names.restore({ ...this.mark(), numbers: this.#numbers.size });
    return names;
  }

  /** Call when objects have moved. Collected objects (place 0) will not be named again. */
  move(newPlace: (ref: number) => number): void {
    moveKeys(this.#numbers, newPlace);
    moveKeys(this.#threads, newPlace);
  }

  /** The name of a thread of the machine. */
  threadNumbered(thread: number): string {
    // Names are given in the order in which threads were started, whichever is asked for first.
    while (this.#threadsNamed < thread) this.#ofThread(this.#threadsNamed++);
    return this.#ofThread(thread);
  }

  #ofThread(thread: number): string {
    const { object } = this.#m.threadAt(thread);
    return object === 0 ? threadName(this.#m, object) : this.#thread(object);
  }

  /** The name of a thread; of several with one name, the second is called "worker (2)". */
  #thread(ref: number): string {
    const name = threadName(this.#m, ref).trim() || "unnamed thread";
    const known = this.#threads.get(ref);
    // A thread may be given another name while it runs.
    if (known?.name === name) return known.unique;
    let unique = name;
    for (let i = 2; this.#taken.has(unique); i++) unique = `${name} (${i})`;
    this.#taken.add(unique);
    this.#threads.set(ref, { name, unique });
    return unique;
  }

  object(ref: number): string {
    if (ref === 0) return "null";
    const m = this.#m;
    const cls = m.program.classes[m.H[ref] ?? 0];
    if (cls === undefined) return "?";
    if (cls.name === "java/lang/String") return quoted(m.text(ref));
    if (cls.name === "java/lang/Class") return `${simpleName(m.mirrored(ref))}.class`;
    if (cls.supertypes.has(m.requireClass("java/lang/Thread").id)) return this.#thread(ref);
    const constant = this.#enumConstant(ref, cls);
    if (constant !== null) return constant;
    const primitive = boxedPrimitive(cls.name);
    // The content of a box is more useful than a number.
    if (primitive !== undefined) return this.#boxed(ref, cls, primitive);
    const name = knownName(cls);
    const label =
      cls.component === null ? name : name.replace("[]", `[${m.H[ref + ARRAY_LENGTH]!}]`);
    return `${label}#${this.#number(ref, name)}`;
  }

  /** "Status.RUNNING" */
  #enumConstant(ref: number, cls: RuntimeClass): string | null {
    const m = this.#m;
    // A constant with a body has a class of its own.
    const owner = cls.superclass?.name === ENUM ? cls : cls.superclass;
    if (owner === null || owner.superclass?.name !== ENUM) return null;
    const name = m.H[ref + m.fieldOffset(ENUM, "name")]!;
    return name === 0 ? null : `${simpleName(owner)}.${m.text(name)}`;
  }

  #number(ref: number, name: string): number {
    const known = this.#numbers.get(ref);
    if (known !== undefined) return known;
    const number = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, number);
    this.#numbers.set(ref, number);
    return number;
  }

  #boxed(ref: number, cls: RuntimeClass, descriptor: string): string {
    const field = cls.fields.find((f) => !f.isStatic && f.descriptor === descriptor);
    return field === undefined ? simpleName(cls) : this.word(ref + field.offset, descriptor);
  }

  /** The value of a field or static field: one word of H, or two. */
  word(at: number, descriptor: string): string {
    const m = this.#m;
    switch (descriptor.charAt(0)) {
      case "J":
        return String(m.HL[at >> 1]!);
      case "D":
        return String(m.HD[at >> 1]!);
      case "F":
        return String(m.HF[at]!);
      default:
        return this.#plain(m.H[at]!, descriptor);
    }
  }

  #plain(word: number, descriptor: string): string {
    switch (descriptor.charAt(0)) {
      case "Z":
        return word === 0 ? "false" : "true";
      case "C":
        return `'${String.fromCharCode(word)}'`;
      case "L":
      case "[":
        return this.object(word);
      default:
        return String(word);
    }
  }

  /** The value of a stack slot. */
  slot(at: number, descriptor: string): string {
    const m = this.#m;
    switch (descriptor.charAt(0)) {
      case "J":
        return String(m.SL[at >> 1]!);
      case "D":
        return String(m.SD[at >> 1]!);
      case "F":
        return String(m.SF[at]!);
      default:
        return this.#plain(m.S[at]!, descriptor);
    }
  }

  element(array: number, index: number): string {
    const m = this.#m;
    const descriptor = descriptorOf(m.classOf(array).component!);
    const data = array + ARRAY_DATA;
    switch (descriptor.charAt(0)) {
      case "Z":
      case "B":
        return this.#plain(m.HB[data * 4 + index]!, descriptor);
      case "C":
        return this.#plain(m.HC[data * 2 + index]!, descriptor);
      case "S":
        return this.#plain(m.HS[data * 2 + index]!, descriptor);
      case "J":
      case "D":
        return this.word(data + index * 2, descriptor);
      default:
        return this.word(data + index, descriptor);
    }
  }
}

function moveKeys<T>(byPlace: Map<number, T>, newPlace: (ref: number) => number): void {
  const entries = [...byPlace];
  byPlace.clear();
  for (const [ref, value] of entries) {
    const place = newPlace(ref);
    if (place !== 0) byPlace.set(place, value);
  }
}

/** A class of ours that a program never sees is named after the interface by which it uses it. */
function knownName(cls: RuntimeClass): string {
  if (!cls.name.startsWith(INTERNAL)) return simpleName(cls);
  const known = cls.interfaces.find(
    ({ name }) => name.startsWith("java/") && name !== "java/io/Serializable",
  );
  return simpleName(known ?? cls);
}

const INTERNAL = "deadwood/internal/";

/** "Fork" for Phil$Fork, "int[]" for [I, "CME$1" for a class without a name of its own. */
export function simpleName(cls: RuntimeClass): string {
  if (cls.component !== null) return `${simpleName(cls.component)}[]`;
  const name = cls.name.slice(cls.name.lastIndexOf("/") + 1);
  const lambda = /^(.+)\$\$Lambda\b/.exec(name)?.[1];
  if (lambda !== undefined) return `${lambda.slice(lambda.lastIndexOf("$") + 1)}.lambda`;
  const inner = /\$([A-Za-z_][\w]*)$/.exec(name)?.[1];
  return inner === undefined || name.includes("$$") ? name : inner;
}

/** The instance field at a word offset, in the class or a superclass. */
export function fieldAt(cls: RuntimeClass, offset: number): RuntimeField | null {
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    const field = c.fields.find((f) => !f.isStatic && f.offset === offset);
    if (field !== undefined) return field;
  }
  return null;
}

export const staticAt = (cls: RuntimeClass, at: number): RuntimeField | null =>
  cls.fields.find((f) => f.isStatic && STATIC_BASE + f.offset === at) ?? null;

/** The name of the thread that a Thread object represents. */
export function threadName(m: Machine, object: number): string {
  // The thread that runs the shutdown hooks has no Thread object.
  if (object === 0) return isShuttingDown(m) ? "shutdown" : "a thread";
  const name = m.H[object + m.fieldOffset("java/lang/Thread", "name")]!;
  return name === 0 ? "a thread" : m.text(name);
}

/** The name that no other thread of the machine has: as in a trace, unless threads that have ended had the same. */
export const nameOfThread = (m: Machine, thread: number): string =>
  new ObjectNames(m).threadNumbered(thread);

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}
