/**
 * Bundles the code that runs in a browser: a script and a style sheet for each folder of src/pages with a
 * `main.tsx`, and Graphviz as a compressed worker. src/report/page-file.ts makes pages of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { rolldown } from "rolldown";

const ROOT = resolve(import.meta.dirname, "..");
const PAGES = resolve(ROOT, "src/pages");
const OUT = resolve(ROOT, "dist/pages");

/** Collects the style sheets that the modules import, in the order in which they would run. */
function styleSheets(sheets) {
  const texts = new Map();
  return {
    name: "style-sheets",
    load(id) {
      if (!id.endsWith(".css")) return null;
      texts.set(id, readFileSync(id, "utf8"));
      return { code: "", moduleType: "js" };
    },
    buildEnd() {
      const seen = new Set();
      const visit = (id) => {
        if (seen.has(id)) return;
        seen.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported);
        if (texts.has(id)) sheets.push(texts.get(id));
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry === true) visit(id);
    },
  };
}

async function bundle(input, sheets) {
  const build = await rolldown({
    input,
    platform: "browser",
    tsconfig: resolve(PAGES, "tsconfig.json"),
    plugins: [styleSheets(sheets)],
    logLevel: "warn",
    // Graphviz asks for its own address, which it does not need here.
    checks: { emptyImportMeta: false },
  });
  const { output } = await build.generate({
    format: "iife",
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  return output[0];
}

const withoutComments = (css) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const names = readdirSync(PAGES).filter((name) => existsSync(resolve(PAGES, name, "main.tsx")));
for (const name of names) {
  const sheets = [];
  const { code } = await bundle(resolve(PAGES, name, "main.tsx"), sheets);
  const css = withoutComments(sheets.join("\n"));
  writeFileSync(resolve(OUT, `${name}.js`), code);
  writeFileSync(resolve(OUT, `${name}.css`), css);
  process.stdout.write(`dist/pages/${name}: ${code.length} and ${css.length} bytes\n`);
}
const graphviz = await bundle(resolve(PAGES, "graphviz/worker.ts"), []);
const compressed = deflateRawSync(graphviz.code, { level: 9 });
writeFileSync(resolve(OUT, "graphviz.js.deflate"), compressed);
process.stdout.write(`dist/pages/graphviz.js.deflate: ${compressed.length} bytes\n`);
