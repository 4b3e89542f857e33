/** The site: navigation, local search, and anchors as GitHub makes them. Nothing is loaded from another host. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";

const CONTENTS = readFileSync(join(import.meta.dirname, "../.pages/contents.md"), "utf8");

/** The sidebar is the index of the documents: its headings, and the links below each. */
const sidebar = CONTENTS.split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    items: [...section.matchAll(/\[([^\]]+)\]\(\.\/([^)]+)\.md\)/g)].map((match) => ({
      text: upperFirst(match[1].replaceAll("`", "").replaceAll("\n", " ").replaceAll(/ +/g, " ")),
      link: `/${match[2]}`,
    })),
  }));

function upperFirst(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** test/docs/links.test.ts checks the documents for these. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** The name of the file that a block shows, above the block. */
function showFileNames(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const block = fence(tokens, index, ...others);
    const name = /\b(?:title|file)="([^"]+)"/.exec(tokens[index].info)?.[1];
    return name === undefined
      ? block
      : `<p class="file-name">${md.utils.escapeHtml(name)}</p>${block}`;
  };
}

export default defineConfig({
  title: "Deadwood",
  description: "Finds concurrency bugs in Java programs by exploring every schedule",
  lang: "en",
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache",
  markdown: {
    anchor: { slugify },
    config: showFileNames,
    // A grammar for shells would colour what a command prints like a string.
    languageAlias: { console: "text" },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Cookbook", link: "/cookbook" },
      { text: "Options", link: "/options" },
      { text: "All pages", link: "/contents" },
    ],
    sidebar,
    outline: [2, 3],
  },
});
