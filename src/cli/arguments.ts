/**
 * Java's own spelling of options (-cp, -classpath, -jar, -ea,
 * -Dkey=value, -Xmx, -Xss) as
 * commander wants it. Only what stands before the program's name is touched.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  "-cp": "--class-path",
  "-classpath": "--class-path",
  "-jar": "--jar",
  "-ea": "--enable-assertions",
  "-da": "--disable-assertions",
};

/** Options that take a value, which must not be mistaken for the program's name. */
const WITH_VALUE = new Set([
  "--class-path",
  "--jar",
  "--jdk",
  "--heap",
  "--stack",
  "--stats",
  "--opcodes",
  "--max-instructions",
  "--define",
  "--max-states",
  "--max-depth",
  "--max-seconds",
  "--memory",
  "--store",
  "--store-size",
  "--output",
  "--json",
  "--junit",
  "--sarif",
  "--dot",
  "--trace",
  "--search",
  "--reduction",
  "--seed",
  "--runs",
  "--pct-depth",
  "--library",
  "--races",
  "--invariant",
  "--exit-codes",
  "--configurations",
  "--configuration",
  "--rounds",
  "--set",
  "--csv",
  "--html",
  "--step",
  "--after",
  "--only",
  "--object",
  "--field",
]);

export function javaStyleArguments(argv: readonly string[]): string[] {
  const [command, ...rest] = argv;
  if (command === undefined) return [];
  const result = [command];
  let i = 0;
  for (; i < rest.length; i++) {
    const arg = rest[i] ?? "";
    if (!arg.startsWith("-") || arg === "-" || arg === "--") break;
    const define = /^-D(.+)$/.exec(arg);
    if (define?.[1] !== undefined) {
      result.push("--define", define[1]);
      continue;
    }
    const size = /^-X(mx|ss)(.+)$/.exec(arg);
    if (size?.[2] !== undefined) {
      result.push(size[1] === "mx" ? "--heap" : "--stack", size[2]);
      continue;
    }
    const option = SPELLINGS[arg] ?? arg;
    result.push(option);
    if (WITH_VALUE.has(option) && i + 1 < rest.length) result.push(rest[++i] ?? "");
  }
  return [...result, ...rest.slice(i)];
}
