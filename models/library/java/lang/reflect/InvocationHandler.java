package java.lang.reflect;

import jdk.internal.reflect.Reflection;

/** What a proxy's methods call. */
public interface InvocationHandler {
    Object invoke(Object proxy, Method method, Object[] args) throws Throwable;

    /** Calls the default method itself, on a proxy whose class implements its interface. */
    static Object invokeDefault(Object proxy, Method method, Object... args) throws Throwable {
        return Proxy.invokeDefault(proxy, method, args, Reflection.getCallerClass());
    }
}
