/** What became of the packages, classes and members of the input, as a tree, and how many items of each kind are left. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { count } from "../../core/numbers.ts";
import type { Fate, PageNode, PageReduction } from "../../report/pages/reduce-data.ts";
import { Switch } from "../shared/switch.tsx";
import { DataTable } from "../shared/table.tsx";
import { Tree, type TreeItem } from "../shared/tree.tsx";
import { shareText } from "./sizes.ts";

type Shown = "all" | "left" | "removed";

export function Removed({ result }: { readonly result: PageReduction }): JSX.Element {
  const [shown, setShown] = useState<Shown>("all");
  const [filter, setFilter] = useState("");
  const nodes = useMemo(
    () => itemsOf(result.tree, shown, filter.trim().toLowerCase()),
    [result, shown, filter],
  );
  const open = useMemo(() => openAtFirst(result.tree, filter !== ""), [result, filter]);
  return (
    <section class="card">
      <h2>What was removed</h2>
      {result.lacksNames ? (
        <p class="reduce-warning">
          The result was found before --resume: classes and members that were renamed count as
          removed.
        </p>
      ) : null}
      <div class="tools">
        <Switch<Shown>
          label="Show"
          values={[
            { value: "all", name: "everything" },
            { value: "left", name: "what is left" },
            { value: "removed", name: "what was removed" },
          ]}
          value={shown}
          onChange={setShown}
        />
        <label class="field">
          <span>Name</span>
          <input
            type="search"
            value={filter}
            placeholder="part of a name"
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
      </div>
      {nodes.length === 0 ? (
        <p class="faint">Nothing has this name.</p>
      ) : (
        <div class="reduce-tree">
          <Tree
            key={`${shown} ${filter}`}
            label="Packages, classes and members of the input, and what became of them"
            items={nodes}
            open={open}
          />
        </div>
      )}
      <details class="reduce-phases">
        <summary>Items by kind</summary>
        <DataTable
          caption="An item is anything that can be removed by itself"
          columns={[
            { title: "kind" },
            { title: "input", isNumber: true },
            { title: "result", isNumber: true },
            { title: "left", isNumber: true },
          ]}
          rows={result.items.map(({ kind, input, result: left }) => [
            kind,
            count(input),
            count(left),
            shareText(left, input),
          ])}
        />
      </details>
    </section>
  );
}

/** Packages and classes of which something is left. */
function openAtFirst(nodes: readonly PageNode[], isFiltered: boolean): ReadonlySet<string> {
  const open = new Set<string>();
  const visit = (all: readonly PageNode[], path: string): void => {
    for (const node of all) {
      const key = keyOf(node, path);
      const isOnly = all.length === 1;
      if (node.fate !== "removed" || isFiltered || isOnly) open.add(key);
      visit(node.children, key);
    }
  };
  visit(nodes, "");
  return open;
}

const keyOf = ({ kind, name }: PageNode, path: string): string => `${path}/${kind} ${name}`;

const FATES: Readonly<Record<Fate, string>> = {
  removed: "removed",
  shrunk: "shrunk",
  kept: "kept",
  merged: "merged",
};

function itemsOf(
  nodes: readonly PageNode[],
  shown: Shown,
  filter: string,
  path: string = "",
): TreeItem[] {
  return inOrder(nodes).flatMap((node): TreeItem[] => {
    const key = keyOf(node, path);
    const isNamed = node.name.toLowerCase().includes(filter);
    const children = itemsOf(node.children, shown, isNamed ? "" : filter, key);
    const isLeft = node.fate !== "removed";
    const fits = shown === "all" || (shown === "left") === isLeft;
    if ((!fits || !isNamed) && children.length === 0) return [];
    return [
      {
        key,
        text: node.name,
        view: <NodeView node={node} />,
        children: withUnlisted(node, children, key),
      },
    ];
  });
}

/** What is left first, then the largest. */
const inOrder = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.toSorted(
    (a, b) => Number(a.fate === "removed") - Number(b.fate === "removed") || b.bytes - a.bytes,
  );

function withUnlisted(node: PageNode, children: TreeItem[], key: string): TreeItem[] {
  if (node.unlisted === null) return children;
  const view = <span class="faint">{node.unlisted}, not listed to keep this page small</span>;
  return [...children, { key: `${key}/unlisted`, text: "", view, children: [] }];
}

const LETTERS: Readonly<Record<PageNode["kind"], string>> = {
  package: "p",
  class: "C",
  field: "f",
  method: "m",
  file: "·",
};

function NodeView({ node }: { readonly node: PageNode }): JSX.Element {
  const { kind, name, now, fate, bytes, left } = node;
  return (
    <>
      <span class={`node-kind node-${kind}`} title={kind} aria-hidden="true">
        {LETTERS[kind]}
      </span>
      <span class={`node-name mono ${fate === "removed" ? "node-removed" : ""}`} title={name}>
        <span class="visually-hidden">{kind} </span>
        <bdi>{name}</bdi>
        {now === null ? null : (
          <span class="node-now">
            {" "}
            {fate === "merged" ? "in" : "now"} <bdi>{now}</bdi>
          </span>
        )}
      </span>
      <span class={`fate fate-${fate}`}>{FATES[fate]}</span>
      <span class="node-size">
        {count(bytes)}
        {fate === "removed" || left === bytes || fate === "merged" ? "" : ` → ${count(left)}`} B
      </span>
      <span class="node-bar" aria-hidden="true">
        <span style={{ width: bytes === 0 ? "0" : `${Math.min(100, (left / bytes) * 100)}%` }} />
      </span>
    </>
  );
}
