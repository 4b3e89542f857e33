/**
 * Class initialisation (JVM specification 5.5). An instruction that needs a
 * class initialised calls `deadwood.internal.ClassInit.run` in front of
 * itself and is carried out when that has returned; the procedure itself,
 * superclasses and errors included, is that Java method over a few natives.
 */
import type { RuntimeClass } from "../program/runtime-class.ts";
import { callMethod } from "./invoke.ts";
import { INITIALIZED, INITIALIZING, type Machine } from "./machine.ts";
import { Stop } from "./stop.ts";

/** True when the running thread may use the class: it is initialised, or this thread is at it. */
export function isUsable(m: Machine, cls: RuntimeClass): boolean {
  const status = m.status(cls);
  return status === INITIALIZED || status === INITIALIZING + m.thread;
}

/** Starts the initialisation; the present instruction runs again afterwards. */
export function beginInitialization(m: Machine, cls: RuntimeClass): Stop {
  m.S[m.sp] = cls.id;
  const base = m.sp;
  m.sp += 2;
  const stop = callMethod(m, m.initializerMethod, base, m.pc);
  return stop === Stop.none ? Stop.again : stop;
}
