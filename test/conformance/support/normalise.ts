/**
 * The one licence Deadwood has: stack frames inside JDK classes that it
 * replaces by models of its own (`models/library`) have other line numbers
 * there, so those frames are compared without `(File.java:123)`. Frames of the
 * program and of all other JDK classes must be equal to the last digit.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const MODELS = resolve(import.meta.dirname, "../../../models/library");

const LIBRARY_FRAME = /^(\s*at java\.base\/([\w.]+)[\w.$<>/]*)\([^)]*\)$/gm;

export function normalise(text: string): string {
  return text.replace(LIBRARY_FRAME, (line, frame: string, path: string) =>
    isModelled(path) ? frame : line,
  );
}

/** Whether `java.lang.Thread.run` or `java.lang.Thread` is in a class with a model. */
function isModelled(path: string): boolean {
  const parts = path.split(".");
  return parts.some((_, end) => {
    const file = resolve(MODELS, `${parts.slice(0, end + 1).join("/")}.java`);
    return existsSync(file);
  });
}
