/**
 * A list of which only the visible part exists, so that a schedule of 10,000 rows costs as much as one of 50. The
 * caller says how to draw a row; heights are measured.
 */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import "./virtual-list.css";

interface VirtualListProps {
  readonly count: number;
  readonly render: (index: number) => ComponentChildren;
  /** What the list is, for a screen reader. */
  readonly label: string;
  /** The height of a row that has not been measured. */
  readonly estimate: number;
  /** The row that must be visible. */
  readonly current: number;
  readonly class?: string;
  /** Stays visible above the rows. */
  readonly head?: ComponentChildren;
}

/** Rows drawn beyond either edge. */
const OVERSCAN = 6;
/** Between the current row and an edge, in pixels. */
const GAP = 6;

export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, render, label, estimate, current, head } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headBox = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLLIElement>(optionsOf(props, scroller, headBox, redraw)),
  );
  virtualizer.setOptions(optionsOf({ ...props, count, estimate }, scroller, headBox, redraw));
  const margin = virtualizer.options.scrollMargin;
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: "auto" });
  }, [virtualizer, current, count]);
  return (
    <div
      ref={scroller}
      class={`virtual-list ${props.class ?? ""}`}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {head === undefined ? null : (
        <div ref={headBox} class="virtual-list-head">
          {head}
        </div>
      )}
      <ol role="list" aria-label={label} style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={(element) => virtualizer.measureElement(element)}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {render(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}

function optionsOf(
  { count, estimate }: VirtualListProps,
  scroller: { readonly current: HTMLDivElement | null },
  head: { readonly current: HTMLDivElement | null },
  redraw: (action: void) => void,
): ConstructorParameters<typeof Virtualizer<HTMLDivElement, HTMLLIElement>>[0] {
  const headHeight = head.current?.offsetHeight ?? 0;
  return {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: OVERSCAN,
    // The head takes room above the rows, and covers the first visible ones.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight + GAP,
    scrollPaddingEnd: GAP,
    initialRect: { width: 800, height: 800 },
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
}
