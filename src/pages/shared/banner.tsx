/** The head of a page: the verdict in a word and in a sentence, and the tools that every page has. */
import type { ComponentChildren, JSX } from "preact";
import "./banner.css";
import { CheckIcon, CrossIcon, WarningIcon } from "./icons.tsx";
import { ThemeSwitch } from "./theme.tsx";

export type Tone = "good" | "bad" | "warn" | "plain";

interface BannerProps {
  readonly tone: Tone;
  /** "violated" */
  readonly word: string;
  readonly title: string;
  /** What it is about, beside the word. */
  readonly about?: ComponentChildren;
  /** Beside the theme switch. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export const Banner = ({ tone, word, title, about, tools, children }: BannerProps): JSX.Element => (
  <header class={`card banner ${tone}`}>
    <div class="banner-verdict">
      <span class="banner-word">
        <ToneIcon tone={tone} />
        {word}
      </span>
      <span class="soft">{about}</span>
    </div>
    <div class="banner-tools no-print">
      {tools}
      <ThemeSwitch />
    </div>
    <h1>{title}</h1>
    {children === undefined ? null : <div class="banner-rest">{children}</div>}
  </header>
);

function ToneIcon({ tone }: { readonly tone: Tone }): JSX.Element | null {
  if (tone === "good") return <CheckIcon />;
  if (tone === "bad") return <CrossIcon />;
  return tone === "warn" ? <WarningIcon /> : null;
}
