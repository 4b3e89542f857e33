/**
 * Checks that the program stays within what the analysis assumed. The analysis covers only code that may run if
 * some of the library is never used. Every method that the machine links, every class that it loads and every
 * native that it binds is compared with that; the first that was not expected refutes the analysis.
 */
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_UNLINKED } from "../../vm/code/code-space.ts";
import type { Machine } from "../../vm/machine.ts";
import type { AnalysisProgram } from "../code/analysis-program.ts";
import type { CallGraph } from "../code/call-graph.ts";
import { classKey } from "../code/facts.ts";
import { ARRAY_COPY } from "../code/machine-behaviour.ts";

export class LibraryWatch {
  readonly #world: AnalysisProgram;
  readonly #graph: CallGraph;
  readonly #onClass: (cls: RuntimeClass) => void;
  readonly #synthetic = new Map<string, RuntimeMethod>();
  /** The methods linked, the words of code and the classes that have been looked at. */
  #linked = -1;
  #watched = 0;
  #seenClasses = 0;
  /** Method ids of natives that are assumed never to be called, of the classes that the machine has loaded. */
  readonly #watchedNatives: number[] = [];
  #violation: string | null = null;

  /** Calls `onClass` with each class that the machine has loaded, once. */
  constructor(world: AnalysisProgram, graph: CallGraph, onClass: (cls: RuntimeClass) => void) {
    this.#world = world;
    this.#graph = graph;
    this.#onClass = onClass;
  }

  /** The first method or class that the machine used although it was assumed unused, or null. */
  violation(m: Machine): string | null {
    if (this.#graph.openedBy !== null) return null;
    this.look(m);
    if (!this.#graph.checksElements && m.elementChecks > 0) this.#violation ??= ARRAY_COPY;
    return this.#violation;
  }

  /** The machine has linked or loaded something since the last look, or the analysis is refuted. */
  hasNews(m: Machine): boolean {
    if (m.space.linked !== this.#linked || this.#violation !== null) return true;
    if (m.program.classes.length !== this.#seenClasses) return true;
    return m.elementChecks > 0 && !this.#graph.checksElements;
  }

  /** Looks at the code that was linked and the classes that were loaded since the last time. */
  look(m: Machine): void {
    const { space } = m;
    if (space.linked === this.#linked && m.program.classes.length === this.#seenClasses) return;
    this.#linked = space.linked;
    while (this.#watched < space.top) {
      const code = space.codes[space.methodOf[this.#watched]!];
      if (code === undefined) {
        this.#watched++;
        continue;
      }
      if (this.analysed(code.method) === null) this.#violation ??= code.method.toString();
      this.#watched = code.end;
    }
    this.#lookAtClasses(m);
    for (const id of this.#watchedNatives) {
      const isBound = (space.entry[id] ?? ENTRY_UNLINKED) !== ENTRY_UNLINKED;
      if (isBound) this.#violation ??= m.program.methods[id]!.toString();
    }
  }

  #lookAtClasses(m: Machine): void {
    const { classes } = m.program;
    for (; this.#seenClasses < classes.length; this.#seenClasses++) {
      const cls = classes[this.#seenClasses];
      if (cls === undefined) continue;
      if (!this.#isExpected(cls)) this.#violation ??= cls.name;
      this.#onClass(cls);
      for (const { owner, key, id } of cls.methods) {
        if (this.#graph.coldNatives.has(`${owner.name}.${key}`)) this.#watchedNatives.push(id);
      }
    }
  }

  /** An unexpected class may be found by code, or by name if the program looks classes up by name. */
  #isExpected({ name, origin, isArray, isPrimitive }: RuntimeClass): boolean {
    if (this.#world.withheld.has(name)) return false;
    if (!this.#graph.reflects || origin === "synthetic" || isArray || isPrimitive) return true;
    return this.#graph.options.observed?.classes.has(name) ?? true;
  }

  /** The machine's method as the call graph has it; null if it was not analysed. */
  analysed(method: RuntimeMethod): RuntimeMethod | null {
    const { owner } = method;
    const same =
      owner.origin === "synthetic"
        ? this.#syntheticMethod(method)
        : this.#world.find(owner.name)?.methodsByKey.get(method.key);
    return same !== undefined && this.#graph.isAnalysed(same) ? same : null;
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
