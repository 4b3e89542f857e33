/**
 * `npm run docs:site`: the documents as a static site in docs/site/dist. Copies the pages, so that README, CONTRIBUTING and
 * CHANGELOG, which lie outside of docs, become pages too, and runs VitePress over the copies. `--base /deadwood/` for a site
 * that is not at the root of its host.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const SITE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(SITE, "../..");
const PAGES = join(SITE, ".pages");

/** Documents by their path in the repository, and the page that each becomes. */
const pageOf = new Map([
  ["README.md", "index.md"],
  ["CONTRIBUTING.md", "contributing.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["docs/README.md", "contents.md"],
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => [`docs/${name}`, name]),
]);

/** The target of a link on the site, or null for a file of the repository that is not a page. */
function targetOnSite(document, target) {
  if (/^(?:[a-z]+:|#)/.test(target)) return target;
  const [path, anchor] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(document), path));
  if (file.startsWith("docs/images/")) return `./${file.slice("docs/".length)}`;
  const page = pageOf.get(file);
  if (page === undefined) return null;
  return anchor === undefined ? `./${page}` : `./${page}#${anchor}`;
}

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
const SOURCE = /\b(src|srcset)="([^"]+)"/g;

/** Outside of blocks, where brackets are code. */
function withLinksOfSite(document, text) {
  let isInBlock = false;
  const parts = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isInBlock = !isInBlock;
    if (isInBlock !== (parts.at(-1)?.isBlock ?? null))
      parts.push({ isBlock: isInBlock, lines: [] });
    parts.at(-1).lines.push(line);
  }
  return parts
    .map(({ isBlock, lines }) => {
      const part = lines.join("\n");
      if (isBlock) return part;
      return part
        .replaceAll(LINK, (whole, image, label, target) => {
          const found = targetOnSite(document, target);
          if (found === target) return whole;
          return found === null ? label : `${image}[${label}](${found})`;
        })
        .replaceAll(SOURCE, (whole, name, target) => {
          const found = targetOnSite(document, target);
          return found === null ? whole : `${name}="${found}"`;
        });
    })
    .join("\n");
}

function copyPages() {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  for (const [document, page] of pageOf) {
    const text = readFileSync(join(ROOT, document), "utf8");
    writeFileSync(join(PAGES, page), withLinksOfSite(document, text));
  }
  cpSync(join(ROOT, "docs/images"), join(PAGES, "images"), { recursive: true });
}

function run(command, args) {
  execFileSync(command, args, { cwd: SITE, stdio: "inherit", shell: process.platform === "win32" });
}

copyPages();
if (!existsSync(join(SITE, "node_modules/vitepress")))
  run("npm", ["ci", "--no-audit", "--no-fund"]);
run(process.execPath, [
  "node_modules/vitepress/bin/vitepress.js",
  "build",
  ...process.argv.slice(2),
]);
