/**
 * Hybrid dead-variable analysis (thesis, algorithm 3): which fields may still
 * be read in a state. The static phase, done once, finds for every method what
 * it and all that it may run or start can read. At a state the live fields are
 * the union, over the frames of all threads, of what may be read from each
 * frame's instruction until it returns. docs/liveness-hybrid.md says why that
 * is safe.
 *
 * A set is a number; `sets.has(set, fact)` tests it, and `cells` gives the facts of
 * the words of objects and of static fields. A frame of a method that was not
 * analysed, and a program that can load or run unpredictable code, make
 * everything live.
 */
import { bug } from "../../core/assert.ts";
import { grown } from "../../core/words.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { FrameView } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { AnalysisProgram } from "../code/analysis-program.ts";
import { CallGraph } from "../code/call-graph.ts";
import { EVERYTHING, FactSets, NOTHING } from "../code/fact-sets.ts";
import { READ_BY_MACHINE, SHUTDOWN } from "../code/machine-behaviour.ts";
import type { UsedLibrary } from "../code/used-library.ts";
import { type FaintValues, findFaintValues } from "../faint/faint-values.ts";
import { CellFacts } from "./cell-facts.ts";
import { FrameAnalysis } from "./frame-reads.ts";
import { InitializationPhases, type Phase } from "./initialization-phases.ts";
import { LibraryWatch } from "./library-watch.ts";

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
  /** Reads without an observable effect do not make a field live. */
  readonly faint?: boolean;
  /** The machine is in its first state now: no state that is asked about lies before it. */
  readonly isFirstState?: boolean;
}

export class LiveFields {
  readonly sets = new FactSets();
  readonly graph: CallGraph;
  readonly cells: CellFacts;
  /** Null if no value is faint, or the faint analysis was not requested. */
  readonly faint: FaintValues | null;
  readonly #world: AnalysisProgram;
  readonly #invariants: readonly RuntimeMethod[];
  readonly #phases: InitializationPhases;
  readonly #watch: LibraryWatch;
  readonly #frame: FrameView;
  /** As `phaseOf` found it last. */
  #current: Phase;

  constructor(m: Machine, options: LiveFieldsOptions = {}) {
    this.#frame = new FrameView(m);
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
    this.#phases = new InitializationPhases(this.graph.initialized, (status, number) =>
      this.#solve(status, number),
    );
    this.#current = this.#phases.present;
    this.#watch = new LibraryWatch(this.#world, this.graph, (cls) => {
      this.#phases.addClass(cls);
    });
    if (options.isFirstState !== true) return;
    this.#watch.look(m);
    this.#phases.settle(m);
  }

  /** Why everything is live in every state; null when it is not. */
  get openedBy(): string | null {
    return this.graph.openedBy;
  }

  /** The first method or class that the machine used although it was assumed unused, or null. */
  brokenBy(m: Machine): string | null {
    return this.#watch.violation(m);
  }

  /** What may be read from a state on. All threads' registers must be in their records. */
  ofState(m: Machine): number {
    if (!this.#look(m)) return EVERYTHING;
    const { threadCount } = m;
    let set = this.#phases.present.always;
    for (let thread = 0; thread < threadCount; thread++) {
      set = this.sets.union(set, this.#frames(m, thread, this.#phases.present));
    }
    return set;
  }

  /** What the frames of one thread may still read. */
  ofThread(m: Machine, thread: number): number {
    return this.#look(m) ? this.#frames(m, thread, this.#phases.present) : EVERYTHING;
  }

  /**
   * Finds the state's phase, and says which it is; -1 when everything is live.
   * `known`: the phase if it is known, because no static word was written since;
   * else -1.
   */
  phaseOf(m: Machine, known = -1): number {
    if (known >= 0 && !this.#watch.hasNews(m)) {
      this.#current = this.#phases.numbered(known);
      return known;
    }
    if (!this.#look(m)) return -1;
    this.#current = this.#phases.present;
    return this.#phases.present.number;
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
    return this.#look(m) ? this.#phases.present.always : EVERYTHING;
  }

  /** By node of the graph: what may be read there in the state's phase; null when that is anything at all. */
  nodeSets(m: Machine): Int32Array | null {
    return this.#look(m) ? this.#phases.present.solution.nodes : null;
  }

  /** The machine's method as the graph has it; null when it was not analysed. */
  analysed(method: RuntimeMethod): RuntimeMethod | null {
    return this.#watch.analysed(method);
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

  #solve(status: Uint8Array, number: number): Phase {
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
    return {
      number,
      solution,
      frames: new FrameAnalysis(graph, sets, solution, this.faint),
      always: this.#always(nodes),
      before: new Int32Array(1 << 12),
      after: new Int32Array(1 << 12),
    };
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

  /** Hooks run when the last thread has ended: until then no frame refers to them. */
  #shutdown(nodes: Int32Array): number {
    const method = this.#world.method(SHUTDOWN);
    const node = method === null ? undefined : this.graph.nodeOf(method);
    if (node === undefined) return NOTHING;
    return this.graph.hasHooks ? nodes[node]! : this.sets.of(this.#shutdownFacts());
  }

  /** What is read to find that there are no hooks. */
  #shutdownFacts(): number[] {
    const fields = this.#world.method(SHUTDOWN)?.owner.fields ?? [];
    const looked = fields.filter(({ name }) => /^(?:CURRENT|hooks|exiting)$/.test(name));
    return looked.map((field) => this.graph.facts.number(field));
  }

  // ---- at a state ----

  /** Finds the phase that the machine is in; false if the analysis says nothing about this program. */
  #look(m: Machine): boolean {
    if (this.graph.openedBy !== null || this.#watch.violation(m) !== null) return false;
    this.#phases.look(m);
    return true;
  }

  #frames(m: Machine, thread: number, phase: Phase): number {
    const view = m.threadAt(thread);
    if (!view.isAlive) return NOTHING;
    const frame = this.#frame;
    let set = NOTHING;
    for (let found = frame.top(view); found; found = frame.caller()) {
      const { pc } = frame;
      // An instruction that was interrupted runs again as a whole.
      const rest = frame.isBeforeInstruction
        ? this.#before(m, phase, pc)
        : this.#after(m, phase, pc);
      set = this.sets.union(set, rest);
    }
    return set;
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
    const method = this.#watch.analysed(code.method);
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
}
