/**
 * Reads a configuration of Java Pathfinder (`program.jpf`): the properties with ${…} replaced, and the files that it
 * includes. jpf-keys.ts says what the keys mean.
 */
import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, resolve } from "node:path";
import { BadUsageError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { JPF_KEYS, type JpfContext, jpfKeyFor } from "./jpf-keys.ts";
import { readProperties } from "./properties.ts";
import type { OptionSetting, Settings } from "./settings.ts";

export interface JpfSettings extends Settings {
  /** Each names a file, a line and a key. */
  readonly warnings: readonly string[];
}

/** How deep files may include each other. */
const MOST_LEVELS = 20;

interface Entry {
  readonly value: string;
  /** "program.jpf:3" */
  readonly at: string;
}

/** `read` gives the text of a file, and throws for one that cannot be read. */
export function jpfSettings(
  name: string,
  directory: string,
  read: (path: string, name: string) => string,
): JpfSettings {
  const loader = new JpfLoader(directory, read);
  loader.load(resolve(directory, name), name, 0);
  return loader.settings();
}

class JpfLoader {
  readonly #directory: string;
  readonly #read: (path: string, name: string) => string;
  readonly #entries = new Map<string, Entry>();
  readonly #warnings: string[] = [];
  /** The folder of the file that was named. */
  #root = "";

  constructor(directory: string, read: (path: string, name: string) => string) {
    this.#directory = directory;
    this.#read = read;
  }

  load(path: string, name: string, level: number): void {
    if (level > MOST_LEVELS) throw new BadUsageError(`${name} includes itself`);
    const folder = dirname(path);
    if (level === 0) this.#root = folder;
    for (const { key, value, line } of readProperties(this.#read(path, name))) {
      const at = `${name}:${line}`;
      const expanded = this.#expand(value, { config: path, config_path: folder });
      if (key.startsWith("@")) this.#directive(key, expanded, folder, at, level);
      else this.#put(this.#expand(key, {}), expanded, at);
    }
  }

  #put(key: string, value: string, at: string): void {
    if (key.endsWith("+")) this.#join(key.slice(0, -1), (old) => old + value, at);
    else if (key.startsWith("+")) this.#join(key.slice(1), (old) => value + old, at);
    else if (/^(?:null|nil)$/i.test(value.trim())) this.#entries.delete(key);
    else this.#entries.set(key, { value: value.trim(), at });
  }

  /** Appends or prepends; as in Java Pathfinder, without a separator. */
  #join(key: string, joined: (old: string) => string, at: string): void {
    this.#entries.set(key, { value: joined(this.#entries.get(key)?.value ?? "").trim(), at });
  }

  #directive(key: string, value: string, folder: string, at: string, level: number): void {
    switch (key) {
      case "@include":
        this.#include(value, folder, at, level);
        break;
      case "@include_if":
      case "@include_unless": {
        const condition = /^\?([^?]+)\?(.+)$/.exec(value);
        if (condition === null) {
          throw new BadUsageError(`${at}: ${key} needs a condition: ${key} = ?KEY?FILE`);
        }
        const [, wanted = "", file = ""] = condition;
        if (this.#entries.has(wanted) === (key === "@include_if")) {
          this.#include(file, folder, at, level);
        }
        break;
      }
      case "@requires":
        for (const wanted of value.split(/[,;]/)) {
          if (this.#entries.has(wanted.trim())) continue;
          throw new BadUsageError(`${at}: the key ${wanted.trim()} is required and not set`);
        }
        break;
      default:
        this.#warnings.push(`${at}: ${key} = ${value} has no effect; set classpath instead`);
    }
  }

  #include(file: string, folder: string, at: string, level: number): void {
    const path = resolve(folder, file);
    if (!existsSync(path)) {
      throw new BadUsageError(`${at}: there is no ${path}`, {
        hint: "Files are looked for beside the one that includes them.",
      });
    }
    this.load(path, isAbsolute(file) ? file : path, level + 1);
  }

  /** Keys that are not set are replaced by nothing. */
  #expand(text: string, own: Readonly<Record<string, string>>): string {
    return text.replaceAll(
      /\$\{([^}]*)\}/g,
      (_, key: string) => own[key] ?? this.#entries.get(key)?.value ?? SYSTEM[key]?.() ?? "",
    );
  }

  settings(): JpfSettings {
    const options = new Map<string, OptionSetting>();
    const paths = { classPath: new Array<string>(), source: new Array<string>() };
    let program: string | null = null;
    let args: readonly string[] | null = null;
    for (const [key, { value, at }] of this.#entries) {
      const context: JpfContext = {
        set: (option, setting) => void options.set(option, setting),
        addPaths: (option, added) => {
          paths[option].push(...added.map((path) => this.#path(path)));
        },
        program: (name) => {
          program = name;
        },
        args: (given) => {
          args = given;
        },
        warn: (message) => {
          this.#warnings.push(`${at}: ${key} = ${value}: ${message}`);
        },
      };
      const row = jpfKeyFor(key);
      if (row === null) this.#unknown(key, at);
      else row.apply(value, context);
    }
    if (paths.classPath.length > 0) options.set("classPath", paths.classPath.join(delimiter));
    if (paths.source.length > 0) options.set("source", paths.source);
    if (options.get("search") !== "random") {
      options.delete("seed");
      options.delete("runs");
    }
    return { options, program, args, warnings: this.#warnings };
  }

  /** Keys that a file sets to name a place, such as the root of a project, are no mistakes. */
  #unknown(key: string, at: string): void {
    const value = this.#entries.get(key)?.value ?? "";
    const isUsed = existsSync(resolve(this.#root, value));
    if (isUsed && value !== "") return;
    const similar = nearest(
      key,
      JPF_KEYS.map((row) => row.key),
    );
    const hint = similar === null ? "" : `; did you mean ${similar}?`;
    this.#warnings.push(`${at}: ${key} is not known and has no effect${hint}`);
  }

  /** Java Pathfinder takes paths from the working directory. Beside the file is what a reader expects. */
  #path(path: string): string {
    if (existsSync(resolve(this.#directory, path))) return path;
    const beside = resolve(this.#root, path);
    return existsSync(beside.replace(/[/\\]\*$/, "")) ? beside : path;
  }
}

/** The system properties that paths are made of. */
const SYSTEM: Readonly<Record<string, () => string>> = {
  "user.dir": () => process.cwd(),
  "user.home": () => process.env["HOME"] ?? "",
  "file.separator": () => (process.platform === "win32" ? "\\" : "/"),
  "path.separator": () => delimiter,
};
