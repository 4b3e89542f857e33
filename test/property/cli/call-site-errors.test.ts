/** Call sites and constants whose bootstrap methods or method handles are wrong end as on a JVM. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "../../cli/built.ts";
import { compiledForTests, installedJdk } from "../../support/java.ts";

const SOURCE = join(import.meta.dirname, "java/Bootstraps.java");
const compiled = compiledForTests(SOURCE);
beforeAll(requireBuild, BUILD_TIMEOUT);

const PUBLIC_STATIC = ACC_PUBLIC | ACC_STATIC;
const FRONT = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
const TYPE = "Ljava/lang/invoke/MethodType;";
const HANDLE = "Ljava/lang/invoke/MethodHandle;";
const SITE = ")Ljava/lang/invoke/CallSite;";
const OBJECT = "Ljava/lang/Object;";
const STRING = "()Ljava/lang/String;";
const METAFACTORY = "java/lang/invoke/LambdaMetafactory";
const CONCAT = "java/lang/invoke/StringConcatFactory";
const [VIRTUAL, STATIC] = [5, 6];

/** `site()` of the class gives what the code pushes. */
function site(
  name: string,
  push: (cls: ClassAssembler) => number,
  isCall: boolean,
): ClassAssembler {
  const cls = new ClassAssembler({ name, majorVersion: 55 });
  return cls.method(PUBLIC_STATIC, "site", `()${OBJECT}`, (code) => {
    code.emit(isCall ? "invokedynamic" : "ldc_w", push(cls)).emit("areturn");
  });
}

/** An invokedynamic or a dynamic constant by a method of Bootstraps. */
const made = (
  name: string,
  descriptor: string,
  { kind = STATIC, owner = "Bootstraps", method = name, isCall = true, type = OBJECT } = {},
): ClassAssembler =>
  site(
    `Site_${name}`,
    (cls) => {
      const handle = cls.constants.addMethodHandle(kind, { owner, name: method, descriptor });
      const bootstrap = cls.bootstrapMethod(handle, []);
      return isCall
        ? cls.constants.addInvokeDynamic(bootstrap, "anything", `()${type}`)
        : cls.constants.addDynamic(bootstrap, "anything", type);
    },
    isCall,
  );

/** A Supplier by a lambda whose implementation is a method of Bootstraps. */
const lambda = (
  name: string,
  target: string,
  {
    kind = STATIC,
    metafactory = `${FRONT}${TYPE}${TYPE}${HANDLE}${TYPE}${SITE}`,
    metakind = STATIC,
    owner = "Bootstraps",
  } = {},
): ClassAssembler =>
  site(
    `Lambda_${name}`,
    (cls) => {
      const { constants } = cls;
      const member = { owner: METAFACTORY, name: "metafactory", descriptor: metafactory };
      const bootstrap = cls.bootstrapMethod(constants.addMethodHandle(metakind, member), [
        constants.addMethodType(`()${OBJECT}`),
        constants.addMethodHandle(kind, { owner, name: target, descriptor: STRING }),
        constants.addMethodType(STRING),
      ]);
      return constants.addInvokeDynamic(bootstrap, "get", "()Ljava/util/function/Supplier;");
    },
    true,
  );

const CALL = `${FRONT}${TYPE}${SITE}`;
const CONSTANT = `${FRONT}Ljava/lang/Class;)${OBJECT}`;
const SITES: readonly ClassAssembler[] = [
  made("good", CALL),
  made("exception", CALL),
  made("checked", CALL),
  made("error", CALL),
  made("nothing", CALL),
  made("noSite", `${FRONT}${TYPE})${OBJECT}`),
  made("otherType", CALL),
  made("fewer", `${FRONT.slice(0, -1)};${SITE}`),
  made("more", `${FRONT}${TYPE}Ljava/lang/String;${SITE}`),
  made("instance", CALL),
  made("asVirtual", CALL, { method: "good", kind: VIRTUAL }),
  made("hidden", CALL),
  made("gone", CALL),
  made("noMethod", CALL, { owner: "java/util/ArrayList" }),
  made("constant", CONSTANT, { isCall: false }),
  made("noConstant", CONSTANT, { isCall: false }),
  made("wrongConstant", CONSTANT, { isCall: false, type: "Ljava/lang/String;" }),
  lambda("made", "made"),
  lambda("gone", "gone"),
  lambda("secret", "secret"),
  lambda("own", "own"),
  lambda("asVirtual", "made", { kind: VIRTUAL }),
  lambda("metaVirtual", "made", { metakind: VIRTUAL }),
  lambda("metaOther", "made", { metafactory: CALL }),
  made("concatOther", CALL, { owner: CONCAT, method: "makeConcatWithConstants" }),
];

const ends = (text: string): string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.replace(/(Lambda_made: ).*/, "$1an object"));

test.skipIf(installedJdk === null)("wrong sites end as on a JVM", () => {
  const { folder } = compiled;
  const names = SITES.map((each) => {
    const { name } = each.toClassFile();
    writeFileSync(join(folder, `${name}.class`), each.toBytes());
    return name;
  });
  const run = (command: string, ...words: readonly string[]): string[] => {
    const argv = [...words, "-cp", folder, "Bootstraps", ...names];
    return ends(execFileSync(command, argv, { encoding: "utf8" }));
  };
  const here = run(process.execPath, join(ROOT, "bin/deadwood.js"), "run");
  expect(here).toEqual(run(join(installedJdk!.home, "bin/java")));
});
