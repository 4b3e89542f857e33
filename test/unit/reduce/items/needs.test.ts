/**
 * One small program for each kind of clause. Of what is left out the model says who
 * needs it, and a real JVM complains; or the model says nothing, and the JVM does not
 * either. What is left out of different programs is left out at once: one start of a
 * JVM is enough for all.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { JdkSource } from "../../../../src/classfile/sources/jdk.ts";
import { readInput } from "../../../../src/reduce/files/input.ts";
import { classMentions } from "../../../../src/reduce/items/class-graph.ts";
import type { InputFile } from "../../../../src/reduce/items/items.ts";
import { ReducibleProgram } from "../../../../src/reduce/items/reducible-program.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { brokenBy, keptWithout } from "../../../support/reduce/broken-clauses.ts";
import { LinkCheck } from "../../../support/reduce/link-check.ts";
import { type Need, REFLECTED } from "./reflected-needs.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SOURCE = join(import.meta.dirname, "NeedCases.java");

/** By the class of NeedCases.java. */
const NEEDS: Readonly<Record<string, Need>> = {
  Superclass: {
    without: ["Superclass$Derived extends Superclass$Base", "Superclass$Derived.<init>()V!code"],
    by: ["Superclass.use()V!code"],
    links: /VerifyError: Bad type on operand stack/,
  },
  Interfaces: {
    without: ["Interfaces$A implements Interfaces$I"],
    by: ["Interfaces.run()V!code"],
    runs: /IncompatibleClassChangeError: Class Interfaces\$A does not implement/,
  },
  InterfaceExtends: {
    without: ["InterfaceExtends$Lower implements InterfaceExtends$Upper"],
    by: ["InterfaceExtends.run()V!code"],
    links: /InterfaceExtends: InterfaceExtends\$Lower.m\(\)V: .*NoSuchMethod/,
  },
  AbstractOwn: {
    without: ["AbstractOwn$A.m()V"],
    by: ["AbstractOwn$A & AbstractOwn$A implements AbstractOwn$I & AbstractOwn$I.m()V"],
    links: /AbstractOwn\$A: no body for/,
  },
  AbstractProtected: {
    without: ["AbstractProtected$A.m()V"],
    by: [
      "AbstractProtected$A & AbstractProtected$A implements AbstractProtected$I & AbstractProtected$I.m()V",
    ],
    links: /AbstractProtected\$A: no body for/,
  },
  AbstractInherited: {
    without: ["AbstractInherited$Middle.m()V"],
    by: [
      "AbstractInherited$Middle & AbstractInherited$Middle extends AbstractInherited$Top & AbstractInherited$Top.m()V",
    ],
    links: /AbstractInherited\$Bottom: no body for/,
  },
  AbstractAgain: {
    without: ["AbstractAgain$Bottom.m()V"],
    by: [
      "AbstractAgain$Bottom & AbstractAgain$Bottom extends AbstractAgain$Middle & AbstractAgain$Middle.m()V",
    ],
    links: /AbstractAgain\$Bottom: no body for/,
  },
  Bridge: {
    without: ["Bridge$Text.take(Ljava/lang/Object;)V"],
    by: [
      "Bridge$Text & Bridge$Text implements Bridge$Taker & Bridge$Taker.take(Ljava/lang/Object;)V",
    ],
    links: /Bridge\$Text: no body for/,
  },
  DefaultBody: {
    without: ["DefaultBody$Lower.m()V"],
    by: ["DefaultBody$A & DefaultBody$A inherits DefaultBody$Upper & DefaultBody$Upper.m()V"],
    links: /DefaultBody\$A: no body for/,
  },
  TwoDefaults: {
    without: ["TwoDefaults$A.m()Ljava/lang/String;"],
    by: [
      "TwoDefaults$A & TwoDefaults$A implements TwoDefaults$Left & TwoDefaults$Left.m()Ljava/lang/String; & TwoDefaults$A implements TwoDefaults$Right & TwoDefaults$Right.m()Ljava/lang/String;",
    ],
    runs: /AbstractMethodError|IncompatibleClassChangeError/,
  },
  InheritedFromClass: {
    without: [
      "InheritedFromClass$A extends InheritedFromClass$Holder",
      "InheritedFromClass$A.<init>()V!code",
    ],
    by: [
      "InheritedFromClass$A & InheritedFromClass$A implements InheritedFromClass$I & InheritedFromClass$I.m()V",
    ],
    links: /InheritedFromClass\$A: no body for/,
  },
  OfRecord: {
    without: ["OfRecord$R.toString()Ljava/lang/String;"],
    by: ["OfRecord$R & OfRecord$R extends java.lang.Record"],
    links: /OfRecord\$R: no body for: .* java.lang.Record.toString/,
  },
  Fields: {
    without: [
      "Fields$Derived extends Fields$Base",
      "Fields$Derived.<init>()V!code",
      "Fields$Base.own",
    ],
    by: ["Fields.use(LFields$Derived;)I!code", "Fields.own(LFields$Base;)I!code"],
    links: /Fields: Fields\$Derived.inheritedI: .*(NoSuchField|IllegalAccess)/,
  },
  Stubs: {
    without: ["Stubs$Base.<init>(Ljava/lang/String;J)V", "Stubs$Derived.<init>(I)V!code"],
    by: ["Stubs$Derived.<init>(I)V & Stubs$Derived extends Stubs$Base"],
    links: /Stubs\$Base.<init>\(Ljava\/lang\/String;J\)V: .*NoSuchMethod/,
  },
  StubOfNest: {
    without: ["StubOfNest$Derived.<init>()V!code", "StubOfNest!NestMembers[1]"],
    by: ["StubOfNest$Derived.<init>()V & StubOfNest$Derived extends StubOfNest$Base"],
    runs: /IllegalAccessError: .*Derived tried to access private method .*Base/,
  },
  Throws: {
    without: ["Throws$Problem extends java.lang.Exception"],
    by: ["Throws.m()V!Exceptions[0]", "Throws.m()V!code", "Throws.run()V!code"],
    links: /Throws: java.lang.VerifyError/,
  },
  Catching: {
    without: ["Catching$Problem extends java.lang.RuntimeException"],
    by: ["Catching.use(Ljava/lang/Runnable;)V!code"],
    links: /Catching: java.lang.VerifyError: Catch type is not a subclass of Throwable/,
  },
  NestHosts: {
    without: ["NestHosts$Inner!NestHost"],
    by: ["NestHosts.use()I!code"],
    links: /NestHosts: NestHosts\$Inner.secretI: .*IllegalAccess/,
  },
  NestMembers: {
    without: ["NestMembers!NestMembers[0]"],
    by: ["NestMembers$Inner.use()I!code"],
    links: /NestMembers\$Inner: NestMembers.secretI: .*IllegalAccess/,
  },
  Sealed: {
    without: ["Sealed$S!PermittedSubclasses[0]"],
    by: ["Sealed$A implements Sealed$S & Sealed$S!PermittedSubclasses"],
    links: /Sealed\$A: java.lang.IncompatibleClassChangeError: .*sealed/,
  },
  RecordParts: {
    without: ["RecordParts$Part"],
    by: [
      "RecordParts$R!Record[0]",
      "RecordParts$R!Record[1]",
      "RecordParts$R.part",
      "RecordParts$R.parts()Ljava/util/List;!Signature",
    ],
    runs: /ClassNotFoundException: RecordParts\$Part/,
  },
  RecordText: {
    without: ["RecordText$R.value"],
    by: ["RecordText$R!BootstrapMethods[0]", "RecordText$R.value()I!code"],
    links: /RecordText\$R: RecordText\$R.valueI: .*NoSuchField/,
  },
  Enums: {
    without: ["Enums$E.$VALUES"],
    by: ["Enums$E.<clinit>()V", "Enums$E.values()[LEnums$E;!code"],
    links: /Enums\$E.\$VALUES\[LEnums\$E;: .*NoSuchField/,
  },
  EnumSuper: {
    without: [
      "EnumSuper$E extends java.lang.Enum",
      "EnumSuper$E.<init>(Ljava/lang/String;I)V!code",
    ],
    by: ["EnumSuper.use(LEnumSuper$E;)I!code"],
    links: /EnumSuper: EnumSuper\$E.ordinal\(\)I: .*no such method/,
  },
  LambdaBody: {
    without: ["LambdaBody.lambda$use$0()V"],
    by: ["LambdaBody!BootstrapMethods[0]"],
    links: /LambdaBody.lambda\$use\$0\(\)V: .*NoSuchMethod/,
  },
  LambdaCaptured: {
    without: ["LambdaCaptured$A implements LambdaCaptured$Named"],
    by: ["LambdaCaptured.run()V!code"],
    runs: /LambdaConversionException/,
  },
  LambdaParameter: {
    without: ["LambdaParameter$A implements LambdaParameter$Named"],
    by: ["LambdaParameter.run()V!code"],
    runs: /LambdaConversionException/,
  },
  StackMaps: {
    without: ["StackMaps$One extends StackMaps$Base"],
    by: ["StackMaps.use(Z)Ljava/lang/Object;!code"],
    links: /StackMaps: java.lang.VerifyError: (Inconsistent stackmap|Instruction type)/,
  },
  Casts: {
    without: ["Casts$A"],
    by: ["Casts.run()V!code"],
    runs: /Casts\$A/,
  },
  Literals: {
    without: ["Literals$A"],
    by: ["Literals.run()V!code"],
    runs: /Literals\$A/,
  },
  Arrays: {
    without: ["Arrays$Derived extends Arrays$Base"],
    by: ["Arrays.use()V!code"],
    links: /Arrays: java.lang.VerifyError: Bad type on operand stack/,
  },
  ArrayElement: {
    without: ["ArrayElement$A"],
    by: ["ArrayElement.run()V!code"],
    runs: /ArrayElement\$A/,
  },
  Diamond: {
    without: ["Diamond$A implements Diamond$Left", "Diamond$Right implements Diamond$Top"],
    by: ["Diamond.run()V!code"],
    runs: /IncompatibleClassChangeError/,
  },
  Inherited: {
    without: ["Inherited$Derived.m()I", "Inherited$Base.m()I"],
    by: ["Inherited.use(LInherited$Derived;)I!code"],
    links: /Inherited: Inherited\$Derived.m\(\)I: .*NoSuchMethod/,
  },
  SuperCall: {
    without: ["SuperCall$Derived extends SuperCall$Base"],
    by: ["SuperCall$Derived.m()I!code"],
    links: /SuperCall\$Derived: java.lang.VerifyError/,
  },
  SuperDefault: {
    without: ["SuperDefault$A implements SuperDefault$I"],
    by: ["SuperDefault$A.m()I!code"],
    links: /SuperDefault\$A: java.lang.VerifyError/,
  },
  InnerEntries: {
    without: ["InnerEntries!InnerClasses[0]"],
    by: ["InnerEntries$Inner!InnerClasses[0]"],
    runs: /IncompatibleClassChangeError: .* disagree on InnerClasses/,
  },
  Enclosing: {
    without: ["Enclosing.local()Ljava/lang/Class;"],
    by: ["Enclosing$1Local!EnclosingMethod"],
    runs: /InternalError: Enclosing method not found/,
  },
  Annotated: {
    without: ["Annotated$A"],
    by: ["Annotated.m()V!RuntimeVisibleAnnotations[0]"],
    runs: /Annotated\$A/,
  },
  Signed: {
    without: ["Signed$A"],
    by: ["Signed$B!Signature"],
    runs: /ClassNotFoundException: Signed\$A/,
  },
  Protected: {
    without: ["Protected$Made extends java.util.AbstractList", "Protected$Made.<init>()V!code"],
    by: ["Protected$Made.size()I!code"],
    links: /Protected\$Made: Protected\$Made.modCountI: .*NoSuchField/,
  },
};

/** What source code needs and a JVM does not ask for. */
const SOURCE_NEEDS: Readonly<Record<string, Pick<Need, "without" | "by">>> = {
  LambdaResult: {
    without: ["LambdaResult$Derived extends LambdaResult$Base"],
    by: ["LambdaResult.run()V!code"],
  },
  StackMapNames: {
    without: ["StackMapNames$A"],
    by: ["StackMapNames.use(I)I!code"],
  },
  LambdaMethod: {
    without: ["LambdaMethod$F.apply(I)I"],
    by: ["LambdaMethod.run()V!code"],
  },
  Finals: {
    without: ["Finals$A.<init>(I)V!code"],
    by: ["Finals$A.value!final & Finals$A.<init>(I)V"],
  },
  Constants: {
    without: ["Constants$I.<clinit>()V"],
    by: ["Constants$I.NAMES"],
  },
  "AnnotationNames: constants": {
    without: ["AnnotationNames$Level.HIGH"],
    by: [
      "AnnotationNames.entry()V!RuntimeInvisibleAnnotations[0]",
      "AnnotationNames.parameter(II)V!RuntimeInvisibleParameterAnnotations",
    ],
  },
  "AnnotationNames: constants of types": {
    without: ["AnnotationNames$Level.LOW"],
    by: [
      "AnnotationNames$Outer.inner()LAnnotationNames$Inner;!AnnotationDefault",
      "AnnotationNames.type(Ljava/lang/Object;)Ljava/lang/Object;!RuntimeInvisibleTypeAnnotations",
    ],
  },
  "AnnotationNames: constants as defaults": {
    without: ["AnnotationNames$Level.DEFAULT"],
    by: ["AnnotationNames$Outer.levels()[LAnnotationNames$Level;!AnnotationDefault"],
  },
  "AnnotationNames: elements": {
    without: ["AnnotationNames$Outer.levels()[LAnnotationNames$Level;"],
    by: ["AnnotationNames.entry()V!RuntimeInvisibleAnnotations[0]"],
  },
  "AnnotationNames: elements of elements": {
    without: ["AnnotationNames$Inner.level()LAnnotationNames$Level;"],
    by: [
      "AnnotationNames$Outer.inner()LAnnotationNames$Inner;!AnnotationDefault",
      "AnnotationNames.parameter(II)V!RuntimeInvisibleParameterAnnotations",
    ],
  },
  OverriddenThrows: {
    without: ["OverriddenThrows$I.m()V!Exceptions[0]"],
    by: [
      "OverriddenThrows$A.m()V!Exceptions[0] & OverriddenThrows$I.m()V & OverriddenThrows$A implements OverriddenThrows$I",
    ],
  },
  ThrowsEntry: {
    without: ["ThrowsEntry.m()V!Exceptions[0]"],
    by: ["ThrowsEntry.m()V!code"],
  },
};

/** What nobody needs, though one might think so. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  AnnotationFree: ["AnnotationFree$Marked.unused()I"],
  DefaultGone: ["DefaultGone$Upper.m()V"],
  OfObject: ["OfObject$A.toString()Ljava/lang/String;"],
  StubsFree: [
    "StubsFree$Derived.<init>(I)V!code",
    "StubsFree$Base.<init>(Ljava/lang/String;J)V!code",
    "StubsFree$Wide.d(J[Ljava/lang/Object;)D!code",
    "StubsFree$Wide.o()[Ljava/lang/Object;!code",
  ],
  SealedFree: ["SealedFree$B implements SealedFree$S", "SealedFree$S!PermittedSubclasses[1]"],
  DiamondHalf: ["DiamondHalf$A implements DiamondHalf$Left"],
  InheritedFree: ["InheritedFree$Derived.m()I"],
};

/** How the run methods end, by class. */
function endsOf(files: readonly InputFile[], classes: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-needs-"));
  try {
    for (const { path, bytes } of files) writeFileSync(join(folder, path), bytes);
    const java = join(installedJdk!.home, "bin", "java");
    const args = ["-Xverify:all", "-cp", folder, "NeedCases", ...classes];
    const lines = execFileSync(java, args, { encoding: "utf8" }).trimEnd().split("\n");
    return new Map(
      lines.map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(installedJdk === null)("what items need", () => {
  let program: ReducibleProgram;
  let problems: string[];
  let ends: ReadonlyMap<string, string>;
  let wholeEnds: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const { folder, remove } = compileJava([SOURCE]);
    program = new ReducibleProgram(readInput(folder), new JdkSource(installedJdk!.home));
    remove();
    const without = [
      ...Object.values({ ...NEEDS, ...REFLECTED, ...SOURCE_NEEDS }).flatMap((need) => need.without),
      ...Object.values(FREE).flat(),
    ];
    const kept = keptWithout(program, without);
    const files = program.apply(kept);
    const check = new LinkCheck();
    problems = await check.problemsOf(files);
    check.close();
    const running = program.classes
      .filter(({ methods }) => methods.some(({ piece }) => piece.name === "run"))
      .map(({ input }) => input.name);
    ends = endsOf(files, running);
    wholeEnds = endsOf(program.apply({ has: () => true }), running);
  });

  test("everything runs as long as nothing is left out", () => {
    expect([...wholeEnds.values()].filter((end) => end !== "ok")).toEqual([]);
    expect(wholeEnds.size).toBe(21);
  });

  test.each(Object.entries({ ...NEEDS, ...REFLECTED }))("%s", (name, need) => {
    const { without, by, links, runs } = need;
    expect(brokenBy(program, without)).toEqual(expect.arrayContaining([...by]));
    const mine = problems.filter((line) => new RegExp(`\\b${name}[$:.]`).test(line));
    if (links !== undefined) expect(mine.join("\n")).toMatch(links);
    if (runs !== undefined) {
      expect(ends.get(name)).toMatch(runs);
      expect(ends.get(name)).not.toBe("ok");
    }
  });

  test("the graph of classes has what annotations, their values and tables of variables name", () => {
    const mentions = (name: string): ReadonlySet<string> =>
      classMentions(program.classes.find(({ input }) => input.name === name)!.input);
    expect(mentions("AnnotatedEnum$A")).toContain("AnnotatedEnum$Marked");
    expect(mentions("AnnotatedEnum$A")).toContain("AnnotatedEnum$Level");
    expect(mentions("GenericBound$Holder")).toContain("GenericBound$Derived");
    expect(mentions("InTables")).toContain("InTables$Held");
    expect(mentions("InTables")).toContain("InTables$Kept");
  });

  test.each(Object.entries(SOURCE_NEEDS))("%s, for source code's sake", (_, { without, by }) => {
    expect(brokenBy(program, without)).toEqual(expect.arrayContaining([...by]));
  });

  test.each(Object.entries(FREE))("%s: free to go", (name, without) => {
    expect(brokenBy(program, without)).toEqual([]);
    expect(problems.filter((line) => new RegExp(`^${name}[$:]`).test(line))).toEqual([]);
    if (wholeEnds.has(name)) expect(ends.get(name)).toBe("ok");
  });
});
