/**
 * Everything that can change while a Java program runs, and the operations on it that the
 * interpreter and the natives share. Whatever a search must be able to take back is in words of `H`
 * and `S`. The other fields hold what never changes once made (classes, code, literals), what
 * belongs to the outside (counters), and the registers and results of the step under way, which
 * `trial` restores.
 *
 * All fields are initialised here, in one order, and each always holds the same kind of number:
 * otherwise machines would have several shapes, and the interpreter would slow down.
 */

import { bug } from "../core/assert.ts";
import { LimitReachedError } from "../core/errors.ts";
import type { Program } from "../program/linking/program.ts";
import type { RuntimeClass, RuntimeMethod } from "../program/linking/runtime-class.ts";
import { type CodeTypes, slotKinds } from "../program/types/inference.ts";
import { ClassTables } from "./code/class-tables.ts";
import { CodeSpace, type TranslatedMethod } from "./code/code-space.ts";
import { LinkState } from "./code/link-state.ts";
import { StablePlaces } from "./code/stable-places.ts";
import { ThreadView } from "./code/thread-view.ts";
import { HeapRoom, spaceOf } from "./heap/heap-room.ts";
import { FixedValues } from "./interpreter/fixed-values.ts";
import { type MachineOptions, type Reduction, sectionMode } from "./machine-options.ts";
import type { AccessLog } from "./memory/access-log.ts";
import { INITIALIZED } from "./memory/class-status.ts";
import { FixedNumbers } from "./memory/fixed-numbers.ts";
import {
  GLOBAL_THREADS,
  HEAP_BASE,
  PERM_BASE,
  PERM_WORDS,
  STATIC_BASE,
  threadRecord,
} from "./memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_WORD,
  LEAKED,
  SHARED,
  STRING_VALUE,
} from "./memory/object-layout.ts";
import { T_FP, T_PC, T_SP, T_STATUS } from "./memory/thread-record.ts";
import type { ThreadStatus } from "./memory/thread-status.ts";
import { UndoableMemory } from "./memory/undo-log.ts";
import { type AnyOutcome, type NativeMethod, Outcome } from "./native-api/native-method.ts";
import { GuardWords } from "./sharing/guard-words.ts";
import { Observability } from "./sharing/observability.ts";
import { ThreadLibrary } from "./threads/known-methods.ts";

export class Machine extends UndoableMemory {
  readonly program: Program;
  readonly options: MachineOptions;
  readonly space = new CodeSpace();
  /** The running thread and its registers, valid outside the interpreter's loop. */
  thread = 0;
  pc = 0;
  sp = 0;
  fp = 0;
  stackEnd = 0;
  /** The exception being thrown; 0 if there is none. */
  pending = 0;
  /** Method that a native asks to run in its place (`Outcome.tailCall`). */
  tailCall = 0;
  /** Where it is kept by what each object is guarded. */
  readonly guards = new GuardWords(this);
  /** Answers what other threads can observe. */
  readonly sharing: Observability = new Observability(this);
  /** Schedules are explored: code is translated with checks for shared memory. */
  checking = false;
  /** Stop in front of observable accesses (not while there is only one thread). */
  stopsAtVisible = false;
  /** Objects count as shared from the first. */
  isAllShared = false;
  /** Accesses to shared memory can be observed: there are, or were, other threads whose accesses they could meet. */
  watches = false;
  /** How many copies of arrays have checked their elements one by one. */
  elementChecks = 0;
  /** Alternatives that the instruction under way offers, and the one taken (-1: none yet). */
  choices = 0;
  choice = -1;
  /** In a checked run: the exception that has just ended its thread uncaught; 0 if there is none. */
  uncaught = 0;
  /** The instruction under way is the first of this call of the interpreter. */
  isFirst = false;
  /** How many instructions of that call have begun, this one included. */
  executed = 0;
  /** How often the step has done something observable so far. */
  shown = 0;
  /** Accesses in library sections since the interpreter was called. */
  sectionAccesses = 0;
  /** Where the accesses of the step under way are logged; null if they are not. */
  accesses: AccessLog | null = null;
  /** The native method that runs now or ran last; 0 while the machine itself raises an exception. */
  nativeMethod = 0;
  /** How the native just called has ended, unless it was simply done. */
  nativeOutcome: AnyOutcome = Outcome.done;
  /** The program's main method. */
  mainMethod: RuntimeMethod | null = null;
  /** Verify's counters: they count over a whole search, so going back leaves them alone. */
  readonly counters = new Map<number, number>();
  /** Reasons why the run covers less than the program can do. */
  readonly approximations = new Set<string>();
  readonly fixed = new FixedValues();
  /** An allocation failed; a collection may help. */
  wantsCollection = false;
  /** Where objects begin: the half of the heap in use. */
  heapStart = HEAP_BASE;
  /** What makes room where objects that going back needs must stay. */
  readonly room = new HeapRoom(this);
  permTop = PERM_BASE;
  readonly fixedNumbers = new FixedNumbers(this);
  instructions = 0;
  collections = 0;
  /** Nanoseconds by which sleeping threads have moved virtual time. */
  skippedNanos = 0;

