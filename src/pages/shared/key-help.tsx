/** The keys of a page, in a dialogue that "?" opens. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KeyboardIcon } from "./icons.tsx";
import "./key-help.css";

export interface KeyMeaning {
  /** As they are printed on the keyboard. */
  readonly keys: readonly string[];
  readonly meaning: string;
}

export function KeyHelp({ rows }: { readonly rows: readonly KeyMeaning[] }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => dialog.current?.showModal();
  useEffect(() => onKey((key) => (key === "?" ? open() : undefined)), []);
  return (
    <>
      <button type="button" class="icon-button" onClick={open} title="Keys (?)">
        <KeyboardIcon />
        <span class="visually-hidden">Keys</span>
      </button>
      <dialog ref={dialog} class="key-help" aria-labelledby="key-help-title">
        <h2 id="key-help-title">Keys</h2>
        <dl>
          {rows.map(({ keys, meaning }) => (
            <>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" class="button">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}

/** For an element that scrolls: there, arrow keys scroll. */
export const OWN_KEYS = { "data-own-keys": "" } as const;
const SCROLL_KEYS = new Set([
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Home",
  "End",
]);

/** Keys pressed anywhere but in a field, in a dialogue, or with a modifier. Returns what ends it. */
export function onKey(handle: (key: string, event: KeyboardEvent) => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof Element && target.closest("input, select, textarea, dialog") !== null) {
      return;
    }
    const scrolls = target instanceof Element && target.closest("[data-own-keys]") !== null;
    if (scrolls && SCROLL_KEYS.has(event.key)) return;
    handle(event.key, event);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
