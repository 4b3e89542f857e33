/**
 * Which method starts a program. Up to Java 24 that is `public static void
 * main(String[])`. From 25 on (JEP 512) it may be any that is not private: one
 * with a String[] goes before one without parameters, and one that is not
 * static is called on an object made by the constructor without parameters.
 */

import { ClassAssembler } from "../classfile/assembling/class-assembler.ts";
import { ACC_PRIVATE, ACC_PUBLIC, ACC_STATIC } from "../classfile/format/access-flags.ts";
import { bug } from "../core/assert.ts";
import { MainMethodError } from "../core/errors.ts";
import { resolveMethod } from "../program/linking/resolution.ts";
import type { RuntimeClass, RuntimeMethod } from "../program/linking/runtime-class.ts";
import type { Machine } from "./machine.ts";

const WITH_ARGUMENTS = "([Ljava/lang/String;)V";
const WITHOUT_ARGUMENTS = "()V";
/** The first release whose launcher takes any main method. */
const FIRST_FLEXIBLE = 25;

/** The static method with a String[] that the launcher calls. */
export function findMain(m: Machine, name: string): RuntimeMethod {
  const internalName = name.replaceAll(".", "/");
  const cls = m.program.find(internalName);
  if (cls === null) throw m.program.missing(internalName, "the command line");
  m.prepareClasses();
  const main = m.featureVersion >= FIRST_FLEXIBLE ? chooseMain(cls) : traditionalMain(cls);
  const isPlain = main.owner === cls && main.isStatic && main.descriptor === WITH_ARGUMENTS;
  return isPlain ? main : makeStarter(m, cls, main);
}

function traditionalMain(cls: RuntimeClass): RuntimeMethod {
  const main = resolveMethod(cls, `main${WITH_ARGUMENTS}`);
  if (main === null || main.code === null) {
    throw new MainMethodError(
      `class ${cls.externalName} has no method "public static void main(String[])"`,
      {
        hint: "Name the class that has the main method.",
      },
    );
  }
  if ((main.accessFlags & (ACC_STATIC | ACC_PUBLIC)) !== (ACC_STATIC | ACC_PUBLIC)) {
    throw new MainMethodError(`the main method of class ${cls.externalName} is not public static`, {
      hint: 'Declare it as "public static void main(String[] args)".',
    });
  }
  return main;
}

function chooseMain(cls: RuntimeClass): RuntimeMethod {
  const main = visibleMain(cls, WITH_ARGUMENTS) ?? visibleMain(cls, WITHOUT_ARGUMENTS);
  if (main === null) {
    throw new MainMethodError(`class ${cls.externalName} has no main method that is not private`, {
      hint: 'Declare "void main()" or "public static void main(String[] args)".',
    });
  }
  if (main.isStatic) return main;
  const constructor = cls.methodsByKey.get("<init>()V");
  if (cls.isAbstract || constructor === undefined || constructor.isPrivate) {
    throw new MainMethodError(
      `the main method of class ${cls.externalName} is not static, and no object can be made to call it on`,
      {
        hint: "Declare main static, or give the class a constructor without parameters that is not private.",
      },
    );
  }
  return main;
}

/** As the launcher looks for it: the class's own, else one inherited. */
function visibleMain(cls: RuntimeClass, descriptor: string): RuntimeMethod | null {
  const main = resolveMethod(cls, `main${descriptor}`);
  const isUsable = main !== null && main.code !== null && (main.accessFlags & ACC_PRIVATE) === 0;
  return isUsable ? main : null;
}

/**
 * A method that initialises the class named on the command line and calls a
 * main method the launcher cannot call directly: inherited, on an object, or
 * without arguments.
 */
function makeStarter(m: Machine, cls: RuntimeClass, main: RuntimeMethod): RuntimeMethod {
  const starter = new ClassAssembler({ name: `${cls.name}$$Main` });
  starter.method(ACC_STATIC | ACC_PUBLIC, "main", WITH_ARGUMENTS, (code) => {
    code.pushInt(cls.number);
    code.emit("invokestatic", {
      owner: "deadwood/internal/ClassInit",
      name: "run",
      descriptor: "(I)V",
    });
    if (!main.isStatic) {
      code.emit("new", cls.name).emit("dup");
      code.emit("invokespecial", { owner: cls.name, name: "<init>", descriptor: "()V" });
    }
    if (main.descriptor === WITH_ARGUMENTS) code.emit("aload_0");
    const { owner, name, descriptor } = main;
    const member = { owner: owner.name, name, descriptor, isInterface: owner.isInterface };
    if (main.isStatic) code.emit("invokestatic", member);
    else code.emit(owner.isInterface ? "invokeinterface" : "invokevirtual", member);
    code.emit("return");
  });
  const made = m.program.define(starter.toClassFile());
  m.prepareClasses();
  const [method] = made.methods;
  if (method === undefined) bug("the starter has no method");
  return method;
}