  readonly classTables = new ClassTables();
  readonly linked = new LinkState();
  readonly places: StablePlaces;
  readonly threadLibrary = new ThreadLibrary();
  readonly #types = new Map<number, CodeTypes>();
  /** Nothing will be undone: objects may move, and initialised classes stay initialised. */
  canCollect = true;
  topAfterCollection = 0;
  readonly #literals = new Map<string, number>();
  #stringClass = 0;
  #charArrayClass = 0;
  /** By thread number. */
  readonly #threads: ThreadView[] = [];
  /** Of fields that natives ask for, by class and name. */
  readonly #fieldOffsets = new Map<string, Map<string, number>>();

  constructor(program: Program, options: MachineOptions) {
    super({ ...options, spaceWords: spaceOf(options) }, HEAP_BASE);
    this.program = program;
    this.options = options;
    this.places = new StablePlaces(program, this.space);
    if (options.undo) this.undoLimit = this.heapTop;
    this.checking = options.checking === true;
    this.space.modes.checking = this.checking;
    const has = (reduction: Reduction): boolean => options.reductions?.has(reduction) ?? true;
    this.isAllShared = this.checking && !has("private");
    this.space.modes.readsFinals = has("final");
    this.sharing.assume({ fields: has("discipline"), threads: has("threads") });
    this.space.modes.sections = sectionMode(options);
  }

  get featureVersion(): number {
    return this.program.featureVersion;
  }

  /** Makes the machine know every class the program has linked so far. */
  prepareClasses(): void {
    this.classTables.prepare(this);
  }

  // ---- classes ----

  /** Loads (and prepares) a class of the library that must be there. */
  requireClass(name: string): RuntimeClass {
    const cls = this.program.require(name);
    this.prepareClasses();
    return cls;
  }

  /** Of a transition whose accesses are noted, that is a read of the object's type. */
  classOf(ref: number): RuntimeClass {
    this.accesses?.readType(ref);
    const cls = this.program.classes[this.H[ref]!];
    if (cls === undefined) bug(`no object at ${ref}`);
    return cls;
  }

  isInstance(ref: number, cls: RuntimeClass): boolean {
    return this.classOf(ref).supertypes.has(cls.id);
  }

  status(cls: RuntimeClass): number {
    return this.H[STATIC_BASE + cls.statusIndex]!;
  }

  /** The java.lang.Class object of a class: permanent, made on demand. */
  mirror(cls: RuntimeClass): number {
    const known = this.classTables.mirrors[cls.id]!;
    if (known !== 0) return known;
    const classClass = this.requireClass("java/lang/Class");
    const ref = this.allocatePermanent(
      this.classTables.instanceWords[classClass.id]!,
      `class ${cls.number}`,
    );
    this.H[ref] = classClass.id;
    this.H[ref + this.fieldOffset("java/lang/Class", "id")] = cls.id;
    this.prepareClasses();
    this.classTables.mirrors[cls.id] = ref;
    return ref;
  }

  /** The class that a java.lang.Class object stands for. */
  mirrored(mirror: number): RuntimeClass {
    const cls = this.program.classes[this.H[mirror + this.fieldOffset("java/lang/Class", "id")]!];
    if (cls === undefined) bug("not a class mirror");
    return cls;
  }

  /** Word offset of an instance field, or heap word of a static field. */
  fieldOffset(className: string, name: string): number {
    return this.#fieldOffsets.get(className)?.get(name) ?? this.#findField(className, name);
  }

