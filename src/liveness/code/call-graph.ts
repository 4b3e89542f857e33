/**
 * Which methods a program may run, and what each may run next: rapid type
 * analysis over byte code, the library's included. A virtual call leads to the
 * methods of those classes only of which reachable code (or the machine) makes
 * objects. What natives call, make and read comes from their declared effects
 * and from machine-behaviour.ts.
 */

import { ACC_FINAL, ACC_PRIVATE } from "../../classfile/format/access-flags.ts";
import { bug } from "../../core/assert.ts";
import { DeadwoodError } from "../../core/errors.ts";
import { selectMethod } from "../../program/linking/resolution.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { AnalysisProgram } from "./analysis-program.ts";
import { ANY_ARRAY, Facts } from "./facts.ts";
import { type CodeEffect, CodeEffects } from "./instruction-effects.ts";
import {
  ADD_HOOK,
  CLASS_INIT,
  DISPATCH_UNCAUGHT,
  FIND_HANDLER,
  HANDLER,
  MADE_BY_MACHINE,
  USUAL_HANDLER,
} from "./machine-behaviour.ts";
import { NativeReads } from "./native-reads.ts";
import { reachedInstructions } from "./reachable-code.ts";
import { ReadGraph } from "./read-graph.ts";
import type { UsedLibrary } from "./used-library.ts";
import { VirtualCalls } from "./virtual-calls.ts";

export interface GraphOptions {
  /** The program's main method. */
  readonly main: RuntimeMethod;
  /** An uncaught exception ends the path it is on. */
  readonly reportEnds: boolean;
  /** What such a report says belongs to the outcome: an exception's message and where it was made. */
  readonly reportReads: boolean;
  /** What is in use of the library: the rest is taken never to run. Null when all of it may. */
  readonly observed: UsedLibrary | null;
}

interface ReachedMethod {
  readonly node: number;
  /** Something else than a call in byte code runs it, and takes its result. */
  isEntered: boolean;
}

export class CallGraph {
  readonly world: AnalysisProgram;
  readonly options: GraphOptions;
  readonly facts = new Facts();
  readonly graph = new ReadGraph();
  readonly effects: CodeEffects;
  /** Why nothing can be said about what the program will run; null when it can. */
  openedBy: string | null = null;
  /** Some native may run anything that is loaded. */
  reflects = false;
  #hasAddedObserved = false;
  /** Natives on which all rests that they are never called. */
  readonly coldNatives = new Set<string>();
  readonly #natives: NativeReads;
  /** By method id. */
  readonly #methods = new Map<number, ReachedMethod>();
  /** The nodes of what first uses of classes run; -1 where that is nothing. */
  readonly #inits = new Map<RuntimeClass, number>();
  readonly #virtualCalls: VirtualCalls;
  readonly #toScan: RuntimeMethod[] = [];
  #handles = false;

