/** Jars for tests. */
import { strToU8, zipSync } from "fflate";
import { ClassAssembler } from "../../src/classfile/assembling/class-assembler.ts";

export type JarContent = Readonly<Record<string, Uint8Array | string | ClassAssembler>>;

/** A jar of these entries. `manifest`: lines of its manifest, which has none otherwise. */
export function jarOf(entries: JarContent, manifest: readonly string[] = []): Uint8Array {
  const lines = ["Manifest-Version: 1.0", ...manifest, ""].join("\r\n");
  const all = manifest.length === 0 ? entries : { "META-INF/MANIFEST.MF": lines, ...entries };
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([name, content]) => [name, bytesOf(content)])),
  );
}

function bytesOf(content: Uint8Array | string | ClassAssembler): Uint8Array {
  if (typeof content === "string") return strToU8(content);
  // fflate knows arrays of this realm only by their constructor.
  return Uint8Array.from(content instanceof ClassAssembler ? content.toBytes() : content);
}
