/**
 * The tables of a comparison, after tables 4.3 (programs), 4.4 (states and time) and 4.5
 * (memory) of the thesis, as rows of text: what the terminal and the page show.
 */

import { countText, megabytesText, percentText, secondsText, sizeText } from "../numbers.ts";
import type { ComparedProgram, Comparison, ConfigurationResult } from "./comparison.ts";
import { percentage } from "./figures.ts";

export interface Column {
  readonly title: string;
  /** What the column is about, in a sentence. */
  readonly about: string;
  readonly isText?: boolean;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** A group is a program (or the sums); its first row has the name. */
  readonly groups: readonly (readonly (readonly string[])[])[];
}

const PROGRAM: Column = { title: "program", about: "main class and arguments", isText: true };
const CONFIGURATION: Column = { title: "configuration", about: "how it was checked", isText: true };
const share = (of: string): Column => ({
  title: "%",
  about: `${of}, against the base configuration`,
});

const PROGRAMS: readonly Column[] = [
  PROGRAM,
  { title: "lines", about: "lines of its source that are neither empty nor comments" },
  { title: "threads", about: "threads alive at once, at most" },
];

const STATES_AND_TIME: readonly Column[] = [
  PROGRAM,
  CONFIGURATION,
  { title: "states", about: "different states" },
  share("states"),
  { title: "time", about: "CPU seconds of the whole process, start and analyses included" },
  { title: "search", about: "CPU seconds of the search in it" },
  { title: "analyses", about: "CPU seconds of the analyses of code in it" },
  share("time"),
  { title: "mean", about: "mean of time over the rounds" },
  { title: "sd", about: "standard deviation of that, in percent of the mean" },
  { title: "wall", about: "seconds of the whole process by the clock" },
  share("wall"),
  { title: "verdict", about: "what the check says", isText: true },
];

const MEMORY: readonly Column[] = [
  PROGRAM,
  CONFIGURATION,
  { title: "store MB", about: "memory of the set of visited states" },
  share("store"),
  { title: "vectors MB", about: "memory of all different vectors with every word in its place" },
  share("vectors"),
  {
    title: "vector bytes",
    about: "size of a state's vector with every word in its place, on average",
  },
  share("vector"),
  { title: "compressed", about: "the same with a bit for words that are 0" },
  share("compressed"),
  { title: "DVA MB", about: "memory for what is known about liveness" },
  { title: "DVA bytes", about: "the same for each state, on average" },
  { title: "live cells", about: "cells in a state's live set, on average" },
];

export function comparisonTables(comparison: Comparison): Table[] {
  const programs = comparison.programs.filter(({ results }) => results.length > 0);
  // Where nothing could be measured the reasons say all there is to say.
  if (!programs.some(({ results }) => results.some(({ figures }) => figures !== null))) return [];
  const isKnown = programs.some(({ linesOfCode }) => linesOfCode !== null);
  return [
    ...(isKnown
      ? [{ title: "Programs", columns: PROGRAMS, groups: programs.map(programGroup) }]
      : []),
    {
      title: "States and time",
      columns: STATES_AND_TIME,
      groups: [...programs.map(timeGroup), ...overallTimes(comparison)],
    },
    {
      title: "Memory",
      columns: MEMORY,
      groups: [...programs.map(memoryGroup), ...overallMemory(comparison)],
    },
  ];
}

/** What the program is called in its set is told where its class has another name. */
const nameOf = ({ label, name }: ComparedProgram): string =>
  label === null || name.split(" ")[0] === label ? name : `${label}: ${name}`;

const titled = (program: ComparedProgram, i: number): string => (i === 0 ? nameOf(program) : "");

/** A configuration that stops at a violation may not have seen all threads. */
const programGroup = (program: ComparedProgram): string[][] => {
  const threads = program.results.flatMap(({ figures }) => figures?.maxThreads ?? []);
  const most = threads.length === 0 ? null : Math.max(...threads);
  return [[nameOf(program), countText(program.linesOfCode), countText(most)]];
};

const timeGroup = (program: ComparedProgram): string[][] =>
  program.results.map((result, i) => {
    const { figures, percent } = result;
    return [
      titled(program, i),
      result.configuration,
      countText(figures?.states),
      percentText(percent.states),
      secondsText(figures?.cpuSeconds),
      secondsText(figures?.searchCpuSeconds),
      secondsText(figures?.analysisCpuSeconds),
      percentText(percent.cpuSeconds),
      secondsText(result.cpuMean),
      percentText(percentage(result.cpuDeviation, result.cpuMean)),
      secondsText(figures?.wallSeconds),
      percentText(percent.wallSeconds),
      verdictText(result),
    ];
  });

/** What is not simply safe stands out. */
const verdictText = ({ outcome, isComplete }: ConfigurationResult): string => {
  if (outcome === "safe") return isComplete ? "safe" : "SAFE?";
  return outcome.toUpperCase();
};

const memoryGroup = (program: ComparedProgram): string[][] =>
  program.results.map(({ configuration, figures, percent }, i) => [
    titled(program, i),
    configuration,
    megabytesText(figures?.storeBytes),
    percentText(percent.storeBytes),
    megabytesText(figures?.vectorsBytes),
    percentText(percent.vectorsBytes),
    sizeText(figures?.vectorBytes),
    percentText(percent.vectorBytes),
    sizeText(figures?.compressedBytes),
    percentText(percent.compressedBytes),
    megabytesText(figures?.dvaBytes),
    sizeText(figures?.dvaBytesPerState),
    sizeText(figures?.liveCellsPerState),
  ]);

function overallTimes({ overall, programs }: Comparison): string[][][] {
  if (programs.length < 2 || overall.length === 0) return [];
  return [
    overall.map((each, i) => [
      i === 0 ? `all ${each.programs}` : "",
      each.configuration,
      countText(each.states),
      percentText(each.percentOfSums.states),
      secondsText(each.cpuSeconds),
      "",
      "",
      percentText(each.percentOfSums.cpuSeconds),
      "",
      "",
      secondsText(each.wallSeconds),
      percentText(each.percentOfSums.wallSeconds),
      "",
    ]),
    overall.map((each, i) => [
      i === 0 ? "mean of percentages" : "",
      each.configuration,
      "",
      percentText(each.meanPercent.states),
      "",
      "",
      "",
      percentText(each.meanPercent.cpuSeconds),
      "",
      "",
      "",
      percentText(each.meanPercent.wallSeconds),
      "",
    ]),
  ];
}

function overallMemory({ overall, programs }: Comparison): string[][][] {
  if (programs.length < 2 || overall.length === 0) return [];
  return [
    overall.map((each, i) => [
      i === 0 ? `all ${each.programs}` : "",
      each.configuration,
      megabytesText(each.storeBytes),
      percentText(each.percentOfSums.storeBytes),
      megabytesText(each.vectorsBytes),
      percentText(each.percentOfSums.vectorsBytes),
      "",
      "",
      "",
      "",
      "",
      "",
      "",
    ]),
    overall.map((each, i) => [
      i === 0 ? "mean of percentages" : "",
      each.configuration,
      "",
      percentText(each.meanPercent.storeBytes),
      "",
      percentText(each.meanPercent.vectorsBytes),
      "",
      percentText(each.meanPercent.vectorBytes),
      "",
      percentText(each.meanPercent.compressedBytes),
      "",
      "",
      "",
    ]),
  ];
}
