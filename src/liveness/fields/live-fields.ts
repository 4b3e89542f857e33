/**
 * Hybrid dead-variable analysis (thesis, algorithm 3): which fields may still
 * be read in a state. The static phase, done once, finds for every method what
 * it and all that it may run or start can read. At a state the live fields are
 * the union, over the frames of all threads, of what may be read from each
 * frame's instruction until it returns. docs/liveness-hybrid.md says why that
 * is safe.
 *
 * A set is a number; `sets.has(set, fact)` asks, and `cells` tells the facts of
 * the words of objects and of static fields. A frame of a method that was not
 * analysed, and a program that can load or run what nobody can foresee, make
 * everything live.
 */
import { bug } from "../../core/assert.ts";
import { grown } from "../../core/words.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_UNLINKED } from "../../vm/code/code-space.ts";
import { CALL_WORDS } from "../../vm/code/instructions.ts";
import { INITIALIZED, type Machine } from "../../vm/machine.ts";
import { STATIC_BASE, T_FP, T_PC, T_STATUS, threadRecord } from "../../vm/memory/memory.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import { AnalysisProgram } from "../code/analysis-program.ts";
import { CallGraph } from "../code/call-graph.ts";
import { EVERYTHING, FactSets, NOTHING } from "../code/fact-sets.ts";
import { classKey } from "../code/facts.ts";
import { ARRAY_COPY, READ_BY_MACHINE, SHUTDOWN } from "../code/machine-behaviour.ts";
import type { UsedLibrary } from "../code/used-library.ts";
import { type FaintValues, findFaintValues } from "../faint/faint-values.ts";
import { CellFacts } from "./cell-facts.ts";
import { FrameAnalysis, type Solution } from "./frame-reads.ts";

export interface LiveFieldsOptions {
  /** Methods that are evaluated at every state. */
  readonly invariants?: readonly RuntimeMethod[];
  /**
   * Whether the message of an uncaught exception, and where it was made, belong
   * to the outcome. Without it states that differ in those alone may be taken
   * for one: the verdict stays the same, the set of messages may not.
   */
  readonly reportReads?: boolean;
  /**
   * What the program is known to use of the library (used-library.ts): the rest of
   * it is taken never to run, until `brokenBy` says that it did. Without it the
   * whole library is analysed, and most programs are found to use reflection.
   */
  readonly observed?: UsedLibrary;
  /** Reads for which nobody can notice what was read do not make a field live. */
  readonly faint?: boolean;
  /** The machine is in its first state now: no state that is asked about lies before it. */
  readonly isFirstState?: boolean;
}

/** Different sets of initialised classes that get a solution of their own. */
const MOST_PHASES = 64;

/** The answer under one set of initialised classes. */
interface Phase {
  readonly number: number;
  readonly solution: Solution;
  readonly frames: FrameAnalysis;
  /** What is live whatever the frames are. */
  readonly always: number;
  /** By pc, one more than the set: 0 where nobody has asked yet. */
  before: Int32Array;
  after: Int32Array;
}

export class LiveFields {
  readonly sets = new FactSets();
  readonly graph: CallGraph;
  readonly cells: CellFacts;
  /** Null when no value is faint, or nobody asked. */
  readonly faint: FaintValues | null;
  readonly #world: AnalysisProgram;
  readonly #invariants: readonly RuntimeMethod[];
  /** By the classes that have been initialised. */
  readonly #phases = new Map<string, Phase>();
  readonly #first: Phase;
  #phase: Phase;
  /** As `phaseOf` has found it last; and all of them by number. */
  #current: Phase;
  readonly #numbered: Phase[] = [];
  /** Initialisation status of the classes that matter, as the present phase has it. */
  #status: Uint8Array;
  /** Where the machine keeps that, by the graph's number; 0 for what it has not loaded. */
  readonly #statusWords: Int32Array;
  /** Numbers of those that may change: what has been initialised in the first state stays so. */
  readonly #open: Int32Array;
  #openCount = 0;
  #isSettled = false;
  #seenClasses = 0;
  readonly #initNumbers: ReadonlyMap<string, number>;
  readonly #synthetic = new Map<string, RuntimeMethod>();
  /** So many methods had been linked when code was looked at, up to here. */
  #linked = -1;
  #watched = 0;
  /** Natives that are taken never to be called: the machine's method ids, for those whose class it has. */
  readonly #watchedNatives: number[] = [];
  #broken: string | null = null;

