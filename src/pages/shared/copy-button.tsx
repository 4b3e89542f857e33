/** A command, and a button that copies it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./copy-button.css";
import { CheckIcon, CopyIcon } from "./icons.tsx";

const SHOWN_MS = 1500;

export function Command({ text }: { readonly text: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    void copyText(text).then(setCopied);
  };
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" class="icon-button no-print" onClick={copy} title="Copy">
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        <span class="visually-hidden" aria-live="polite">
          {isCopied ? "Copied" : "Copy the command"}
        </span>
      </button>
    </div>
  );
}

/** The clipboard may be closed to a page that comes from a file; selecting the text always works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    // The only way without the clipboard.
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
