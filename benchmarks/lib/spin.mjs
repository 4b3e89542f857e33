/**
 * What SPIN's verifiers say, and which of their figures is to be compared with which of
 * ours. Only arithmetic and text: what runs is in check/spin.mjs.
 */

/** Numbers of states that differ by no more than this factor are of the same order. */
const SAME_ORDER = 4;

/** What the verifier that SPIN generates prints at its end. */
export function parsePan(text) {
  const figure = (pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return {
    isSafe: /errors: 0$/m.test(text),
    looksForCycles: /^\s*non-progress cycles\s+\+/m.test(text),
    states: figure(/^\s*(\d+) states, stored/m),
    transitions: figure(/^\s*(\d+) transitions/m),
    peakBytes: figure(/^\s*([\d.]+)\s+total actual memory usage/m) * 2 ** 20,
  };
}

const isSameOrder = (a, b) => Math.abs(Math.log(a / b)) <= Math.log(SAME_ORDER);

const isLike = (ours, other) =>
  other.seats === ours.seats &&
  other.property === ours.property &&
  other.isReduced === ours.isReduced;

/**
 * Each of our runs beside SPIN's with the same size, the same property, and with reduction or
 * without as ours: states a second over those of SPIN's fastest, where it has about as many
 * states (a search that needs far fewer is over before it is warm, and its speed says
 * nothing), and the CPU time of the whole process over SPIN's least. What SPIN got wrong, or
 * we, is not compared.
 */
export function ratiosOf(runs) {
  const right = runs.filter((run) => run.right);
  return right
    .filter(({ checker }) => checker === "Deadwood")
    .map((ours) => {
      const rivals = right.filter((run) => run.checker === "SPIN" && isLike(ours, run));
      const peers = rivals.filter(({ states }) => isSameOrder(states, ours.states));
      const speed = Math.max(...peers.map(({ statesPerSecond }) => statesPerSecond));
      const cpu = Math.min(...rivals.map(({ cpuSeconds }) => cpuSeconds));
      const { name, property, seats, isReduced } = ours;
      return {
        name,
        property,
        seats,
        isReduced,
        speedRatio: peers.length === 0 ? null : ours.statesPerSecond / speed,
        cpuRatio: rivals.length === 0 ? null : ours.cpuSeconds / cpu,
      };
    });
}
