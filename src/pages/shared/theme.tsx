/** The theme: that of the system, or the one that the reader has chosen. Colours are tokens in tokens.css. */
import { useEffect, useState } from "preact/hooks";
import { MoonIcon, SunIcon } from "./icons.tsx";

export type Theme = "light" | "dark";

const KEY = "deadwood-theme";
const CHANGED = "deadwood-theme-changed";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** A page in a file may have no storage. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** Before the first paint. */
export function applyStoredTheme(): void {
  const stored = storedTheme();
  if (stored === "light" || stored === "dark") document.documentElement.dataset["theme"] = stored;
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return systemIsDark.matches ? "dark" : "light";
}

/** The theme in use. Drawings on a canvas need it; style sheets follow by themselves. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const update = (): void => setTheme(currentTheme());
    systemIsDark.addEventListener("change", update);
    document.addEventListener(CHANGED, update);
    return () => {
      systemIsDark.removeEventListener("change", update);
      document.removeEventListener(CHANGED, update);
    };
  }, []);
  return theme;
}

export function ThemeSwitch(): preact.JSX.Element {
  const theme = useTheme();
  const other: Theme = theme === "dark" ? "light" : "dark";
  const change = (): void => {
    document.documentElement.dataset["theme"] = other;
    store(other);
    document.dispatchEvent(new Event(CHANGED));
  };
  return (
    <button type="button" class="icon-button" onClick={change} title={`Use the ${other} theme`}>
      {theme === "dark" ? <SunIcon /> : <MoonIcon />}
      <span class="visually-hidden">Use the {other} theme</span>
    </button>
  );
}

/** The value of a colour token, as a canvas needs it. */
export function colorOf(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  probe.hidden = true;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
