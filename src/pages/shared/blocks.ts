/** Reads the blocks that src/report/page-file.ts puts into a page: JSON, or deflated bytes in base64. */

export async function readText(id: string): Promise<string> {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no block "${id}"`);
  const text = element.textContent;
  if (element.dataset["encoding"] === undefined) return text;
  return await new Response(inflated(text)).text();
}

/** Null if the page carries no such block. */
export async function readBytes(id: string): Promise<ArrayBuffer | null> {
  const element = document.getElementById(id);
  if (element === null) return null;
  return await new Response(inflated(element.textContent)).arrayBuffer();
}

function inflated(base64: string): ReadableStream<Uint8Array> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
}
