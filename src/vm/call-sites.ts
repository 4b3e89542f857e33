/**
 * invokedynamic. The bootstrap methods that javac uses (lambdas, string
 * concatenation, record methods, pattern switches) are not run: their effect is
 * known, and a small class with real byte code is made for each call site, so
 * that analyses see ordinary code. Any other bootstrap method is called as the
 * JVM would, by deadwood.internal.Linker.
 */
import type { BootstrapMethod, ClassFile } from "../classfile/class-file.ts";
import { BadClassFileError } from "../core/errors.ts";
import type { RuntimeClass, RuntimeMethod } from "../program/runtime-class.ts";
import { concatSite } from "./call-sites/concat.ts";
import { lambdaSite } from "./call-sites/lambda.ts";
import { recordSite } from "./call-sites/record.ts";
import type { CallSiteSpec } from "./call-sites/spec.ts";
import { switchSite } from "./call-sites/switch.ts";
import { newSite } from "./constants.ts";
import { I } from "./instructions.ts";
import type { Machine } from "./machine.ts";
import type { NativeMethod } from "./natives/native.ts";
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

const MAKERS: Readonly<Record<string, SiteMaker>> = {
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
  const { code } = m.space;
  const { pc } = m;
  if (make === undefined) {
    const site = newSite(m, owner, index);
    code[pc + 1] = m.handleSites.push({ descriptor: dynamic.descriptor, name: "invoke", site }) - 1;
    code[pc] = I.invokeHandle;
    return Stop.again;
  }
  const made = make({
    bootstrap: handle.name,
    pool,
    owner: owner.name,
    number: m.callSiteCount++,
    name: dynamic.name,
    descriptor: dynamic.descriptor,
    args: bootstrap.args,
    bootstraps: file.bootstrapMethods,
  });
  const cls = m.program.define(made.file);
  m.prepareClasses();
  if (made.natives !== undefined) m.callSiteNatives.set(cls.name, made.natives);
  if (made.isConstant === true) {
    const object = m.allocatePermanent(m.instanceWords[cls.id]!);
    m.H[object] = cls.id;
    code[pc + 1] = object;
    code[pc] = I.constantCall;
    return Stop.again;
  }
  code[pc + 1] = linkTarget(cls).id;
  code[pc] = I.invokeDirect;
  return Stop.again;
}

function linkTarget(cls: RuntimeClass): RuntimeMethod {
  const method = cls.methods.find((each) => each.name === "link");
  if (method === undefined) throw new Error("internal error: call site without a link method");
  return method;
}
