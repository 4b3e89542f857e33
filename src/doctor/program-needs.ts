/** Which classes and native methods a program may need, and which of them there are not. */
import type { Program } from "../program/linking/program.ts";
import type { RuntimeMethod } from "../program/linking/runtime-class.ts";
import type { NativeTable } from "../vm/native-api/native-method.ts";
import type { ChainPlace, Obstacle, ProgramNeeds } from "./doctor-report.ts";
import { type Reached, ReachedCode, type Unusable } from "./reached-code.ts";

/** Methods that find code by a name that only a run knows. */
const REFLECTIVE: ReadonlySet<string> = new Set([
  "java/lang/Class.forName",
  "java/lang/Class.newInstance",
  "java/lang/ClassLoader.loadClass",
  "java/lang/reflect/Method.invoke",
  "java/lang/reflect/Constructor.newInstance",
  "java/util/ServiceLoader.load",
]);

export function needsOf(
  program: Program,
  natives: NativeTable,
  main: RuntimeMethod,
  isBooted: (name: string) => boolean,
): ProgramNeeds {
  const code = new ReachedCode(program, main, isBooted);
  const owners = new Set(code.methods.map(({ method }) => method.owner));
  const own = [...owners].filter(({ origin }) => origin === "application");
  const native = code.methods.filter(({ method }) => method.isNative);
  const refused = native.filter(
    ({ method: { owner, key } }) => natives[owner.name]?.[key] === undefined,
  );
  return {
    mainClass: main.owner.externalName,
    methods: code.methods.length,
    programClasses: own.length,
    libraryClasses: owners.size - own.length,
    nativeMethods: native.length,
    missing: code.unusable
      .filter(isNeeded)
      .map(({ name, error, from, line }) => ({
        name: name.replaceAll("/", "."),
        reason: error?.message ?? null,
        chain: chainTo(from, line),
      }))
      .toSorted(byLength),
    refused: refused
      .map((each) => ({
        name: each.method.toString(),
        reason: null,
        chain: each.from === null ? [] : chainTo(each.from, each.line),
      }))
      .toSorted(byLength),
    reflection: code.methods.flatMap(({ method, from, line }) =>
      from?.method.owner.origin === "application" &&
      REFLECTIVE.has(`${method.owner.name}.${method.name}`)
        ? [placeOf(from.method, line)]
        : [],
    ),
  };
}

/**
 * Without a JDK, models name many classes of it that they use in rare cases. Only what the program itself names is
 * missing then.
 */
const isNeeded = ({ name, error, from }: Unusable): boolean =>
  error !== null || from.method.owner.origin === "application" || !/^(?:java|jdk|sun)\//.test(name);

const byLength = (a: Obstacle, b: Obstacle): number => a.chain.length - b.chain.length;

/** From the main method to `last`, which needs something at `line`. */
function chainTo(last: Reached, line: number): ChainPlace[] {
  const chain: ChainPlace[] = [];
  let lineInside = line;
  for (let each: Reached | null = last; each !== null; each = each.from) {
    chain.unshift(placeOf(each.method, lineInside));
    lineInside = each.line;
  }
  return chain;
}

function placeOf({ owner, name }: RuntimeMethod, line: number): ChainPlace {
  const file = owner.file?.sourceFile ?? null;
  return {
    method: `${owner.externalName}.${name}`,
    at: file === null || line < 0 ? null : `${file}:${line}`,
    origin: owner.origin === "application" ? "application" : "library",
  };
}
