/** The bootstrap method by which javac makes the object of a lambda expression. */
import type { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";

const REF_INVOKE_STATIC = 6;
const LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
const TYPE = "Ljava/lang/invoke/MethodType;";
const HANDLE = "Ljava/lang/invoke/MethodHandle;";

interface StaticMethod {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Adds it to the class and returns its index: the interface's method has this type, and `target` is its body. */
export function lambdaSite(cls: ClassAssembler, type: string, target: StaticMethod): number {
  const { constants } = cls;
  const bootstrap = constants.addMethodHandle(REF_INVOKE_STATIC, {
    owner: "java/lang/invoke/LambdaMetafactory",
    name: "metafactory",
    descriptor: `(${LOOKUP}Ljava/lang/String;${TYPE}${TYPE}${HANDLE}${TYPE})Ljava/lang/invoke/CallSite;`,
  });
  return cls.bootstrapMethod(bootstrap, [
    constants.addMethodType(type),
    constants.addMethodHandle(REF_INVOKE_STATIC, target),
    constants.addMethodType(type),
  ]);
}
