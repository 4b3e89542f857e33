/** The classes on a class path, for advice about a program that was not found. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Jar } from "../classfile/sources/jar.ts";
import { DeadwoodError } from "../core/errors.ts";

/** Enough for a large project, and few enough to be listed in a moment. */
const MOST_CLASSES = 50_000;
const MOST_FOLDERS = 10_000;

/** Entries of a class path that lead nowhere, as the user wrote them. */
export const missingEntries = (classPath: string): string[] =>
  classPath.split(delimiter).filter((entry) => {
    const path = entry.replace(/(?:^|[/\\])\*$/, "");
    return path !== "" && kindOf(path) === null;
  });

function kindOf(path: string): "file" | "directory" | null {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return null;
    return status.isDirectory() ? "directory" : "file";
  } catch {
    return null; // a name that is too long, or no permission
  }
}

/** The internal names of the classes that an entry of a class path holds, as far as it can be read. */
export function listClasses(entry: string, featureVersion: number): string[] {
  if (/(?:^|[/\\])\*$/.test(entry)) {
    const folder = entry.slice(0, -1) || ".";
    return namesIn(folder)
      .filter(({ name }) => /\.jar$/i.test(name))
      .flatMap(({ name }) => listClasses(join(folder, name), featureVersion));
  }
  const path = entry === "" ? "." : entry;
  const kind = kindOf(path);
  if (kind === null) return [];
  return kind === "directory" ? classesBelow(path) : classesOfJar(path, featureVersion);
}

function classesOfJar(path: string, featureVersion: number): string[] {
  try {
    const jar = Jar.open(path, featureVersion);
    try {
      return jar.classNames();
    } finally {
      jar.close();
    }
  } catch (error) {
    if (error instanceof DeadwoodError) return [];
    throw error;
  }
}

function classesBelow(root: string): string[] {
  const found: string[] = [];
  const folders = [""];
  let visited = 0;
  for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
    if (++visited > MOST_FOLDERS || found.length > MOST_CLASSES) break;
    for (const entry of namesIn(join(root, below))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.name.endsWith(".class")) found.push(path.slice(0, -".class".length));
    }
  }
  return found;
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch {
    return []; // not there, or not readable
  }
}
