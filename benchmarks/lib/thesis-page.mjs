/** The page of the docs that is made of the result of `deadwood compare --set thesis`. */

const DASH = "–";
const count = (value) =>
  value === null || value === undefined ? DASH : Math.round(value).toLocaleString("en-US");
const percent = (value) => (value === null || value === undefined ? DASH : `${Math.round(value)}%`);
const seconds = (value) => (value === null || value === undefined ? DASH : value.toFixed(2));
const megabytes = (bytes) =>
  bytes === null || bytes === undefined ? DASH : (bytes / 2 ** 20).toFixed(2);
/** Of the mean. */
const spread = ({ cpuMean, cpuDeviation }) =>
  cpuMean === null || cpuDeviation === null ? DASH : percent((cpuDeviation / cpuMean) * 100);

const line = (cells) => `| ${cells.join(" | ")} |`;

function markdown(header, rows) {
  const rule = header.map((_, i) => (i < 2 && header[i] !== "lines" ? "---" : "--:"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

const nameOf = ({ label, name }) => (label === null ? name : `${label}: \`${name}\``);

/** Rows of a table with one for each program and configuration. */
const rowsOf = ({ programs }, cells) =>
  programs.flatMap((program) =>
    program.results.map((result, i) => [
      i === 0 ? nameOf(program) : "",
      result.configuration,
      ...cells(result),
    ]),
  );

const overallRows = ({ overall }, cells) =>
  overall.map((each, i) => [
    i === 0 ? `all ${each.programs}` : "",
    each.configuration,
    ...cells(each),
  ]);

const meanRows = ({ overall }, cells) =>
  overall.map((each, i) => [
    i === 0 ? "mean of percentages" : "",
    each.configuration,
    ...cells(each),
  ]);

const threadsOf = ({ results }) => Math.max(...results.map(({ figures }) => figures.maxThreads));

export function thesisPage({ commit, date, node, rounds, note, comparison }) {
  const { programs, base } = comparison;
  const of = rounds ?? comparison.rounds;
  return `# The thesis's tables, for programs of the same kinds

Made by \`node benchmarks/thesis.mjs\` from [benchmarks/results/thesis.json](../benchmarks/results/thesis.json):
\`deadwood compare --set thesis\`, ${of} ${of === 1 ? "round" : "rounds"}, commit ${commit}, ${date}, Node ${node}.
Note: ${note}. Percentages are against \`${base}\`. [compare](compare.md) says what the columns mean, and which of the
thesis's programs each is like: they are programs of our own, much smaller than the originals, so that it is the percentages that
can be compared. Dead-variable reductions do all they can here (\`--dvr-effort always\`). Objects are known by how they are reached; the
thesis's own setting is \`--heap-order as-allocated\`, with which some of these programs have far more states.

## Programs (table 4.3)

${markdown(
  ["program", "lines", "threads"],
  programs.map((program) => [
    nameOf(program),
    count(program.linesOfCode),
    count(threadsOf(program)),
  ]),
)}

## States and time (table 4.4)

Times are CPU seconds of a whole process; \`sd\` is the standard deviation over the rounds, in percent of the mean.

${markdown(
  ["program", "configuration", "states", "%", "mean", "sd", "analyses", "%"],
  [
    ...rowsOf(comparison, (result) => [
      count(result.figures?.states),
      percent(result.percent.states),
      seconds(result.cpuMean),
      spread(result),
      seconds(result.figures?.analysisCpuSeconds),
      percent(result.percent.cpuSeconds),
    ]),
    ...overallRows(comparison, (each) => [
      count(each.states),
      percent(each.percentOfSums.states),
      seconds(each.cpuSeconds),
      "",
      "",
      percent(each.percentOfSums.cpuSeconds),
    ]),
    ...meanRows(comparison, (each) => [
      "",
      percent(each.meanPercent.states),
      "",
      "",
      "",
      percent(each.meanPercent.cpuSeconds),
    ]),
  ],
)}

## Memory (table 4.5)

${markdown(
  [
    "program",
    "configuration",
    "vectors MB",
    "%",
    "vector bytes",
    "%",
    "compressed",
    "%",
    "DVA MB",
    "DVA bytes",
  ],
  [
    ...rowsOf(comparison, ({ figures, percent: share }) => [
      megabytes(figures?.vectorsBytes),
      percent(share.vectorsBytes),
      count(figures?.vectorBytes),
      percent(share.vectorBytes),
      count(figures?.compressedBytes),
      percent(share.compressedBytes),
      megabytes(figures?.dvaBytes),
      count(figures?.dvaBytesPerState),
    ]),
    ...meanRows(comparison, (each) => [
      "",
      percent(each.meanPercent.vectorsBytes),
      "",
      percent(each.meanPercent.vectorBytes),
      "",
      percent(each.meanPercent.compressedBytes),
      "",
      "",
    ]),
  ],
)}
`;
}
