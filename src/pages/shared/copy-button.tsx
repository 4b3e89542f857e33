/** A command, and a button that copies it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./copy-button.css";
import { CheckIcon, CopyIcon } from "./icons.tsx";

const SHOWN_MS = 1500;

/** True for a moment after the text was copied. */
function useCopied(): [boolean, (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string): void => {
    void copyText(text).then(setCopied);
  };
  return [isCopied, copy];
}

export function Command({ text }: { readonly text: string }): JSX.Element {
  const [isCopied, copy] = useCopied();
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" class="icon-button no-print" onClick={() => copy(text)} title="Copy">
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

interface CopyTextProps {
  readonly label: string;
  /** Made when the button is pressed. */
  readonly text: () => string;
}

export function CopyTextButton({ label, text }: CopyTextProps): JSX.Element {
  const [isCopied, copy] = useCopied();
  return (
    <button type="button" class="button no-print" onClick={() => copy(text())}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </button>
  );
}
