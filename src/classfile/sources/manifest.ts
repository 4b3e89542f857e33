/**
 * The few facts the class path needs from a jar's MANIFEST.MF. Only the main
 * section counts: what follows its first blank line is about single entries.
 */
import { fileURLToPath, pathToFileURL } from "node:url";

export interface Manifest {
  /** As written, with dots: "com.example.Main". */
  readonly mainClass: string | null;
  /** The relative URLs of Class-Path, in order, still encoded. */
  readonly classPath: readonly string[];
  readonly multiRelease: boolean;
  /** All attributes of the main section; keys in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
}

export function parseManifest(bytes: Uint8Array): Manifest {
  const attributes = new Map<string, string>();
  for (const line of mainSection(bytes)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // Java refuses the jar; a model checker can do without the line.
    const key = line.slice(0, colon).trim().toLowerCase();
    // The last one wins, as in java.util.jar.
    attributes.set(key, line.slice(colon + 1).trim());
  }
  return {
    mainClass: attributes.get("main-class") || null,
    classPath: (attributes.get("class-path") ?? "").split(/ +/).filter((entry) => entry !== ""),
    multiRelease: attributes.get("multi-release")?.toLowerCase() === "true",
    attributes,
  };
}

/**
 * Where a Class-Path entry of this jar points, or null for anything but a
 * file. A trailing slash means a directory, as it does to Java.
 */
export function resolveClassPathEntry(
  jarPath: string,
  entry: string,
): { readonly path: string; readonly isDirectory: boolean } | null {
  try {
    const url = new URL(entry, pathToFileURL(jarPath));
    if (url.protocol !== "file:" || url.host !== "") return null;
    return { path: fileURLToPath(url), isDirectory: url.pathname.endsWith("/") };
  } catch {
    return null; // no URL, or one with an encoded slash or NUL: names no file
  }
}

/**
 * Lines are joined as bytes: a line break may fall inside a UTF-8 character,
 * because writers break at 72 bytes without looking.
 */
function mainSection(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  let current: Buffer[] = [];
  const flush = (): void => {
    if (current.length > 0) lines.push(Buffer.concat(current).toString("utf8"));
    current = [];
  };
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length) {
    let end = at;
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
    if (end === at) break;
    const continues = bytes[at] === 0x20;
    if (!continues) flush();
    current.push(Buffer.from(bytes.subarray(continues ? at + 1 : at, end)));
    at = end + (bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? 2 : 1);
  }
  flush();
  return lines;
}
