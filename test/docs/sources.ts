/** What the documents are compared with: the files of the repository and the names that src/ exports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** All documents written for people, as paths from the root. */
export const DOCUMENTS: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

export const SOURCES: readonly string[] = filesUnder("src").filter((file) => file.endsWith(".ts"));

/** Every file of the folders that documents speak of. */
export const FILES: readonly string[] = [
  ...filesUnder("src").filter((file) => /\.tsx?$/.test(file)),
  ...["test", "models", "benchmarks", "docs", "bin"].flatMap(filesUnder),
];

export interface Export {
  readonly name: string;
  readonly kind: "class" | "interface" | "type" | "value";
  readonly file: string;
}

const DECLARATION =
  /^export (?:declare )?(?:abstract |async )?(class|interface|type|const|function\*?|let) (\w+)/gm;

/** What the files of src/ export by declaration. Re-exports name something that another file declares. */
export const EXPORTS: readonly Export[] = SOURCES.flatMap((file) =>
  [...readDocument(file).matchAll(DECLARATION)].map((match) => ({
    name: match[2]!,
    kind:
      match[1] === "class" || match[1] === "interface" || match[1] === "type" ? match[1] : "value",
    file,
  })),
);
