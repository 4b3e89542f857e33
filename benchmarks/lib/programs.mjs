/**
 * The benchmark programs. Without an argument each runs 100 to 140 million
 * bytecodes of its own and the JDK's code (fewer where a model replaces the
 * JDK's class), about three seconds at 40 M/s; `quick` is about a tenth.
 * "arithmetic" marks the group whose speed is quoted alone, because it measures
 * dispatch and not the library.
 */
export const PROGRAMS = [
  { name: "ArithLoop", quick: "40", group: "arithmetic" },
  { name: "Sieve", quick: "2", group: "arithmetic" },
  { name: "Fib", quick: "7", group: "arithmetic" },
  { name: "Matrix", quick: "1", group: "arithmetic" },
  { name: "NBody", quick: "7500", group: "other" },
  { name: "StringBuilding", quick: "800", group: "other" },
  { name: "HashMap100k", quick: "1", group: "other" },
  { name: "Sorting", quick: "1", group: "other" },
  { name: "SmallInterpreter", quick: "20", group: "other" },
  { name: "BigIntegerFactorial", quick: "1", group: "other" },
  { name: "Streams", quick: "2", group: "other" },
];
