/**
 * The code that a program may run, as far as its class files show it: from the main method along calls, uses of
 * classes and lambdas. In the program's own code every overriding method counts of whose class objects are made. In
 * the library only calls count that name the method that runs; otherwise half of the JDK would seem to be needed by
 * every program. What reflection and service loaders reach is not seen.
 */
import { ACC_FINAL } from "../classfile/format/access-flags.ts";
import { DeadwoodError } from "../core/errors.ts";
import type { Program } from "../program/linking/program.ts";
import {
  resolveInterfaceMethod,
  resolveMethod,
  selectMethod,
} from "../program/linking/resolution.ts";
import type { RuntimeClass, RuntimeMethod } from "../program/linking/runtime-class.ts";
import { type CodeUse, usesOf } from "./code-uses.ts";

/** How the walk came to a method. */
export interface Reached {
  readonly method: RuntimeMethod;
  /** The method that leads here; null for the first. */
  readonly from: Reached | null;
  /** The line in it; -1 if it is not known. */
  readonly line: number;
}

/** A class that no source has, or that cannot be used. */
export interface Unusable {
  readonly name: string;
  /** Null if it is not there at all. */
  readonly error: DeadwoodError | null;
  readonly from: Reached;
  readonly line: number;
}

interface VirtualCall {
  readonly resolved: RuntimeMethod;
  readonly from: Reached;
  readonly line: number;
}

/** More than any program needs that a search can explore. */
const MOST_METHODS = 200_000;

export class ReachedCode {
  readonly #program: Program;
  readonly #reached = new Map<number, Reached>();
  readonly #pending: Reached[] = [];
  readonly #initialized = new Set<RuntimeClass>();
  readonly #unusable = new Map<string, Unusable>();
  /** Classes of the program of which objects are made, with the place. */
  readonly #made = new Map<RuntimeClass, VirtualCall["from"]>();
  readonly #virtualCalls: VirtualCall[] = [];
  readonly #isBooted: (name: string) => boolean;

  /** `isBooted`: the machine has initialised this class before the program begins. */
  constructor(program: Program, main: RuntimeMethod, isBooted: (name: string) => boolean) {
    this.#program = program;
    this.#isBooted = isBooted;
    const start: Reached = { method: main, from: null, line: -1 };
    this.#reached.set(main.id, start);
    this.#pending.push(start);
    this.#initialize(main.owner, start, -1);
    this.#run();
  }

  get methods(): readonly Reached[] {
    return [...this.#reached.values()];
  }

  get unusable(): readonly Unusable[] {
    return [...this.#unusable.values()];
  }

  /** Breadth first, so that the way to each method is a shortest one. */
  #run(): void {
    for (let i = 0; i < this.#pending.length && i < MOST_METHODS; i++) {
      const each = this.#pending[i];
      if (each !== undefined) this.#scan(each);
    }
  }

  #scan(here: Reached): void {
    const { method } = here;
    if (method.code === null || method.owner.file === null) return;
    for (const use of this.#usesIn(here)) this.#follow(use, here);
  }

  /** Malformed code is refused when the program comes to it. */
  #usesIn(here: Reached): readonly CodeUse[] {
    try {
      return usesOf(here.method);
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      this.#addUnusable(here.method.owner.name, error, here, -1);
      return [];
    }
  }

  #follow(use: CodeUse, here: Reached): void {
    const { line } = use;
    const holder = this.#find(use.className, here, line);
    if (holder === null) return;
    if (use.kind === "new") this.#make(holder, here);
    if (use.kind === "new" || use.kind === "static") this.#initialize(holder, here, line);
    if (use.method === null) return;
    const { key, call, isInterface } = use.method;
    const resolved = isInterface ? resolveInterfaceMethod(holder, key) : resolveMethod(holder, key);
    if (resolved === null) return;
    if (call !== "virtual" || isFixed(resolved)) this.#reach(resolved, here, line);
    else this.#callVirtual(resolved, here, line);
  }

  #callVirtual(resolved: RuntimeMethod, from: Reached, line: number): void {
    if (!resolved.isAbstract) this.#reach(resolved, from, line);
    if (from.method.owner.origin !== "application") return;
    this.#virtualCalls.push({ resolved, from, line });
    for (const cls of this.#made.keys()) this.#select(cls, { resolved, from, line });
  }

  /** The program makes objects of a class. What the library may call on them counts as called. */
  #make(cls: RuntimeClass, from: Reached): void {
    if (cls.origin !== "application" || this.#made.has(cls)) return;
    this.#made.set(cls, from);
    for (const call of this.#virtualCalls) this.#select(cls, call);
    for (let each: RuntimeClass | null = cls; each !== null; each = each.superclass) {
      if (each.origin !== "application") break;
      for (const method of each.methods) {
        if (!method.isStatic && this.#overridesLibrary(cls, method)) {
          this.#reach(method, from, -1);
        }
      }
    }
  }

  #overridesLibrary(cls: RuntimeClass, { key, name }: RuntimeMethod): boolean {
    if (name === "<init>") return false;
    for (const id of cls.supertypes) {
      const above = this.#program.classes[id];
      if (above !== undefined && above.origin !== "application" && above.methodsByKey.has(key)) {
        return true;
      }
    }
    return false;
  }

  #select(cls: RuntimeClass, { resolved, from, line }: VirtualCall): void {
    if (!cls.isSubtypeOf(resolved.owner)) return;
    const target = selectMethod(cls, resolved);
    if (target !== null) this.#reach(target, from, line);
  }

  #reach(method: RuntimeMethod, from: Reached, line: number): void {
    if (this.#reached.has(method.id)) return;
    const reached: Reached = { method, from, line };
    this.#reached.set(method.id, reached);
    this.#pending.push(reached);
  }

  #initialize(cls: RuntimeClass, from: Reached, line: number): void {
    if (this.#initialized.has(cls) || this.#isBooted(cls.name)) return;
    this.#initialized.add(cls);
    if (cls.classInitializer !== null) this.#reach(cls.classInitializer, from, line);
    if (cls.superclass !== null) this.#initialize(cls.superclass, from, line);
  }

  #find(name: string, from: Reached, line: number): RuntimeClass | null {
    try {
      const cls = this.#program.find(name);
      if (cls === null) this.#addUnusable(name, null, from, line);
      return cls;
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      this.#addUnusable(name, error, from, line);
      return null;
    }
  }

  #addUnusable(name: string, error: DeadwoodError | null, from: Reached, line: number): void {
    const base = name.replace(/^\[+L?/, "").replace(/;$/, "");
    if (!this.#unusable.has(base)) this.#unusable.set(base, { name: base, error, from, line });
  }
}

/** The call runs this method, whatever the object's class is. */
const isFixed = ({ accessFlags, isStatic, isPrivate, owner }: RuntimeMethod): boolean =>
  isStatic || isPrivate || ((accessFlags | owner.accessFlags) & ACC_FINAL) !== 0;
