/**
 * How pages are built. A page is a folder of src/pages with a `main.tsx` that calls `startPage`:
 *
 *   startPage((text) => {
 *     const data: MyData = JSON.parse(text);
 *     return <MyPage data={data} />;
 *   });
 *
 * build/pages.mjs bundles it to dist/pages/NAME.js and NAME.css; a component imports its own style sheet. On the
 * other side a function in src/report makes the data (their type is the contract; the page imports it as a type), and
 * `pageFile` in src/report/page-file.ts puts bundle and data into one HTML file. To add a page: make the folder, add
 * its name to `PageName`, and write those two.
 *
 * A page may import values only from src/pages and from the few modules that test/architecture.test.ts lists.
 * What is shared is beside this file:
 *   tokens.css, base.css  colours in both themes, elements, small classes (.card, .chip, .button, .soft, .scroll)
 *   banner.tsx            verdict, title, tools          table.tsx         a table with numbers
 *   source-view.tsx       Java with marked lines         virtual-list.tsx  a list of which only the visible part exists
 *   graph-view.tsx        Graphviz                       chart.tsx         uPlot in the colours of the theme
 *   key-help.tsx          keys and their meaning         copy-button.tsx   a command and how to copy it
 *   theme.tsx             the theme and its switch       icons.tsx         icons
 */
import { type JSX, render } from "preact";
import "./tokens.css";
import "./base.css";
import { readText } from "./blocks.ts";
import { applyStoredTheme } from "./theme.tsx";

/** Shows a page as soon as the text of its data is read. */
export function startPage(show: (json: string) => JSX.Element): void {
  applyStoredTheme();
  const root = document.getElementById("page");
  if (root === null) throw new Error("the page has no root element");
  void readText("page-data").then(
    (text) => {
      root.textContent = "";
      render(show(text), root);
    },
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      render(
        <main class="page">This page cannot be shown, its data are damaged: {why}</main>,
        root,
      );
    },
  );
}
