package jdk.internal.vm;

/**
 * A class of newer JDKs that one of our methods names in its signature. It is
 * here only for the compiler, which is JDK 17's, and is not shipped.
 */
public abstract class ThreadContainer {}
