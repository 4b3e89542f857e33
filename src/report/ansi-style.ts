/** Colours for terminals. Load this file only if there is one: see style.ts. */
import colors from "picocolors";
import type { Style } from "./style.ts";

export const ANSI: Style = colors.createColors(true);
