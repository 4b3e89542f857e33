/** The JDKs of this machine: what the user names, what the environment names, and where systems install them. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findJdk, Jdk } from "../classfile/sources/jdk.ts";
import { DeadwoodError } from "../core/errors.ts";
import type { Examined } from "./doctor-report.ts";

/** Where installers of Debian, Fedora, SDKMAN and macOS put JDKs. */
const INSTALLED = (home: string): readonly string[] => [
  "/usr/lib/jvm",
  join(home, ".sdkman/candidates/java"),
  "/Library/Java/JavaVirtualMachines",
];

interface Candidate {
  readonly home: string;
  readonly foundBy: readonly string[];
}

export interface JdkQuestion {
  readonly explicit: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function examineJdks({ explicit, env }: JdkQuestion): Examined[] {
  const examined: Examined[] = [];
  const used = usedJdk({ explicit, env }, examined);
  const candidates = candidatesFor({ explicit, env });
  for (const { home, foundBy } of candidates) {
    examined.push(examineJdk(home, foundBy, used !== null && sameFile(used.home, home)));
  }
  if (used === null && examined.every(({ finding }) => finding !== "refused")) {
    examined.push({
      topic: "JDK",
      finding: "warning",
      text: "no JDK is used: programs have the bundled models of the class library and nothing else",
      hint: "Install a JDK from 17 on, or set JAVA_HOME or --jdk.",
    });
  }
  return examined;
}

function usedJdk({ explicit, env }: JdkQuestion, examined: Examined[]): Jdk | null {
  try {
    return findJdk({ explicit, env });
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    examined.push({
      topic: "JDK",
      finding: "refused",
      text: error.message,
      hint: error.hint ?? null,
    });
    return null;
  }
}

function candidatesFor({ explicit, env }: JdkQuestion): readonly Candidate[] {
  const found = new Map<string, string[]>();
  const add = (home: string, by: string): void => {
    const real = realPath(home);
    if (real === null) return;
    const known = found.get(real);
    if (known === undefined) found.set(real, [by]);
    else if (!known.includes(by)) known.push(by);
  };
  if (explicit !== undefined) add(explicit, "--jdk");
  if (env["JAVA_HOME"]) add(env["JAVA_HOME"], "JAVA_HOME");
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    const java = realPath(join(folder, "java"));
    if (folder !== "" && java !== null) add(dirname(dirname(java)), "PATH");
  }
  for (const folder of INSTALLED(env["HOME"] ?? "/")) {
    for (const home of homesIn(folder)) add(home, folder);
  }
  return [...found].map(([home, foundBy]) => ({ home, foundBy }));
}

function homesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .flatMap((name) => [join(folder, name), join(folder, name, "Contents/Home")])
      .filter((home) => existsSync(join(home, "bin/java")));
  } catch {
    return []; // not there
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const sameFile = (a: string, b: string): boolean => realPath(a) === realPath(b);

function examineJdk(home: string, foundBy: readonly string[], isUsed: boolean): Examined {
  const where = `${home} (${foundBy.join(", ")})`;
  try {
    const jdk = findJdk({ explicit: home, env: {} }) ?? new Jdk(home);
    try {
      const version = jdk.featureVersion;
      const isReadable = jdk.source.find("java/lang/Object") !== null;
      const parts = [
        existsSync(join(home, "lib/modules")) ? "lib/modules" : "jmods",
        jdk.javac === null ? "no javac" : "javac",
      ];
      const text = `Java ${version} in ${where}: ${parts.join(", ")}${isUsed ? "; used" : ""}`;
      if (!isReadable) return unusable(`${where} has no java.lang.Object`, isUsed);
      return { topic: "JDK", finding: isUsed ? "ok" : "note", text, hint: null };
    } finally {
      jdk.close();
    }
  } catch (error) {
    if (!(error instanceof DeadwoodError)) throw error;
    return unusable(`${where}: ${error.message}`, isUsed);
  }
}

const unusable = (text: string, isUsed: boolean): Examined => ({
  topic: "JDK",
  finding: isUsed ? "refused" : "note",
  text: `not usable: ${text}`,
  hint: isUsed ? "Choose another JDK with --jdk." : null,
});
