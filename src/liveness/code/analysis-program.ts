/**
 * The program's classes, linked again for analysis. An analysis looks ahead at classes
 * that no run has loaded so far, and the machine's own `Program` must not know those: it
 * has a number and words of memory for each class that it knows. So an analysis has a
 * `Program` of its own over the same sources. Nothing is initialised here, and nothing ever
 * runs.
 */
import type { BootstrapMethod } from "../../classfile/format/class-file.ts";
import { DeadwoodError } from "../../core/errors.ts";
import { Program } from "../../program/linking/program.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { MAKERS, type SiteClass } from "../../vm/interpreter/call-site-linker.ts";
import type { Machine } from "../../vm/machine.ts";
import type { NativeMethod, NativeTable } from "../../vm/native-api/native-method.ts";
import type { UsedLibrary } from "./used-library.ts";

export class AnalysisProgram {
  readonly program: Program;
  readonly #natives: NativeTable;
  readonly #siteNatives = new Map<string, Readonly<Record<string, NativeMethod>>>();
  readonly #sites = new Map<string, RuntimeClass | null>();
  /** Names of classes with natives that do not always return; null until first needed. */
  #ending: ReadonlySet<string> | null = null;
  /** Names of classes that could not be found or read. */
  readonly #missing = new Set<string>();
  readonly #observed: UsedLibrary | null;
  /**
   * Names of classes that are assumed never to be loaded, because no run has
   * loaded them so far: nothing was looked up in them. A caller that relies on this
   * must watch for them.
   */
  readonly withheld = new Set<string>();

  constructor(m: Machine, observed: UsedLibrary | null = null) {
    this.program = new Program(m.program.sources);
    this.#natives = m.options.natives;
    this.#observed = observed;
  }

  /** Null for a missing class: a run that reaches it reports an error. */
  find(name: string): RuntimeClass | null {
    const known = this.program.loaded(name);
    if (known !== undefined) return known;
    if (this.#missing.has(name) || this.#isWithheld(name)) return null;
    return this.load(name);
  }

  #isWithheld(name: string): boolean {
    const observed = this.#observed;
    if (observed === null || observed.classes.has(name)) return false;
    const base = name.replace(/^\[+L?/, "").replace(/;$/, "");
    if (base.length <= 1 || observed.classes.has(base) || this.program.loaded(base) !== undefined) {
      return false;
    }
    if (this.withheld.has(base)) return true;
    // The program's own classes are all looked at: there are few.
    const isOwn = !base.startsWith("java/") && this.program.sources.application.find(base) !== null;
    if (!isOwn) this.withheld.add(base);
    return !isOwn;
  }

  /** As `find`, whether or not the class is assumed to be loaded. */
  load(name: string): RuntimeClass | null {
    const cls = quietly(() => this.program.find(name));
    if (cls === null) this.#missing.add(name);
    return cls;
  }

  /** "java/lang/Thread.start0()V"; with `isSure`, whether or not its class is assumed to be loaded. */
  method(path: string, isSure = false): RuntimeMethod | null {
    const dot = path.indexOf(".");
    const name = path.slice(0, dot);
    const cls = isSure ? this.load(name) : this.find(name);
    return cls?.methodsByKey.get(path.slice(dot + 1)) ?? null;
  }

  nativeOf(method: RuntimeMethod): NativeMethod | undefined {
    return this.nativeAt(method.owner.name, method.key);
  }

  nativeAt(owner: string, key: string): NativeMethod | undefined {
    return this.#natives[owner]?.[key] ?? this.#siteNatives.get(owner)?.[key];
  }

  /** Whether a class has natives that do not always return. */
  hasEndingNatives(className: string): boolean {
    this.#ending ??= new Set(
      Object.entries(this.#natives).flatMap(([owner, table]) =>
        Object.values(table).some(({ returns }) => returns !== undefined) ? [owner] : [],
      ),
    );
    return this.#ending.has(className);
  }

  /** The class that the machine makes for an invokedynamic; null for a bootstrap method that runs as Java code, or a refused site. */
  siteClass(owner: RuntimeClass, index: number): RuntimeClass | null {
    const key = `${owner.id}:${index}`;
    const known = this.#sites.get(key);
    if (known !== undefined) return known;
    const made = quietly(() => this.#makeSite(owner, index));
    const cls = made === null ? null : quietly(() => this.program.define(made.file));
    if (cls !== null && made?.natives !== undefined) this.#siteNatives.set(cls.name, made.natives);
    this.#sites.set(key, cls);
    return cls;
  }

  /** Whether an invokedynamic has a bootstrap method that the machine knows. */
  isKnownSite(owner: RuntimeClass, index: number): boolean {
    return MAKERS[this.#bootstrapName(owner, index)] !== undefined;
  }

  #bootstrapName(owner: RuntimeClass, index: number): string {
    const { constants } = owner.file!;
    const bootstrap = bootstrapOf(owner, index);
    if (bootstrap === undefined) return "";
    const handle = constants.methodHandle(bootstrap.methodHandle);
    return `${handle.owner}.${handle.name}`;
  }

  #makeSite(owner: RuntimeClass, index: number): SiteClass | null {
    const file = owner.file!;
    const bootstrap = bootstrapOf(owner, index);
    const make = MAKERS[this.#bootstrapName(owner, index)];
    if (make === undefined || bootstrap === undefined) return null;
    const { name, descriptor } = file.constants.dynamic(index);
    return make({
      bootstrap: file.constants.methodHandle(bootstrap.methodHandle).name,
      pool: file.constants,
      owner: owner.name,
      superclass: file.superName,
      label: `${index}`,
      name,
      descriptor,
      args: bootstrap.args,
      bootstraps: file.bootstrapMethods,
    });
  }
}

function bootstrapOf(owner: RuntimeClass, index: number): BootstrapMethod | undefined {
  const file = owner.file!;
  return file.bootstrapMethods[file.constants.dynamic(index).bootstrapMethod];
}

/** What is wrong with a class is said when the program comes to it, not here. */
function quietly<T>(get: () => T | null): T | null {
  try {
    return get();
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}
