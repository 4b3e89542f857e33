/**
 * Compiles models/jvm-runner, which `deadwood fuzz --against jvm` starts on a real
 * JVM, into models/jvm-runner.jar. It is committed, so that only a JVM is needed
 * and no compiler.
 *
 *   node models/build-jvm-runner.mjs           writes the jar
 *   node models/build-jvm-runner.mjs --check   exit code 1 if the jar is stale
 *
 * Needs javac 17 (java-build.mjs).
 */
import { join } from "node:path";
import { buildJar, compile } from "./java-build.mjs";

const SOURCES = join(import.meta.dirname, "jvm-runner");
const JAR = join(import.meta.dirname, "jvm-runner.jar");

buildJar(JAR, "models/build-jvm-runner.mjs", () =>
  compile(SOURCES, { flags: ["-Xlint:all", "-Werror"] }),
);
