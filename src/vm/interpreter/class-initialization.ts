/**
 * Class initialisation (JVM specification 5.5). An instruction that needs a
 * class initialised calls `deadwood.internal.ClassInit.run` in front of
 * itself and is carried out when that has returned; the procedure itself,
 * superclasses and errors included, is that Java method over a few natives.
 */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { INITIALIZED, INITIALIZING } from "../memory/class-status.ts";
import { callMethod } from "./calls.ts";
import { Stop } from "./stop.ts";

/** True when the running thread may use the class: it is initialised, or this thread is at it. */
export function isUsable(m: Machine, cls: RuntimeClass): boolean {
  const status = m.status(cls);
  return status === INITIALIZED || status === INITIALIZING + m.thread;
}

/**
 * Called when a static field is used, other than by an instruction for it, while another thread
 * initialises its class or may do so. A JVM need not wait for that, and here an initialiser is not interrupted for others.
 */
export function noteEarlyUse(m: Machine): void {
  m.approximations.add(
    "the program uses static fields by handles or Unsafe before their class is initialised, which is not interleaved",
  );
}

/** Starts the initialisation; the present instruction runs again afterwards. */
export function beginInitialization(m: Machine, cls: RuntimeClass): Stop {
  m.S[m.sp] = cls.number;
  const base = m.sp;
  m.sp += 2;
  const stop = callMethod(m, m.linked.initializerMethod, base, m.pc);
  return stop === Stop.none ? Stop.again : stop;
}
