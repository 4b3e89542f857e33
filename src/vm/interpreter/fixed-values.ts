/**
 * Values that a JVM may choose differently in each run, and that a checked run
 * fixes: random numbers, identity hash codes, the order of hash tables, the
 * environment. A search that fixed one has not explored what the program does
 * with another, so it must not say `safe` without a word. Each use by the
 * program is noted here, with its place; `--assume-fixed` accepts them.
 *
 * A use inside the library counts only where its result can reach the program:
 * ConcurrentHashMap draws random numbers to spread its counters, which no
 * program can observe, but Collections.shuffle hands their effect on.
 *
 * What is noted is never taken back: it was reached on some schedule.
 */
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { placeText } from "../code/code-space.ts";
import { type FrameView, walkFrames } from "../code/frames.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";

/** A fixed value, and where the program uses it. */
export interface FixedValue {
  /** "a Random without a seed". */
  readonly source: string;
  /** "Main.draw(Main.java:12)". */
  readonly place: string;
}

export class FixedValues {
  /** By source and place. */
  readonly found = new Map<string, FixedValue>();
  /** Classes of keys in hash tables whose hash code is, or is made of, an identity hash. */
  readonly hashedKeys = new Set<number>();
}

/** True when the search has not covered all that the program can do, and its user has not accepted that. */
export const isApproximate = (m: Machine): boolean =>
  m.approximations.size > 0 || (m.fixed.found.size > 0 && m.options.assumesFixed !== true);

/** Library code that keeps such a value to itself. */
const KEEPS =
  /^(?:java\/util\/concurrent\/|java\/util\/ImmutableCollections|jdk\/internal\/|sun\/)/;
/** The same, of hash codes. */
const KEEPS_HASH = /^(?:java\/util\/concurrent\/|jdk\/internal\/|sun\/)/;
/** Library code that goes through a table for its own purposes. */
const KEEPS_ORDER =
  /^(?:jdk\/internal\/|sun\/|java\/lang\/(?:Class|Module|Package|reflect\/|invoke\/))/;
/** Operations whose result does not depend on the order in which they go through a table. */
const ORDER_FREE = /^(?:hashCode|equals|contains|containsAll|containsValue|size|clone)$/;
/** Hash tables: a key's hash decides only where it lies, which shows when somebody goes through the table. */
const TABLES =
  /^java\/(?:util\/(?:HashMap|Hashtable|WeakHashMap|IdentityHashMap|HashSet|LinkedHashMap|LinkedHashSet|ImmutableCollections\$(?:SetN|MapN|Set12)|concurrent\/ConcurrentHashMap)(?:\$|$)|lang\/(?:ThreadLocal|ClassValue|invoke\/)|util\/concurrent\/)/;

const RANDOM: Readonly<Record<string, string>> = {
  "java/util/Random.<init>()V": "a Random without a seed",
  "java/util/SplittableRandom.<init>()V": "a SplittableRandom without a seed",
  "java/util/Collections.shuffle(Ljava/util/List;)V": "Collections.shuffle without a seed",
  "java/lang/Math.random()D": "Math.random",
  "java/lang/StrictMath.random()D": "StrictMath.random",
  "java/util/UUID.randomUUID()Ljava/util/UUID;": "UUID.randomUUID",
  "java/security/SecureRandom.<init>(Ljava/lang/String;)V": "SecureRandom",
  "java/util/concurrent/ThreadLocalRandom.current()Ljava/util/concurrent/ThreadLocalRandom;":
    "ThreadLocalRandom",
  "java/util/random/RandomGeneratorFactory.create()Ljava/util/random/RandomGenerator;":
    "a RandomGenerator without a seed",
};

const ENVIRONMENT: Readonly<Record<string, string>> = {
  "java/lang/System.getenv(Ljava/lang/String;)Ljava/lang/String;": "System.getenv",
  "java/lang/System.getenv()Ljava/util/Map;": "System.getenv",
};

