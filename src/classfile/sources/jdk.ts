/**
 * Finds the Java runtime whose library classes a program uses. Nothing is
 * opened until a class is asked for: with the models alone, many runs never
 * touch the JDK, and start-up is counted in milliseconds.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { InputUnreadableError } from "../../core/errors.ts";
import type { ClassSource, FoundClass } from "./class-path.ts";
import { type JdkClasses, JdkImage } from "./jdk-image.ts";
import { JmodDirectory } from "./jmod.ts";

const EXECUTABLE = process.platform === "win32" ? ".exe" : "";
/** Class files of Java N have major version N + 44. */
const MAJOR_OF_JAVA_0 = 44;

export class Jdk {
  readonly home: string;
  readonly source: JdkSource;
  #featureVersion: number | null = null;

  constructor(home: string) {
    this.home = home;
    this.source = new JdkSource(home);
  }

  /** 17 for any 17.x. From the `release` file, or else from the version of its own classes. */
  get featureVersion(): number {
    this.#featureVersion ??= readRelease(this.home) ?? this.#versionOfObject();
    return this.#featureVersion;
  }

  /** Path of the compiler, or null in a runtime without one. */
  get javac(): string | null {
    const path = join(this.home, "bin", `javac${EXECUTABLE}`);
    return existsSync(path) ? path : null;
  }

  close(): void {
    this.source.close();
  }

  #versionOfObject(): number {
    const bytes = this.source.classes.read("java.base", "java/lang/Object");
    if (bytes === null || bytes.length < 8) {
      throw new InputUnreadableError(`${this.home} has no java.lang.Object`, { hint: CHOOSE });
    }
    return new DataView(bytes.buffer, bytes.byteOffset).getUint16(6) - MAJOR_OF_JAVA_0;
  }
}

/** The library as one source of classes, opened when the first class is asked for. */
export class JdkSource implements ClassSource {
  readonly #home: string;
  #classes: JdkClasses | null = null;

  constructor(home: string) {
    this.#home = home;
  }

  /** Access by module, for tools that list classes. */
  get classes(): JdkClasses {
    this.#classes ??= openClasses(this.#home);
    return this.#classes;
  }

  find(className: string): FoundClass | null {
    const found = this.classes.find(className);
    if (found === null) return null;
    const { bytes, module } = found;
    return { bytes, origin: `jrt:/${module}/${className}`, module };
  }

  /** Packages that hold no classes are not listed by module; those the library reads are in java.base. */
  resource(path: string): Uint8Array | null {
    const slash = path.lastIndexOf("/");
    const module = slash < 0 ? null : this.classes.moduleOf(path.slice(0, slash));
    return this.classes.resource(module ?? "java.base", path);
  }

  describe(): string {
    return `the JDK in ${this.#home}`;
  }

  close(): void {
    this.#classes?.close();
    this.#classes = null;
  }
}

interface JdkSearch {
  /** The directory given with --jdk. */
  readonly explicit?: string | undefined;
  /** The process's own environment unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The JDK to use, or null if there is none. A directory that the user named must be one;
 * a directory that was only found may turn out not to be, and the search continues.
 */
export function findJdk(search: JdkSearch = {}): Jdk | null {
  const { explicit, env = process.env } = search;
  if (explicit !== undefined) {
    const home = homeAt(explicit);
    if (home !== null) return new Jdk(home);
    throw new InputUnreadableError(`${explicit} is not a JDK: it has no lib/modules and no jmods`, {
      hint: "Name the directory that contains bin and lib, such as the value of JAVA_HOME.",
    });
  }
  const javaHome = env["JAVA_HOME"] ? homeAt(env["JAVA_HOME"]) : null;
  const home = javaHome ?? homeOnPath(env["PATH"] ?? env["Path"] ?? "");
  return home === null ? null : new Jdk(home);
}

const CHOOSE = "install JDK 17 or later, or name one with --jdk or JAVA_HOME";

/** The home if the directory is a JDK or JRE, null if it is not. Java 8 is refused. */
function homeAt(directory: string): string | null {
  const home = resolve(directory);
  // The second is where an installed JDK keeps its home on macOS.
  for (const candidate of [home, join(home, "Contents", "Home")]) {
    if (existsSync(imageOf(candidate)) || existsSync(join(jmodsOf(candidate), "java.base.jmod"))) {
      return candidate;
    }
  }
  if (existsSync(join(home, "lib", "rt.jar")) || existsSync(join(home, "jre", "lib", "rt.jar"))) {
    throw new InputUnreadableError(`${directory} is Java 8 or older; JDK 9 or later is needed`, {
      hint: CHOOSE,
    });
  }
  return null;
}

function homeOnPath(path: string): string | null {
  for (const directory of path.split(delimiter)) {
    const java = join(directory, `java${EXECUTABLE}`);
    if (directory === "" || !existsSync(java)) continue;
    // /usr/bin/java is a chain of links into the JDK's bin.
    const home = homeAt(dirname(dirname(realpathSync(java))));
    if (home !== null) return home;
  }
  return null;
}

const imageOf = (home: string): string => join(home, "lib", "modules");
const jmodsOf = (home: string): string => join(home, "jmods");

function openClasses(home: string): JdkClasses {
  const image = imageOf(home);
  return existsSync(image) ? JdkImage.open(image) : JmodDirectory.open(jmodsOf(home));
}

function readRelease(home: string): number | null {
  let text: string;
  try {
    text = readFileSync(join(home, "release"), "utf8");
  } catch {
    return null; // some distributions leave it out
  }
  const match = /^JAVA_VERSION="?(?:1\.)?(\d{1,4})/m.exec(text);
  return match === null ? null : Number(match[1]);
}
