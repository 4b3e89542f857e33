/**
 * Constants of ldc. Strings and classes are permanent objects and become plain
 * pushes. Method types, method handles and dynamic constants are made by Java
 * code (deadwood.internal.Linker) the first time they are needed, and kept in
 * a word of the static area, so that undoing takes them back like everything.
 */
import { Tag } from "../../classfile/format/constant-pool.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { I } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { STATIC_BASE } from "../memory/memory.ts";
import { callMethod } from "./calls.ts";
import { refuseBootstrap, refuseHandle } from "./handle-resolution.ts";
import { loadClass } from "./load-class.ts";
import { Stop } from "./stop.ts";

/** Something of a class's constant pool that Linker makes. */
export interface LinkSite {
  readonly owner: RuntimeClass;
  readonly index: number;
  /** Of the instruction that needs it: what Java code knows the site by. */
  readonly number: number;
  /** The word that keeps the result; 0 until it is made. */
  readonly cell: number;
}

export function linkConstant(m: Machine, owner: RuntimeClass, index: number): Stop {
  const pool = owner.file!.constants;
  const { code } = m.space;
  const { pc } = m;
  switch (pool.tag(index)) {
    case Tag.string:
      code[pc + 1] = m.intern(pool.string(index));
      code[pc] = I.constant;
      return Stop.again;
    case Tag.class:
      code[pc + 1] = m.mirror(loadClass(m, pool.className(index)));
      code[pc] = I.constant;
      return Stop.again;
    default: {
      const refused = refuseConstant(m, owner, index);
      if (refused !== null) return refused;
      const site = newSite(m, owner, index);
      code[pc + 1] = m.linked.sites[site]!.cell;
      code[pc + 2] = site;
      code[pc] = I.constantCell;
      return Stop.again;
    }
  }
}

/** What a method handle or the bootstrap method of a dynamic constant refers to must be there. */
function refuseConstant(m: Machine, owner: RuntimeClass, index: number): Stop | null {
  const { constants, bootstrapMethods } = owner.file!;
  switch (constants.tag(index)) {
    case Tag.methodHandle:
      return refuseHandle(m, owner, constants.methodHandle(index));
    case Tag.dynamic:
      return refuseBootstrap(m, owner, bootstrapMethods[constants.dynamic(index).bootstrapMethod]!);
    default:
      return null;
  }
}

/** Registers what the present instruction needs of a class, a constant or call site, to be made by Linker. */
export function newSite(m: Machine, owner: RuntimeClass, index: number): number {
  const { statics } = m.program;
  const number = m.places.numberOf(m.pc);
  const word = statics.begin(`site ${number}`);
  statics.references.push(word);
  const site = { owner, index, number, cell: STATIC_BASE + word };
  m.linked.sitesByNumber.set(number, site);
  return m.linked.sites.push(site) - 1;
}

/** Has Linker make the site; the present instruction runs again afterwards. */
export function makeSite(m: Machine, site: number): Stop {
  const base = m.sp;
  m.S[base] = m.linked.sites[site]!.number;
  m.sp += 2;
  const stop = callMethod(m, m.linked.linkerMethod, base, m.pc);
  return stop === Stop.none ? Stop.again : stop;
}

/** Pushes a constant kept in a cell; a primitive one is taken out of its box. */
export function loadConstantCell(m: Machine): Stop {
  const { code } = m.space;
  const value = m.H[code[m.pc + 1]!]!;
  const site = m.linked.sites[code[m.pc + 2]!]!;
  const pool = site.owner.file!.constants;
  const descriptor =
    pool.tag(site.index) === Tag.dynamic ? pool.dynamic(site.index).descriptor : "L";
  if (value === 0) return makeSite(m, code[m.pc + 2]!);
  const { S, H, sp } = m;
  switch (descriptor.charAt(0)) {
    case "L":
    case "[":
      S[sp] = value === m.linked.nullConstant ? 0 : value;
      m.sp += 2;
      break;
    default: {
      const at = value + m.fieldOffset(m.classOf(value).name, "value");
      m.accesses?.readRange(value, at - value, at - value + 2);
      S[sp] = H[at]!;
      const wide = descriptor === "J" || descriptor === "D";
      if (wide) S[sp + 1] = H[at + 1]!;
      m.sp += wide ? 4 : 2;
    }
  }
  m.pc += 3;
  return Stop.none;
}
