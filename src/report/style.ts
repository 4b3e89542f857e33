/**
 * How texts are set off on a terminal. Functions that make text take a `Style`; the plain one changes nothing, so
 * that the words are the same with and without colours. The other one is in ansi-style.ts, because loading the
 * package behind it asks Node about the terminal, which costs milliseconds.
 */

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const unchanged: Paint = (text) => text;

export const PLAIN: Style = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  cyan: unchanged,
};

/** The beginnings of lines that say how good or bad the news is, or what the lines below are about. */
const FIRST_WORDS: readonly (readonly [RegExp, (style: Style) => Paint])[] = [
  [/^(?:violated|not reproduced|different|refused)\b|^error(?:\[\w+\])?(?=:)/, bad],
  [/^(?:safe|no difference|fine)\b/, good],
  [/^(?:incomplete)\b|^warnings?(?=:)/, doubtful],
  [/^\s*(?:note|hint)(?=:)/, ({ dim }) => dim],
  [/^(?:schedule|why|next|how far)(?=:)/, ({ bold }) => bold],
  // The number of a step, with the mark of a preemption.
  [/^ *!\d+(?= {2})/, doubtful],
  [/^ *\d+(?= {2})/, ({ dim }) => dim],
];

function bad({ bold, red }: Style): Paint {
  return (text) => bold(red(text));
}

function good({ bold, green }: Style): Paint {
  return (text) => bold(green(text));
}

function doubtful({ bold, yellow }: Style): Paint {
  return (text) => bold(yellow(text));
}

/** Colours the beginning of a line: the verdict, the word "error", "warning" or "note", a heading, or the number of a step. */
export function paintLine(line: string, style: Style): string {
  if (style === PLAIN) return line;
  for (const [pattern, paint] of FIRST_WORDS) {
    const first = pattern.exec(line)?.[0];
    if (first !== undefined) return paint(style)(first) + line.slice(first.length);
  }
  return line;
}
