/** ldc, ldc_w and ldc2_w of every kind of constant, the newest ones included. */
import { type AssembledProgram, assemble, OBJECT } from "./assemble.ts";

const BOOTSTRAPS = "java/lang/invoke/ConstantBootstraps";
const LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
const COMMON = `(${LOOKUP}Ljava/lang/String;Ljava/lang/Class;`;
const INVOKE_STATIC = 6;
const INVOKE_VIRTUAL = 5;

export const constantKinds: AssembledProgram = assemble("ConstantKinds", (code, scope) => {
  const { constants } = code;
  const small = constants.addInt(1_000_000);
  code.emit("ldc", small).emit("ldc_w", small).emit("iadd");
  scope.show(code, "I");
  for (let i = 0; i < 300; i++) constants.addInt(2_000_000 + i);
  code.emit("ldc_w", constants.addInt(-2_147_483_648));
  scope.show(code, "I");
  for (const value of [0, 1, 2, 0.1, Number.NaN, 1e-45, Number.POSITIVE_INFINITY]) {
    code.emit("ldc_w", constants.addFloat(value));
    scope.show(code, "F");
    code.emit("ldc2_w", constants.addDouble(value));
    scope.show(code, "D");
  }
  code.emit("ldc_w", constants.addFloatBits(0x7fc12345));
  code.emit("invokestatic", {
    owner: "java/lang/Float",
    name: "floatToRawIntBits",
    descriptor: "(F)I",
  });
  scope.show(code, "I");
  for (const value of [0n, 1n, -1n, 1n << 62n, -(1n << 63n), 0xffff_ffffn]) {
    code.emit("ldc2_w", constants.addLong(value));
    scope.show(code, "J");
  }
  for (const text of [
    "",
    "plain",
    "nul \u0000 inside",
    "e\u00e9 \u20ac \ud83d\ude00",
    "lone \ud83d",
  ]) {
    code.emit("ldc_w", constants.addString(text));
    code.emit("invokevirtual", { owner: "java/lang/String", name: "hashCode", descriptor: "()I" });
    scope.show(code, "I");
  }
  for (const name of ["java/lang/String", "[I", "[[Ljava/lang/Object;", scope.className]) {
    code.emit("ldc_w", constants.addClass(name));
    scope.show(code, OBJECT);
  }
  for (let n = 0; n < 6; n++) {
    code.emit(n + 3);
    scope.show(code, "I");
  }
  for (const instruction of ["lconst_0", "lconst_1"] as const) {
    code.emit(instruction);
    scope.show(code, "J");
  }
  for (const instruction of ["fconst_0", "fconst_1", "fconst_2"] as const) {
    code.emit(instruction);
    scope.show(code, "F");
  }
  for (const instruction of ["dconst_0", "dconst_1"] as const) {
    code.emit(instruction);
    scope.show(code, "D");
  }
  code.emit("iconst_m1");
  scope.show(code, "I");
  code.emit("aconst_null");
  scope.show(code, OBJECT);
});

/** Method handles, method types and dynamic constants need a newer class file; without a branch it needs no frames. */
export const dynamicConstants: AssembledProgram = assemble(
  "DynamicConstants",
  (code, scope) => {
    const bootstrap = (name: string, descriptor: string, ...args: number[]): number =>
      scope.assembler.bootstrapMethod(
        code.constants.addMethodHandle(INVOKE_STATIC, { owner: BOOTSTRAPS, name, descriptor }),
        args,
      );
    code.pushMethodType("(IJ[Ljava/lang/String;)D");
    scope.show(code, OBJECT);
    const length = { owner: "java/lang/String", name: "length", descriptor: "()I" };
    code.pushMethodHandle(INVOKE_VIRTUAL, length).pushString("four");
    code.emit("invokevirtual", {
      owner: "java/lang/invoke/MethodHandle",
      name: "invokeExact",
      descriptor: "(Ljava/lang/String;)I",
    });
    scope.show(code, "I");
    const nothing = bootstrap("nullConstant", `${COMMON})Ljava/lang/Object;`);
    code.pushDynamic(nothing, "nothing", OBJECT);
    scope.show(code, OBJECT);
    const state = bootstrap("enumConstant", `${COMMON})Ljava/lang/Enum;`);
    code.pushDynamic(state, "BLOCKED", "Ljava/lang/Thread$State;");
    scope.show(code, OBJECT);
    const constant = bootstrap(
      "getStaticFinal",
      `${COMMON}Ljava/lang/Class;)Ljava/lang/Object;`,
      code.constants.addClass("java/lang/Long"),
    );
    code.pushDynamic(constant, "MAX_VALUE", "J");
    scope.show(code, "J");
    const invoked = bootstrap(
      "invoke",
      `${COMMON}Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;`,
      code.constants.addMethodHandle(INVOKE_STATIC, {
        owner: "java/lang/Integer",
        name: "parseInt",
        descriptor: "(Ljava/lang/String;)I",
      }),
      code.constants.addString("12345"),
    );
    for (let i = 0; i < 2; i++) {
      code.pushDynamic(invoked, "parsed", "I");
      scope.show(code, "I");
    }
  },
  55,
);