/** System properties that tell of the machine and its user. */
const MACHINE_PROPERTY = /^(?:os\.|user\.(?:name|home|dir)$|java\.(?:home|io\.tmpdir)$)/;
const PROPERTY = /^java\/lang\/System\.getProperty\(/;

const WEAK = /^java\/util\/concurrent\/atomic\/Atomic[\w$]*\.weakCompareAndSet/;

/** How a class whose order is a matter of hashes is gone through. */
const ORDERED_CLASS =
  /^java\/util\/(?:HashMap|Hashtable|WeakHashMap|IdentityHashMap|ImmutableCollections\$(?:SetN|MapN|Set12)|concurrent\/ConcurrentHashMap)(?:\$(\w+))?$/;
const GOES_THROUGH = /^(?:forEach|replaceAll|toArray|keysToArray|valuesToArray|spliterator)$/;
const ITERATOR = /(?:[Ii]terator|Enumerator|Traverser|^1)$/;

/** What the first instruction of a method has to look at; 0 for nothing. */
export const FixedRole = { none: 0, source: 1, property: 2, order: 3, hash: 4 } as const;
export type FixedRole = (typeof FixedRole)[keyof typeof FixedRole];

const nameOf = ({ owner, name, descriptor }: RuntimeMethod): string =>
  `${owner.name}.${name}${descriptor}`;

const sourceOf = (method: RuntimeMethod): string | undefined => {
  const name = nameOf(method);
  const weak = WEAK.test(name) ? WEAK_SOURCE : undefined;
  return RANDOM[name] ?? ENVIRONMENT[name] ?? weak;
};

export const WEAK_SOURCE = "weakCompareAndSet, which may fail for no reason";
const HASH_SOURCE = "an identity hash code";

export function fixedRole(method: RuntimeMethod): FixedRole {
  const { owner, name } = method;
  if (owner.origin === "application") return FixedRole.none;
  if (sourceOf(method) !== undefined) return FixedRole.source;
  if (PROPERTY.test(nameOf(method))) return FixedRole.property;
  // Ours is made of the ordinal; a JVM's is an identity hash.
  if (owner.name === "java/lang/Enum" && name === "hashCode") return FixedRole.hash;
  return isPassage(owner.name, name) ? FixedRole.order : FixedRole.none;
}

/** Whether a method goes through a table in the order of its hashes. */
/** To look at a container here is no read of the program's: it reads what it needs by itself. */
const classAt = (m: Machine, ref: number): RuntimeClass => m.program.classes[m.H[ref]!]!;

function isPassage(owner: string, name: string): boolean {
  const found = ORDERED_CLASS.exec(owner);
  if (found === null) return false;
  return GOES_THROUGH.test(name) || (name === "<init>" && ITERATOR.test(found[1] ?? ""));
}

/** The first instruction of a method that has a role; its arguments are its first locals. */
export function noteFixedRole(m: Machine, role: number): void {
  const { method } = m.space.codeAt(m.pc);
  if (role === FixedRole.order) noteOrder(m, method);
  else if (role === FixedRole.hash) noteIdentityHash(m, m.S[m.fp]!);
  else if (role === FixedRole.source) noteFixed(m, sourceOf(method)!);
  else {
    const key = m.S[m.fp]!;
    const text = key === 0 ? "" : m.text(key);
    const isGiven = m.options.properties.some(([name]) => name === text);
    if (MACHINE_PROPERTY.test(text) && !isGiven) noteFixed(m, `the system property ${text}`);
  }
}

/** Notes a value if the program gets it, from the method that runs or a native that it has called. */
export function noteFixed(m: Machine, source: string): void {
  if (!m.checking) return;
  const top = m.pc;
  walkFrames(m, m, (frame) => {
    const { owner } = frame.code.method;
    if (owner.origin === "application") return add(m, source, frame);
    if (owner.origin === "synthetic") return true;
    if (frame.pc === top && fixedRole(frame.code.method) !== FixedRole.none) return true;
    // What a noted method draws for itself was noted with it.
    return !KEEPS.test(owner.name) && sourceOf(frame.code.method) === undefined;
  });
}

function add(m: Machine, source: string, { pc }: FrameView): false {
  const place = placeText(m.space, pc);
  m.fixed.found.set(`${source} at ${place}`, { source, place });
  return false;
}

/**
 * An identity hash was asked for. In a hash table it shows only when somebody
 * goes through the table: then the class of the key is remembered, which may
 * be one whose own hashCode has asked for that of a part.
 */
export function noteIdentityHash(m: Machine, ref: number): void {
  if (!m.checking || ref === 0) return;
  let key = ref;
  walkFrames(m, m, (frame) => {
    const { owner, name } = frame.code.method;
    const isHash = name === "hashCode";
    if (owner.origin === "application" && !isHash) return add(m, HASH_SOURCE, frame);
    if (TABLES.test(owner.name) && !isHash) {
      m.fixed.hashedKeys.add(classAt(m, key).id);
      return false;
    }
    // The text of an object that is only printed.
    if (owner.name === "java/io/PrintStream" || KEEPS_HASH.test(owner.name)) return false;
    if (isHash) key = m.S[frame.fp]!;
    return true;
  });
}

/** A method begins to go through a hash table. */
function noteOrder(m: Machine, method: RuntimeMethod): void {
  const isSalted = method.owner.name.startsWith("java/util/ImmutableCollections");
  if (!isSalted && m.fixed.hashedKeys.size === 0) return;
  const { S, fp } = m;
  const isConstructor = method.name === "<init>";
  const keys = keysOf(m, S[isConstructor ? fp + 2 : fp]!);
  if (keys.length < 2) return;
  if (!isSalted && !keys.some((key) => m.fixed.hashedKeys.has(classAt(m, key).id))) return;
  const source = isSalted
    ? "the iteration order of Set.of or Map.of"
    : "the iteration order of a hash table whose keys have identity hash codes";
  walkFrames(m, m, (frame) => {
    const { owner, name } = frame.code.method;
    if (owner.origin === "application") return add(m, source, frame);
    return owner.origin === "synthetic" || !(KEEPS_ORDER.test(owner.name) || ORDER_FREE.test(name));
  });
}

/** Fields that lead from a table, or a view of one, to its array. */
const TO_ARRAY = ["table", "elements", "this$0"];
/** A view leads to its table, the table to its array: no path is longer. */
const LONGEST_PATH = 4;

/** Keys of a hash table, of a view of it or of its array. */
function keysOf(m: Machine, from: number): number[] {
  let at = from;
  let step = 1;
  for (let i = 0; i < LONGEST_PATH && at !== 0; i++) {
    if (classAt(m, at).isArray) return keysIn(m, at, step);
    const first = instanceField(m, at, "e0");
    if (first !== undefined) return [first, instanceField(m, at, "e1") ?? 0].filter(isKey(m));
    const name = TO_ARRAY.find((each) => instanceField(m, at, each) !== undefined);
    // In these, keys and values take turns.
    step = name === "table" && /IdentityHashMap|MapN/.test(classAt(m, at).name) ? 2 : 1;
    at = name === undefined ? 0 : instanceField(m, at, name)!;
  }
  return [];
}

/** False for what stands in a set of one element for a second one. */
const isKey =
  (m: Machine) =>
  (ref: number): boolean =>
    ref !== 0 && ref !== m.H[m.fieldOffset("java/util/ImmutableCollections", "EMPTY")];

function keysIn(m: Machine, array: number, step: number): number[] {
  const keys: number[] = [];
  const isFlat = classAt(m, array).name === "[Ljava/lang/Object;";
  for (let i = 0; i < m.H[array + ARRAY_LENGTH]!; i += step) {
    const entry = m.H[array + ARRAY_DATA + i]!;
    if (!isFlat) keys.push(...chain(m, entry));
    else if (entry !== 0) keys.push(entry);
  }
  return keys;
}

/** Keys of the entries that share a place in a table. */
function chain(m: Machine, first: number): number[] {
  const keys: number[] = [];
  let entry = first;
  while (entry !== 0) {
    const key = instanceField(m, entry, "key") ?? instanceField(m, entry, "referent") ?? 0;
    if (key !== 0) keys.push(key);
    // A bin that has become a tree has its entries behind `first`.
    entry = instanceField(m, entry, "first") ?? instanceField(m, entry, "next") ?? 0;
  }
  return keys;
}

/** A field of an object by its name, undefined where its class has none. */
function instanceField(m: Machine, ref: number, name: string): number | undefined {
  let cls: RuntimeClass | null = classAt(m, ref);
  while (cls !== null) {
    const field = cls.fields.find((each) => each.name === name && !each.isStatic);
    if (field !== undefined) return m.H[ref + field.offset]!;
    cls = cls.superclass;
  }
  return undefined;
}
