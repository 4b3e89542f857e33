/**
 * Deadwood against the real `java`: every program of the corpus, on the class
 * library of every JDK that recordings are kept for. How many of them are run
 * again on the newer JDKs is a matter of test/support/size.ts.
 */
import { VERSIONS } from "./support/jdks.ts";
import { describeConformance } from "./support/suite.ts";

for (const version of VERSIONS) describeConformance(version);
