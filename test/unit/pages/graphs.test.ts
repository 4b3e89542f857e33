/** Graphs for Graphviz: who waits for whom, and texts that must stay texts. */
import { expect, test } from "vitest";
import { waitGraph, waitLines } from "../../../src/pages/check/wait-graph.ts";
import { graphvizGraph } from "../../../src/pages/shared/graph.ts";
import { checkPageData } from "../../../src/report/pages/check-data.ts";
import { reportOf } from "../../support/page-data.ts";

test("a deadlock's threads wait in a cycle, and others beside it", async () => {
  const report = await reportOf("DiningPhilosophers naive 2 1");
  const [finding] = checkPageData(report, { words: [] }).findings;
  const { nodes, edges } = waitGraph(finding!);
  const tones = new Map(nodes.map(({ label, tone }) => [label, tone]));
  expect(tones).toEqual(
    new Map([
      ["main", "plain"],
      ["Thread-0", "bad"],
      ["Thread-1", "bad"],
    ]),
  );
  expect(edges.filter(({ tone }) => tone === "bad")).toHaveLength(2);
  expect(waitLines(finding!)).toContain("main waits for the end of Thread-0");
});

test("what nobody holds is a thing of its own", async () => {
  const report = await reportOf("AlarmClock notify 2 2");
  const [finding] = checkPageData(report, { words: [] }).findings;
  const { nodes, edges } = waitGraph(finding!);
  const things = nodes.filter(({ shape }) => shape === "ellipse");
  expect(things.length).toBeGreaterThan(0);
  for (const { id } of things) expect(edges.some(({ to }) => to === id)).toBe(true);
});

test("labels hide nothing from Graphviz that it would interpret", () => {
  const hostile = String.raw`\N <b>&lt;"\n`;
  const { nodes = [] } = graphvizGraph({
    nodes: [
      { id: "a", label: hostile },
      { id: "b", label: { title: hostile, rows: [{ cells: [hostile, "\u0000\ud800"] }] } },
    ],
    edges: [],
  });
  const labels = nodes.map(({ attributes }) => attributes!["label"]);
  expect(labels[0]).toBe(String.raw`\\N <b>&amp;lt;"\\n`);
  const html = JSON.stringify(labels[1]);
  expect(html).toContain(String.raw`\\N &lt;b&gt;&amp;lt;&quot;\\n`);
  expect(html).toContain("\ufffd\ufffd");
});
