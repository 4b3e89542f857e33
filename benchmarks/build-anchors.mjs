/**
 * Compiles benchmarks/programs/anchors into a jar, which is committed so that the
 * benchmark needs no compiler and every machine measures the same bytes.
 *
 *   node benchmarks/build-anchors.mjs           writes the jar
 *   node benchmarks/build-anchors.mjs --check   exit code 1 if the jar is stale
 *
 * Needs javac 17 (models/java-build.mjs).
 */
import { join, resolve } from "node:path";
import { buildJar, compile } from "../models/java-build.mjs";

const SOURCES = join(import.meta.dirname, "programs/anchors");
const LIBRARY = resolve(import.meta.dirname, "../models/library");
const JAR = join(import.meta.dirname, "programs/anchors.jar");

buildJar(JAR, "benchmarks/build-anchors.mjs", () =>
  compile(SOURCES, {
    // The library has it.
    api: {
      folder: LIBRARY,
      sources: [join("gov", "nasa", "jpf", "vm", "Verify.java"), join("deadwood", "Verify.java")],
    },
  }),
);
