package jdk.internal.misc;

/** A variable of the thread that carries a virtual one. Here every thread carries itself. */
public class CarrierThreadLocal<T> extends ThreadLocal<T> {
}
