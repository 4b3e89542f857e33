/**
 * invokedynamic. The bootstrap methods that javac uses (lambdas, string
 * concatenation, record methods, pattern switches) are not run: their effect is
 * known, and a small class with real byte code is made for each call site, so
 * that analyses see ordinary code. Any other bootstrap method is called as the
 * JVM would, by deadwood.internal.Linker.
 */

import type { BootstrapMethod, ClassFile } from "../../classfile/format/class-file.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { bug } from "../../core/assert.ts";
import { BadClassFileError } from "../../core/errors.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { isReferenceDescriptor } from "../../program/linking/runtime-class.ts";
import { inferTypes } from "../../program/types/inference.ts";
import { subtypeOracle } from "../../program/types/subtype-oracle.ts";
import type { CallSiteSpec } from "../call-sites/call-site.ts";
import { concatSite } from "../call-sites/concat.ts";
import { classOperand } from "../call-sites/convert.ts";
import { lambdaSite } from "../call-sites/lambda.ts";
import { recordSite } from "../call-sites/record.ts";
import { switchSite } from "../call-sites/switch.ts";
import { I } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import type { NativeMethod } from "../native-api/native-method.ts";
import { currentLocation } from "./calls.ts";
import { newSite } from "./dynamic-constants.ts";
import { refuseBootstrap, refuseKnown } from "./handle-resolution.ts";
import { loadClass } from "./load-class.ts";
import { Stop } from "./stop.ts";

/** What a call site becomes: a class whose static method `link` is called instead. */
export interface SiteClass {
  readonly file: ClassFile;
  /** Natives of the class, by method key. */
  readonly natives?: Readonly<Record<string, NativeMethod>>;
  /** The call always gives the same object, made once: no captured values. */
  readonly isConstant?: boolean;
}

type SiteMaker = (spec: CallSiteSpec) => SiteClass;

const FRONT = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
const TYPE = "Ljava/lang/invoke/MethodType;";
const SITE = ")Ljava/lang/invoke/CallSite;";
const OBJECTS = "[Ljava/lang/Object;";
/** Of the bootstrap methods below. */
const DESCRIPTORS: Readonly<Record<string, string>> = {
  metafactory: `${FRONT}${TYPE}${TYPE}Ljava/lang/invoke/MethodHandle;${TYPE}${SITE}`,
  altMetafactory: `${FRONT}${TYPE}${OBJECTS}${SITE}`,
  makeConcatWithConstants: `${FRONT}${TYPE}Ljava/lang/String;${OBJECTS}${SITE}`,
  makeConcat: `${FRONT}${TYPE}${SITE}`,
  bootstrap: `${FRONT}Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;`,
  typeSwitch: `${FRONT}${TYPE}${OBJECTS}${SITE}`,
  enumSwitch: `${FRONT}${TYPE}${OBJECTS}${SITE}`,
};

/** By bootstrap method. */
export const MAKERS: Readonly<Record<string, SiteMaker>> = {
  "java/lang/invoke/LambdaMetafactory.metafactory": lambdaSite,
  "java/lang/invoke/LambdaMetafactory.altMetafactory": lambdaSite,
  "java/lang/invoke/StringConcatFactory.makeConcatWithConstants": concatSite,
  "java/lang/invoke/StringConcatFactory.makeConcat": concatSite,
  "java/lang/runtime/ObjectMethods.bootstrap": recordSite,
  "java/lang/runtime/SwitchBootstraps.typeSwitch": switchSite,
  "java/lang/runtime/SwitchBootstraps.enumSwitch": switchSite,
};

export function linkCallSite(m: Machine, owner: RuntimeClass, index: number): Stop {
  const file = owner.file!;
  const pool = file.constants;
  const dynamic = pool.dynamic(index);
  const bootstrap: BootstrapMethod | undefined = file.bootstrapMethods[dynamic.bootstrapMethod];
  if (bootstrap === undefined) {
    throw new BadClassFileError(
      `class ${owner.externalName}: bootstrap method ${dynamic.bootstrapMethod} does not exist`,
    );
  }
  const handle = pool.methodHandle(bootstrap.methodHandle);
  const make = MAKERS[`${handle.owner}.${handle.name}`];
  const refused =
    (make === undefined ? null : refuseKnown(m, handle, DESCRIPTORS[handle.name]!)) ??
    refuseBootstrap(m, owner, bootstrap);
  if (refused !== null) return refused;
  const { code } = m.space;
  const { pc } = m;
  if (make === undefined) {
    const site = newSite(m, owner, index);
    const { descriptor } = dynamic;
    code[pc + 1] =
      m.linked.handleSites.push({ descriptor, name: "invoke", site, variable: null }) - 1;
    code[pc] = I.invokeHandle;
    return Stop.again;
  }
  const made = makeSiteClass(m, make, owner, {
    bootstrap: handle.name,
    pool,
    owner: owner.name,
    superclass: file.superName,
    label: siteLabel(m),
    name: dynamic.name,
    descriptor: dynamic.descriptor,
    args: bootstrap.args,
    bootstraps: file.bootstrapMethods,
  });
  const cls = m.program.define(made.file);
  verifySite(m, owner, made.file);
  m.prepareClasses();
  if (made.natives !== undefined) m.linked.callSiteNatives.set(cls.name, made.natives);
  if (made.isConstant === true) {
    const object = m.allocatePermanent(
      m.classTables.instanceWords[cls.id]!,
      `constant ${cls.number}`,
    );
    m.H[object] = cls.id;
    code[pc + 1] = object;
    code[pc] = I.constantCall;
    return Stop.again;
  }
  code[pc + 1] = linkTarget(cls).id;
  code[pc] = I.invokeDirect;
  return Stop.again;
}

/** By its method's place in the class file and its own in the method: a count would depend on which site is run first. */
function siteLabel(m: Machine): string {
  const { method } = m.space.codeAt(m.pc);
  return `${method.owner.methods.indexOf(method)}_${m.space.offsetAt(m.pc)}`;
}

/** The class of a call site; a refusal says where the call is. */
function makeSiteClass(
  m: Machine,
  make: SiteMaker,
  owner: RuntimeClass,
  spec: CallSiteSpec,
): SiteClass {
  // Loaded from here, so that a missing one is reported with the place of the call.
  for (const type of typesIn(spec.descriptor)) loadClass(m, type);
  try {
    return make(spec);
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    throw new BadClassFileError(
      `class ${owner.externalName}: ${error.message} (reached ${currentLocation(m)})`,
      {
        cause: error,
        hint: "Compile the class again.",
      },
    );
  }
}

/** The classes that a lambda implements or a call captures. */
function typesIn(descriptor: string): string[] {
  const { parameters, result } = parseMethodDescriptor(descriptor);
  return [...parameters, result].filter(isReferenceDescriptor).map(classOperand);
}

/** Code made from a program's own call site is only as good as the site: verified like the program. */
function verifySite(m: Machine, owner: RuntimeClass, file: ClassFile): void {
  if (owner.origin !== "application") return;
  for (const method of file.methods) {
    if (method.code === null) continue;
    inferTypes(file, method, { oracle: subtypeOracle(m.program), caller: owner.file! });
  }
}

function linkTarget(cls: RuntimeClass): RuntimeMethod {
  const method = cls.methods.find((each) => each.name === "link");
  if (method === undefined) bug("call site without a link method");
  return method;
}