  constructor(world: AnalysisProgram, options: GraphOptions) {
    this.world = world;
    this.options = options;
    this.#virtualCalls = new VirtualCalls(this);
    this.#natives = new NativeReads(this);
    this.effects = new CodeEffects(this, this.#natives);
    for (const name of MADE_BY_MACHINE) {
      const cls = world.find(name);
      if (cls !== null) this.make(cls);
    }
  }

  /** The node of a method that was reached; undefined otherwise. */
  nodeOf(method: RuntimeMethod): number | undefined {
    return this.#methods.get(method.id)?.node;
  }

  /** Methods that were reached, each with its node. */
  *methods(): Iterable<readonly [RuntimeMethod, number]> {
    for (const [id, { node }] of this.#methods) yield [this.world.program.methods[id]!, node];
  }

  /** The methods that a virtual call may run, by its node. */
  *selections(): Iterable<readonly [number, ReadonlySet<RuntimeMethod>]> {
    for (const { node, targets } of this.#virtualCalls.selectors()) yield [node, targets];
  }

  /** The classes that the program may initialise, where that runs something. */
  get initialized(): RuntimeClass[] {
    return [...this.#inits].filter(([, node]) => node >= 0).map(([cls]) => cls);
  }

  /** The machine or a native runs the method, for what no instruction shows. */
  isEntered(method: RuntimeMethod): boolean {
    return this.#methods.get(method.id)?.isEntered === true;
  }

  /** The fact for a read of elements through a reference of an array type. */
  elementsOf(descriptor: string): number {
    const base = descriptor.replace(/^\[+/, "");
    // The verifier lets anything pass for an interface.
    const isExact =
      !base.startsWith("L") || this.world.find(base.slice(1, -1))?.isInterface === false;
    return this.facts.arrayNumber(isExact ? descriptor : ANY_ARRAY);
  }

  /**
   * Copies of arrays may inspect the elements, because they might not fit. A
   * copy that does not is not a read: it puts values into an array of the same
   * type or of a supertype, and if the elements of that are live, so are those that
   * were copied.
   */
  get checksElements(): boolean {
    return this.options.observed?.checksElements ?? true;
  }

  /** The method was followed to all that it may run. */
  isAnalysed(method: RuntimeMethod): boolean {
    return this.#methods.has(method.id) && !this.#isCold(method);
  }

  /** Code of the library that the program is not expected to run. */
  #isCold({ owner, key }: RuntimeMethod): boolean {
    const { observed } = this.options;
    if (observed === null || (owner.origin !== "jdk" && owner.origin !== "model")) return false;
    if (observed.methods !== null) return !observed.methods.has(`${owner.name}.${key}`);
    return !observed.classes.has(owner.name);
  }

  /** The method that a node stands for; null for one that stands for something else. */
  methodAt(node: number): RuntimeMethod | null {
    for (const [id, each] of this.#methods) {
      if (each.node === node) return this.world.program.methods[id]!;
    }
    return null;
  }

  /** What a node stands for, in words. */
  describe(node: number): string {
    const method = this.methodAt(node);
    if (method !== null) return method.toString();
    for (const [cls, each] of this.#inits) {
      if (each === node) return `initialisation of ${cls.externalName}`;
    }
    for (const { node: each, holder, resolved } of this.#virtualCalls.selectors()) {
      const called = `${holder.externalName}.${resolved.name}${resolved.descriptor}`;
      if (each === node) return `call of ${called}`;
    }
    return "access to memory by a native method";
  }

  /** The node of a method of the library that must be there. */
  root(path: string): number {
    const method = this.world.method(path, true);
    if (method === null) bug(`the class library lacks ${path}`);
    return this.reach(method);
  }

  open(reason: string): void {
    this.openedBy ??= reason;
  }

  /**
   * A native runs code that its arguments name, or makes an object, of any class that is loaded by then. So as long as it
   * is ahead, anything may be read. What it may leave behind is derived from the classes known to be
   * loaded; a caller that relies on this must watch for more.
   */
  reflect(node: number, native: string): void {
    if (this.options.observed === null) this.open(native);
    this.graph.addEverything(node);
    this.reflects = true;
  }

  /** There may be objects of all classes that are loaded, which are initialised; and frames of all methods that have run. */
  #addObserved({ classes, methods }: UsedLibrary): void {
    for (const name of classes) {
      const cls = this.world.find(name);
      if (cls === null || cls.isArray || cls.isPrimitive) continue;
      this.initOf(cls);
      if (!cls.isInterface && !cls.isAbstract) this.make(cls);
      for (const method of cls.methods) {
        const hasRun =
          methods === null ? cls.origin === "application" : methods.has(`${name}.${method.key}`);
        if (hasRun) this.reach(method);
      }
    }
  }

  /** A native is assumed never to be called; a caller that relies on this must watch it. */
  isColdNative(native: string): boolean {
    const { observed } = this.options;
    if (observed === null || observed.natives.has(native)) return false;
    this.coldNatives.add(native);
    return true;
  }

  /** Follows everything that was reached to its end. */
  run(): void {
    for (;;) {
      const method = this.#toScan.pop();
      if (method !== undefined) {
        this.#scan(method);
        continue;
      }
      const { observed } = this.options;
      if (!this.reflects || observed === null || this.#hasAddedObserved) return;
      this.#hasAddedObserved = true;
      this.#addObserved(observed);
    }
  }

  /** `isCalled`: by an instruction, which is where its result goes. */
  reach(method: RuntimeMethod, isCalled = false): number {
    const known = this.#methods.get(method.id);
    if (known !== undefined) {
      if (!isCalled) known.isEntered = true;
      return known.node;
    }
    const node = this.graph.add();
    this.#methods.set(method.id, { node, isEntered: !isCalled });
    this.#toScan.push(method);
    return node;
  }

  /** The node for what the first use of a class runs; -1 when that is nothing. */
  initOf(cls: RuntimeClass): number {
    const known = this.#inits.get(cls);
    if (known !== undefined) return known;
    if (!cls.hasInitializer) {
      this.#inits.set(cls, -1);
      return -1;
    }
    const node = this.graph.add();
    this.#inits.set(cls, node);
    this.graph.addEdge(node, this.root(CLASS_INIT));
    if (cls.classInitializer !== null) {
      this.graph.addEdge(node, this.reach(cls.classInitializer));
    }
    const above = cls.superclass === null ? cls.interfaces : [cls.superclass, ...cls.interfaces];
    for (const each of above) {
      const before = this.initOf(each);
      if (before >= 0) this.graph.addEdge(node, before);
    }
    return node;
  }

  /** The node of a call that the object's class decides: `holder` is the class that the call names. */
  select(holder: RuntimeClass, resolved: RuntimeMethod): number {
    if (isFixed(resolved)) return this.reach(resolved, true);
    return this.#virtualCalls.nodeOf(holder, resolved);
  }

  /** Objects of a class are made. */
  make(cls: RuntimeClass): void {
    if (!this.#virtualCalls.addMade(cls)) return;
    this.#natives.addMade(cls);
    if (!this.#handles && cls.name !== USUAL_HANDLER) this.#lookForHandler(cls);
  }

  /** Once the program can have a handler for uncaught exceptions, or its own way to find one, that may throw in its turn. */
  #lookForHandler(cls: RuntimeClass): void {
    const handler = this.world.find(HANDLER);
    const isHandler = handler !== null && cls.isSubtypeOf(handler);
    if (!isHandler && !this.#findsHandlers(cls)) return;
    this.#handles = true;
    const dispatch = this.world.method(DISPATCH_UNCAUGHT);
    if (dispatch !== null && this.#methods.has(dispatch.id)) this.#toScan.push(dispatch);
  }

  /** A class of threads that says itself which handler there is. */
  #findsHandlers(cls: RuntimeClass): boolean {
    const find = this.world.method(FIND_HANDLER);
    return find !== null && cls.isSubtypeOf(find.owner) && selectMethod(cls, find) !== find;
  }

  /** Handlers of this method's code are never entered. */
  hasNoHandlers(method: RuntimeMethod): boolean {
    if (this.#handles || !this.options.reportEnds || method.name !== "dispatchUncaughtException") {
      return false;
    }
    return `${method.owner.name}.${method.key}` === DISPATCH_UNCAUGHT;
  }

  /** Shutdown hooks may have been added. */
  get hasHooks(): boolean {
    const method = this.world.method(ADD_HOOK);
    return method !== null && this.#methods.has(method.id);
  }

  #scan(method: RuntimeMethod): void {
    const { node } = this.#methods.get(method.id)!;
    const native = this.world.nativeOf(method);
    if (native !== undefined) {
      this.#natives.declare(node, method, native);
      return;
    }
    // It is refused, or fails, where it is called.
    if (method.isNative || method.code === null || this.#isCold(method)) return;
    try {
      const instructions = reachedInstructions(this, method);
      for (let i = 0; i < instructions.length; i++) {
        const effect = this.effects.at(method, method.code, instructions, i);
        if (effect !== null) this.#add(node, effect);
      }
    } catch (error) {
      // Malformed code is refused when the program reaches it, not before.
      if (!(error instanceof DeadwoodError)) throw error;
      this.graph.addEverything(node);
    }
  }

  #add(node: number, effect: CodeEffect): void {
    const { graph } = this;
    if (effect.fact >= 0) graph.addFact(node, effect.fact);
    if (effect.callee >= 0) graph.addEdge(node, effect.callee);
    if (effect.init >= 0) graph.addEdge(node, effect.init);
  }
}

/** The method runs whatever the object's class is. */
function isFixed(method: RuntimeMethod): boolean {
  if ((method.accessFlags & ACC_PRIVATE) !== 0 || method.isStatic) return true;
  if (method.owner.isInterface || method.isAbstract) return false;
  return ((method.accessFlags | method.owner.accessFlags) & ACC_FINAL) !== 0;
}