  #findField(className: string, name: string): number {
    const cls = this.requireClass(className);
    const field = cls.fields.find((f) => f.name === name);
    if (field === undefined) bug(`the class library lacks ${className}.${name}`);
    const offset = field.isStatic ? STATIC_BASE + field.offset : field.offset;
    const known = this.#fieldOffsets.get(className) ?? new Map<string, number>();
    this.#fieldOffsets.set(className, known.set(name, offset));
    return offset;
  }

  // ---- allocation ----

  /** HOT. Zeroed words for an object, or 0 when the heap is full. */
  allocate(words: number): number {
    const ref = this.heapTop;
    const top = ref + words;
    if (top > this.heapEnd) return this.#refuse(words);
    this.heapTop = top;
    const { H } = this;
    if (words < 64) for (let i = ref; i < top; i++) H[i] = 0;
    else H.fill(0, ref, top);
    if (this.isAllShared) H[ref + HASH_WORD] = SHARED | LEAKED;
    return ref;
  }

  #refuse(words: number): 0 {
    this.wantsCollection = true;
    return this.room.want(words);
  }

  /** `name` tells the object from all other permanent ones, in every process. */
  allocatePermanent(words: number, name: string): number {
    const ref = this.permTop;
    this.fixedNumbers.addPermanent(ref, name);
    this.permTop += (words + 1) & ~1;
    if (this.permTop > PERM_BASE + PERM_WORDS)
      throw new LimitReachedError("constants and interned strings fill their area of memory", {
        hint: "The program interns too many different strings.",
      });
    // Every thread can reach them.
    if (this.checking) this.H[ref + HASH_WORD] = SHARED;
    return ref;
  }

  newObject(cls: RuntimeClass): number {
    const ref = this.allocate(this.classTables.instanceWords[cls.id]!);
    if (ref !== 0) this.H[ref] = cls.id;
    return ref;
  }

  arrayWords(shift: number, length: number): number {
    const words =
      shift === 2
        ? length
        : shift === 0
          ? (length + 3) >>> 2
          : shift === 1
            ? (length + 1) >>> 1
            : length * 2;
    // Not a bit operation: the length of a long[] may take more than 31 bits of words.
    const odd = words & 1;
    return ARRAY_DATA + words + odd;
  }

  newArray(classId: number, length: number): number {
    const ref = this.allocate(this.arrayWords(this.classTables.elementShift[classId]!, length));
    if (ref === 0) return 0;
    this.H[ref] = classId;
    this.H[ref + ARRAY_LENGTH] = length;
    return ref;
  }

  newPrimitiveArray(descriptor: string, length: number): number {
    return this.newArray(this.requireClass(`[${descriptor}`).id, length);
  }

  /** An array of references whose elements are of the named class. */
  newObjectArray(className: string, length: number): number {
    const cls = this.program.arrayOf(this.requireClass(className));
    this.prepareClasses();
    return this.newArray(cls.id, length);
  }

  // ---- strings ----

  #bindStrings(): void {
    this.#stringClass = this.requireClass("java/lang/String").id;
    this.#charArrayClass = this.requireClass("[C").id;
  }

  text(ref: number): string {
    return this.chars(this.H[ref + STRING_VALUE]!, 0, -1);
  }

  /** The characters [from, to) of a char[]; to < 0 means all. */
  chars(array: number, from: number, to: number): string {
    const start = (array + ARRAY_DATA) * 2;
    const end = to < 0 ? this.H[array + ARRAY_LENGTH]! : to;
    let text = "";
    for (let i = from; i < end; i += 4096) {
      text += String.fromCharCode(...this.HC.subarray(start + i, start + Math.min(i + 4096, end)));
    }
    return text;
  }

  newString(text: string): number {
    if (this.#stringClass === 0) this.#bindStrings();
    const words = this.arrayWords(1, text.length);
    const ref = this.allocate(4 + words);
    if (ref !== 0) this.#fillString(ref, text);
    return ref;
  }

  #fillString(ref: number, text: string): void {
    const { H, HC } = this;
    const array = ref + 4;
    H[ref] = this.#stringClass;
    H[ref + STRING_VALUE] = array;
    H[array] = this.#charArrayClass;
    H[array + ARRAY_LENGTH] = text.length;
    const start = (array + ARRAY_DATA) * 2;
    for (let i = 0; i < text.length; i++) HC[start + i] = text.charCodeAt(i);
  }

  /** Wraps a char[] that nobody else will write to. */
  newStringOfChars(array: number): number {
    if (this.#stringClass === 0) this.#bindStrings();
    const ref = this.allocate(4);
    if (ref === 0) return 0;
    this.H[ref] = this.#stringClass;
    this.H[ref + STRING_VALUE] = array;
    return ref;
  }

  /** The one permanent String of that text. */
  intern(text: string): number {
    const known = this.#literals.get(text);
    if (known !== undefined) return known;
    if (this.#stringClass === 0) this.#bindStrings();
    const again = this.#literals.get(text);
    if (again !== undefined) return again;
    const ref = this.allocatePermanent(4 + this.arrayWords(1, text.length), `text ${text}`);
    this.#fillString(ref, text);
    this.#literals.set(text, ref);
    return ref;
  }

  // ---- exceptions ----

  /**
   * Makes an exception of a library class pending. Its constructor is not run:
   * the fields are filled in as the constructor with a message would.
   */
  throwNew(className: string, message: string | null): Outcome {
    const cls = this.requireClass(className);
    const detail = message === null ? 0 : this.newString(message);
    const ref = message !== null && detail === 0 ? 0 : this.newObject(cls);
    if (ref === 0) return this.throwOutOfMemory();
    this.initThrowable(ref, detail);
    this.pending = ref;
    return Outcome.threw;
  }

  /** Fields of a Throwable whose constructor is not run. */
  initThrowable: (ref: number, detail: number) => void = () => {
    bug("exceptions are not set up");
  };

  /** A permanent OutOfMemoryError, because there is no room for a new one. */
  throwOutOfMemory: () => Outcome = () => {
    bug("exceptions are not set up");
  };

  // ---- code ----

  nativeFor(method: RuntimeMethod): NativeMethod | undefined {
    const { name } = method.owner;
    return (
      this.options.natives[name]?.[method.key] ??
      this.linked.callSiteNatives.get(name)?.[method.key]
    );
  }

  /** Kinds of locals and operands at each instruction; inferred at first need. */
  typesOf(code: TranslatedMethod): CodeTypes {
    const { method } = code;
    let types = this.#types.get(method.id);
    if (types === undefined) {
      types = slotKinds(method.owner.file!, method.info);
      this.#types.set(method.id, types);
    }
    return types;
  }

  isInitialized(cls: RuntimeClass): boolean {
    return this.status(cls) === INITIALIZED;
  }

  /** Words that an object takes. */
  wordsOf(ref: number): number {
    const classId = this.H[ref]!;
    const words = this.classTables.instanceWords[classId]!;
    return (
      words || this.arrayWords(this.classTables.elementShift[classId]!, this.H[ref + ARRAY_LENGTH]!)
    );
  }

  /** True when the class, once initialised, can never be seen uninitialised again. */
  isFinal(cls: RuntimeClass): boolean {
    return this.canCollect || !cls.hasInitializer;
  }

  // ---- registers ----

  setStatus(thread: number, status: ThreadStatus): void {
    this.setWord(threadRecord(thread) + T_STATUS, status);
  }

  /** Writes the running thread's registers to its record. */
  saveRegisters(): void {
    const { H } = this;
    const record = threadRecord(this.thread);
    // What stays as it was needs no entry in the log.
    if (H[record + T_PC] !== this.pc) this.setWord(record + T_PC, this.pc);
    if (H[record + T_SP] !== this.sp) this.setWord(record + T_SP, this.sp);
    if (H[record + T_FP] !== this.fp) this.setWord(record + T_FP, this.fp);
  }

  /** Makes a thread the running one. */
  loadRegisters(thread: number): void {
    const record = threadRecord(thread);
    this.thread = thread;
    this.pc = this.H[record + T_PC]!;
    this.sp = this.H[record + T_SP]!;
    this.fp = this.H[record + T_FP]!;
    this.stackEnd = (thread + 1) * this.stackWords;
  }

  /** The record of a thread, read by name. */
  threadAt(thread: number): ThreadView {
    return thread < this.#threads.length ? this.#threads[thread]! : this.#addView(thread);
  }

  #addView(thread: number): ThreadView {
    while (this.#threads.length <= thread) {
      this.#threads.push(new ThreadView(this, this.#threads.length));
    }
    return this.#threads[thread]!;
  }

  get threadCount(): number {
    return this.H[GLOBAL_THREADS]!;
  }

  setThreadCount(count: number): void {
    this.setWord(GLOBAL_THREADS, count);
  }

  /**
   * Virtual nanoseconds since the start: ten an instruction, plus what sleepers
   * skipped. In a checked run time stands still, so that it tells no two
   * schedules apart.
   */
  get nanos(): number {
    return this.checking ? 0 : this.instructions * 10 + this.skippedNanos;
  }
}
