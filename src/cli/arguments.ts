/**
 * Translates the JVM's spelling of options (-cp, -classpath, -jar, -ea, -Dkey=value, -Xmx, -Xss) to ours.
 * Only the words before the program's name are translated. The value of an option must not be mistaken for
 * that name, so each command tells which of its options take a value.
 */
import type { Command } from "commander";

/** Java's options, and ours of the same meaning. */
export const JAVA_SPELLINGS: Readonly<Record<string, string>> = {
  "-cp": "--class-path",
  "-classpath": "--class-path",
  "-jar": "--jar",
  "-ea": "--enable-assertions",
  "-da": "--disable-assertions",
};

/** `commands`: all commands of the tool. */
export function javaStyleArguments(
  argv: readonly string[],
  commands: readonly Command[],
): string[] {
  const [name, ...rest] = argv;
  if (name === undefined) return [];
  const options = commands.find((command) => command.name() === name)?.options ?? [];
  const withValue = new Set(options.filter(({ required }) => required).map(({ long }) => long));
  const result = [name];
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
    const option = JAVA_SPELLINGS[arg] ?? arg;
    result.push(option);
    if (withValue.has(option) && i + 1 < rest.length) result.push(rest[++i] ?? "");
  }
  return [...result, ...rest.slice(i)];
}
