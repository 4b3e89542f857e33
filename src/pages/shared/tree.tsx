/**
 * A tree for the keyboard and for screen readers, as the WAI-ARIA practices describe it: arrow keys move, open and close,
 * Home and End go to the ends, letters to the next item that begins with them. Items are made when their parent is open,
 * and long lists come in portions.
 */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import "./tree.css";

export interface TreeItem {
  readonly key: string;
  /** Letters go by it. */
  readonly text: string;
  readonly view: ComponentChildren;
  readonly children: readonly TreeItem[];
}

interface TreeProps {
  readonly label: string;
  readonly items: readonly TreeItem[];
  /** The keys of the items that are open at first. */
  readonly open: ReadonlySet<string>;
}

interface Row {
  readonly item: TreeItem | null;
  readonly key: string;
  readonly level: number;
  readonly position: number;
  readonly size: number;
  readonly parent: string | null;
}

/** Children of one item that are shown at first, and with each request for more. */
const PORTION = 200;

export function Tree({ label, items, open: initial }: TreeProps): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<string>>(initial);
  const [portions, setPortions] = useState<ReadonlyMap<string, number>>(new Map());
  const [active, setActive] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const mustFocus = useRef(false);
  const rows = rowsOf(items, open, portions);
  const current = rows.some(({ key }) => key === active) ? active : (rows[0]?.key ?? null);
  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const go = (key: string | null | undefined): void => {
    if (key === null || key === undefined) return;
    mustFocus.current = true;
    setActive(key);
  };
  const toggle = (key: string, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const more = (row: Row): void => {
    const of = row.parent ?? "";
    setPortions(new Map(portions).set(of, (portions.get(of) ?? 1) + 1));
  };
  const press = (row: Row): void => {
    if (row.item === null) more(row);
    else if (row.item.children.length > 0) toggle(row.key, !open.has(row.key));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ key }) => key === current);
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (handle(event.key, row, at)) event.preventDefault();
  };
  /** True if the key means something. */
  const handle = (key: string, row: Row, at: number): boolean => {
    const isOpen = open.has(row.key);
    const isParent = (row.item?.children.length ?? 0) > 0;
    switch (key) {
      case "ArrowDown":
        go(rows[at + 1]?.key);
        return true;
      case "ArrowUp":
        go(rows[at - 1]?.key);
        return true;
      case "ArrowRight":
        if (isParent && !isOpen) toggle(row.key, true);
        else if (isParent) go(rows[at + 1]?.key);
        return true;
      case "ArrowLeft":
        if (isParent && isOpen) toggle(row.key, false);
        else go(row.parent);
        return true;
      case "Home":
        go(rows[0]?.key);
        return true;
      case "End":
        go(rows.at(-1)?.key);
        return true;
      case "Enter":
      case " ":
        press(row);
        return true;
      default:
        return goByLetter(key, at);
    }
  };
  const goByLetter = (key: string, at: number): boolean => {
    if (key.length !== 1) return false;
    const letter = key.toLowerCase();
    const after = [...rows.slice(at + 1), ...rows.slice(0, at)];
    go(after.find(({ item }) => item?.text.toLowerCase().startsWith(letter) === true)?.key);
    return true;
  };
  return (
    <div ref={box} role="tree" aria-label={label} class="tree" onKeyDown={onKeyDown}>
      {rows.map((row) => {
        const { item, key, level, position, size } = row;
        const isParent = item !== null && item.children.length > 0;
        return (
          <div
            key={key}
            role="treeitem"
            class="tree-item"
            aria-level={level}
            aria-posinset={position}
            aria-setsize={size}
            aria-expanded={isParent ? open.has(key) : undefined}
            aria-selected={key === current}
            tabIndex={key === current ? 0 : -1}
            style={{ paddingInlineStart: `${(level - 1) * 1.3}rem` }}
            onClick={() => {
              go(key);
              press(row);
            }}
          >
            <span class={isParent ? "tree-arrow" : "tree-leaf"} aria-hidden="true" />
            {item === null ? (
              <span class="tree-more">Show more: {size - position + 1} left</span>
            ) : (
              item.view
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The items that are visible, as a list. */
function rowsOf(
  items: readonly TreeItem[],
  open: ReadonlySet<string>,
  portions: ReadonlyMap<string, number>,
): Row[] {
  const rows: Row[] = [];
  const add = (siblings: readonly TreeItem[], level: number, parent: string | null): void => {
    const shown = (portions.get(parent ?? "") ?? 1) * PORTION;
    const size = siblings.length;
    for (const [i, item] of siblings.slice(0, shown).entries()) {
      rows.push({ item, key: item.key, level, position: i + 1, size, parent });
      if (open.has(item.key)) add(item.children, level + 1, item.key);
    }
    if (size > shown) {
      rows.push({
        item: null,
        key: `${parent ?? ""} more`,
        level,
        position: shown + 1,
        size,
        parent,
      });
    }
  };
  add(items, 1, null);
  return rows;
}