  constructor(m: Machine, options: LiveFieldsOptions = {}) {
    this.#world = new AnalysisProgram(m, options.observed ?? null);
    const main = this.#mainOf(m);
    this.graph = new CallGraph(this.#world, {
      main,
      reportEnds: m.checking && m.options.toleratesUncaught !== true,
      reportReads: options.reportReads ?? true,
      observed: options.observed ?? null,
    });
    this.#invariants = (options.invariants ?? []).map((method) => this.#sameMethod(method));
    this.#findEverything();
    this.faint = options.faint === true ? this.#findFaint() : null;
    this.cells = new CellFacts(m, this.graph.facts);
    const { initialized } = this.graph;
    this.#initNumbers = new Map(initialized.map((cls, i) => [cls.name, i]));
    this.#statusWords = new Int32Array(initialized.length);
    this.#status = new Uint8Array(initialized.length);
    this.#open = Int32Array.from(initialized.keys());
    this.#openCount = initialized.length;
    this.#first = this.#solve(this.#status);
    this.#phase = this.#first;
    this.#current = this.#first;
    this.#phases.set(signature(this.#status), this.#first);
    if (options.isFirstState === true) this.#settle(m);
  }

  /** In the first state: leaves classes that are initialised already out of those to look at. */
  #settle(m: Machine): void {
    this.#watch(m);
    this.#openCount = 0;
    this.#statusWords.forEach((at, number) => {
      if (at !== 0 && m.H[at] === INITIALIZED) this.#status[number] = 1;
      else this.#open[this.#openCount++] = number;
    });
  }

  /** Why everything is live in every state; null when it is not. */
  get openedBy(): string | null {
    return this.graph.openedBy;
  }

  /** A method that the machine has come to and that was not expected; null as long as all is well. */
  brokenBy(m: Machine): string | null {
    if (this.graph.openedBy !== null) return null;
    this.#watch(m);
    if (!this.graph.checksElements && m.elementChecks > 0) this.#broken ??= ARRAY_COPY;
    return this.#broken;
  }

  /** What may be read from a state on. All threads' registers must be in their records. */
  ofState(m: Machine): number {
    if (!this.#look(m)) return EVERYTHING;
    const { threadCount } = m;
    let set = this.#phase.always;
    for (let thread = 0; thread < threadCount; thread++) {
      set = this.sets.union(set, this.#frames(m, thread, this.#phase));
    }
    return set;
  }

  /** What the frames of one thread may still read. */
  ofThread(m: Machine, thread: number): number {
    return this.#look(m) ? this.#frames(m, thread, this.#phase) : EVERYTHING;
  }

  /**
   * Finds the state's phase, and says which it is; -1 when everything is live.
   * `known`: the phase if it is known, because no static word was written since;
   * else -1.
   */
  phaseOf(m: Machine, known = -1): number {
    if (known >= 0 && !this.#hasNews(m)) {
      this.#current = this.#numbered[known]!;
      return known;
    }
    if (!this.#look(m)) return -1;
    this.#current = this.#phase;
    return this.#phase.number;
  }

  /** Something has to be looked at before it can be said that all is as expected. */
  #hasNews(m: Machine): boolean {
    if (m.space.linked !== this.#linked || this.#broken !== null) return true;
    if (m.program.classes.length !== this.#seenClasses) return true;
    return m.elementChecks > 0 && !this.graph.checksElements;
  }

  /** What the frames of one thread may still read in the phase that was found last, which is one. */
  ofFrames(m: Machine, thread: number): number {
    return this.#frames(m, thread, this.#current);
  }

  /** What is live at any time in that phase. */
  get ofPhase(): number {
    return this.#current.always;
  }

  /** What is live at any time in the state's phase. */
  always(m: Machine): number {
    return this.#look(m) ? this.#phase.always : EVERYTHING;
  }

  /** By node of the graph: what may be read there in the state's phase; null when that is anything at all. */
  nodeSets(m: Machine): Int32Array | null {
    return this.#look(m) ? this.#phase.solution.nodes : null;
  }

  /** The machine's method as the graph has it; null when it was not analysed. */
  analysed(method: RuntimeMethod): RuntimeMethod | null {
    return this.#analysed(method);
  }

  // ---- the static phase ----

  #mainOf(m: Machine): RuntimeMethod {
    const { mainMethod } = m;
    if (mainMethod === null) bug("the machine has no main method");
    const { owner } = mainMethod;
    // A starter was made for it: it is made here as well.
    if (owner.origin === "synthetic") this.#world.program.define(owner.file!);
    return this.#sameMethod(mainMethod);
  }

  #sameMethod(method: RuntimeMethod): RuntimeMethod {
    const same = this.#world.find(method.owner.name)?.methodsByKey.get(method.key);
    if (same === undefined) bug(`${method.toString()} is not found`);
    return same;
  }

  #findEverything(): void {
    const { graph } = this;
    graph.root("java/lang/Thread.$main()Ljava/lang/Thread;");
    graph.root("deadwood/internal/Launcher.run([Ljava/lang/String;)V");
    for (const method of [graph.options.main, ...this.#invariants]) {
      graph.reach(method);
      graph.initOf(method.owner);
    }
    const starter = graph.options.main.owner.name.replace(/\$\$Main$/, "");
    const started = this.#world.find(starter);
    if (started !== null) graph.initOf(started);
    graph.run();
    // The machine runs the hooks once Runtime has been initialised.
    if (graph.initialized.some((cls) => cls.name === "java/lang/Runtime")) {
      graph.root(SHUTDOWN);
      graph.run();
    }
  }

  #findFaint(): FaintValues | null {
    const faint = findFaintValues(this.graph, [...this.#machineFacts(), ...this.#shutdownFacts()]);
    for (const [node, facts] of faint?.reads() ?? []) this.graph.graph.setFacts(node, facts);
    return faint;
  }

  #solve(status: Uint8Array): Phase {
    const { graph, sets } = this;
    const done = new Set<number>();
    graph.initialized.forEach((cls, i) => {
      if (status[i] === 1) done.add(graph.initOf(cls));
    });
    const nodes = graph.graph.solve(sets, (node) => done.has(node));
    let initializers = NOTHING;
    for (const cls of graph.initialized) {
      initializers = sets.union(initializers, nodes[graph.initOf(cls)]!);
    }
    const solution = { nodes, initializers };
    const phase = {
      number: this.#numbered.length,
      solution,
      frames: new FrameAnalysis(graph, sets, solution, this.faint),
      always: this.#always(nodes),
      before: new Int32Array(1 << 12),
      after: new Int32Array(1 << 12),
    };
    this.#numbered.push(phase);
    return phase;
  }

  #always(nodes: Int32Array): number {
    const { graph, sets } = this;
    let set = sets.of(this.#machineFacts());
    for (const method of this.#invariants) {
      set = sets.union(set, nodes[graph.reach(method)]!);
      const init = graph.initOf(method.owner);
      if (init >= 0) set = sets.union(set, nodes[init]!);
    }
    return sets.union(set, this.#shutdown(nodes));
  }

  #machineFacts(): number[] {
    const facts: number[] = [];
    for (const [className, name] of READ_BY_MACHINE) {
      const field = this.#world.find(className)?.fields.find((each) => each.name === name);
      if (field !== undefined) facts.push(this.graph.facts.number(field));
    }
    return facts;
  }

  /** Hooks run when the last thread has ended: until then no frame knows of them. */
  #shutdown(nodes: Int32Array): number {
    const method = this.#world.method(SHUTDOWN);
    const node = method === null ? undefined : this.graph.nodeOf(method);
    if (node === undefined) return NOTHING;
    return this.graph.hasHooks ? nodes[node]! : this.sets.of(this.#shutdownFacts());
  }

  /** What is looked at to find that there are no hooks. */
  #shutdownFacts(): number[] {
    const fields = this.#world.method(SHUTDOWN)?.owner.fields ?? [];
    const looked = fields.filter(({ name }) => /^(?:CURRENT|hooks|exiting)$/.test(name));
    return looked.map((field) => this.graph.facts.number(field));
  }

  // ---- at a state ----

  /** Whether all code that was linked since the last time was expected. */
  #watch(m: Machine): void {
    const { space } = m;
    if (space.linked === this.#linked && m.program.classes.length === this.#seenClasses) return;
    this.#linked = space.linked;
    while (this.#watched < space.top) {
      const code = space.codes[space.methodOf[this.#watched]!];
      if (code === undefined) {
        this.#watched++;
        continue;
      }
      if (this.#analysed(code.method) === null) this.#broken ??= code.method.toString();
      this.#watched = code.end;
    }
    this.#learnClasses(m);
    for (const id of this.#watchedNatives) {
      const isBound = (space.entry[id] ?? ENTRY_UNLINKED) !== ENTRY_UNLINKED;
      if (isBound) this.#broken ??= m.program.methods[id]!.toString();
    }
  }

  /** Finds the phase that the machine is in; false when nothing can be said. */
  #look(m: Machine): boolean {
    if (this.graph.openedBy !== null) return false;
    if (this.brokenBy(m) !== null) return false;
    const words = this.#statusWords;
    const open = this.#open;
    const status = this.#status;
    let isSame = this.#isSettled;
    this.#isSettled = true;
    for (let i = 0; i < this.#openCount; i++) {
      const number = open[i]!;
      const at = words[number]!;
      const now = at !== 0 && m.H[at] === INITIALIZED ? 1 : 0;
      if (now === status[number]) continue;
      status[number] = now;
      isSame = false;
    }
    if (isSame) return true;
    const key = signature(status);
    let phase = this.#phases.get(key);
    if (phase === undefined) {
      // The first is right for all, only less exact.
      phase = this.#phases.size < MOST_PHASES ? this.#solve(status) : this.#first;
      this.#phases.set(key, phase);
    }
    this.#phase = phase;
    return true;
  }

  #learnClasses(m: Machine): void {
    const { classes } = m.program;
    for (; this.#seenClasses < classes.length; this.#seenClasses++) {
      const cls = classes[this.#seenClasses];
      const number = cls === undefined ? undefined : this.#initNumbers.get(cls.name);
      if (cls !== undefined && !this.#isExpected(cls)) this.#broken ??= cls.name;
      if (number !== undefined) this.#statusWords[number] = STATIC_BASE + cls!.statusIndex;
      for (const { owner, key, id } of cls?.methods ?? []) {
        if (this.graph.coldNatives.has(`${owner.name}.${key}`)) this.#watchedNatives.push(id);
      }
    }
  }

  /** A class that nobody reckoned with may be looked up by code, or by name where the program does that. */
  #isExpected({ name, origin, isArray, isPrimitive }: RuntimeClass): boolean {
    if (this.#world.withheld.has(name)) return false;
    if (!this.graph.reflects || origin === "synthetic" || isArray || isPrimitive) return true;
    return this.graph.options.observed?.classes.has(name) ?? true;
  }

  #frames(m: Machine, thread: number, phase: Phase): number {
    const record = threadRecord(thread);
    const status = m.H[record + T_STATUS]!;
    if (status === ThreadStatus.terminated || status === ThreadStatus.free) return NOTHING;
    const { space, S } = m;
    let pc = m.H[record + T_PC]!;
    let fp = m.H[record + T_FP]!;
    let set = this.#before(m, phase, pc);
    for (;;) {
      const method = space.methodOf[pc]!;
      const linkage = fp + space.locals[method]!;
      const returnPc = S[linkage]!;
      if (returnPc === 0) return set;
      fp = S[linkage + 1]!;
      // What was interrupted runs again as a whole.
      const isAgain = method === m.initializerMethod || method === m.linkerMethod;
      pc = isAgain ? returnPc : returnPc - CALL_WORDS;
      const rest = isAgain ? this.#before(m, phase, pc) : this.#after(m, phase, pc);
      set = this.sets.union(set, rest);
    }
  }

  #before(m: Machine, phase: Phase, pc: number): number {
    const known = phase.before[pc] ?? 0;
    if (known !== 0) return known - 1;
    this.#fill(m, phase, pc);
    return phase.before[pc]! - 1;
  }

  #after(m: Machine, phase: Phase, pc: number): number {
    const known = phase.after[pc] ?? 0;
    if (known !== 0) return known - 1;
    this.#fill(m, phase, pc);
    return phase.after[pc]! - 1;
  }

  /** Works out the sets of all instructions of the method that has the pc. */
  #fill(m: Machine, phase: Phase, pc: number): void {
    const code = m.space.codeAt(pc);
    if (phase.before.length < m.space.code.length) {
      phase.before = grown(phase.before, m.space.code.length);
      phase.after = grown(phase.after, m.space.code.length);
    }
    const method = this.#analysed(code.method);
    if (method === null) {
      phase.before.fill(EVERYTHING + 1, code.start, code.end);
      phase.after.fill(EVERYTHING + 1, code.start, code.end);
      return;
    }
    const { before, after } = phase.frames.run(code, method);
    // Words in front of the first instruction belong to it.
    let at = code.start;
    for (let i = 0; i < code.pcs.length; i++) {
      const end = i + 1 < code.pcs.length ? code.pcs[i + 1]! : code.end;
      phase.before.fill(before[i]! + 1, at, end);
      phase.after.fill(after[i]! + 1, at, end);
      at = end;
    }
  }

  #analysed(method: RuntimeMethod): RuntimeMethod | null {
    const { owner } = method;
    const same =
      owner.origin === "synthetic"
        ? this.#syntheticMethod(method)
        : this.#world.find(owner.name)?.methodsByKey.get(method.key);
    return same !== undefined && this.graph.isAnalysed(same) ? same : null;
  }

  #syntheticMethod(method: RuntimeMethod): RuntimeMethod | undefined {
    if (this.#synthetic.size === 0) {
      for (const cls of this.#world.program.classes) {
        if (cls?.origin !== "synthetic") continue;
        for (const each of cls.methods) this.#synthetic.set(`${classKey(cls)}.${each.key}`, each);
      }
    }
    return this.#synthetic.get(`${classKey(method.owner)}.${method.key}`);
  }
}

const signature = (status: Uint8Array): string => Buffer.from(status).toString("latin1");
