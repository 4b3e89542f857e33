package java.lang.reflect;

import deadwood.internal.Conversions;
import deadwood.internal.Reflect;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects whose methods all end in one call of a handler. The class of each
 * list of interfaces is made by the virtual machine; here is decided which
 * methods it has.
 */
public class Proxy implements Serializable {
    private static final long serialVersionUID = -2222568056686623797L;

    protected InvocationHandler h;

    private Proxy() {
    }

    protected Proxy(InvocationHandler h) {
        if (h == null) {
            throw new NullPointerException();
        }
        this.h = h;
    }

    @Deprecated
    public static Class<?> getProxyClass(ClassLoader loader, Class<?>... interfaces) {
        return proxyClass(loader, interfaces.clone());
    }

    public static Object newProxyInstance(ClassLoader loader, Class<?>[] interfaces, InvocationHandler h) {
        if (h == null) {
            throw new NullPointerException();
        }
        Proxy proxy = (Proxy) Reflect.allocate(proxyClass(loader, interfaces.clone()));
        proxy.h = h;
        return proxy;
    }

    public static boolean isProxyClass(Class<?> type) {
        return Proxy.class.isAssignableFrom(type) && type != Proxy.class && isProxy(type);
    }

    public static InvocationHandler getInvocationHandler(Object proxy) {
        if (!isProxyClass(proxy.getClass())) {
            throw new IllegalArgumentException("not a proxy instance");
        }
        return ((Proxy) proxy).h;
    }

    static Object invokeDefault(Object proxy, Method method, Object[] args, Class<?> caller) throws Throwable {
        if (!isProxyClass(proxy.getClass())) {
            throw new IllegalArgumentException("'proxy' is not a proxy instance");
        }
        if (!method.isDefault()) {
            throw new IllegalArgumentException("\"" + method + "\" is not a default method");
        }
        Class<?> owner = method.getDeclaringClass();
        if (!owner.isInstance(proxy)) {
            throw new IllegalArgumentException("\"" + owner + "\" is not a proxy interface");
        }
        Object[] converted = method.convertArguments(args);
        return Reflect.invoke(method.member(), false, proxy, converted, Conversions.kind(method.getReturnType()));
    }

    private static Class<?> proxyClass(ClassLoader loader, Class<?>[] interfaces) {
        for (int i = 0; i < interfaces.length; i++) {
            Class<?> each = interfaces[i];
            if (!each.isInterface()) {
                throw new IllegalArgumentException(each.getName() + " is not an interface");
            }
            if (each.isHidden()) {
                throw new IllegalArgumentException(each.getName() + " is a hidden interface");
            }
            if (each.isSealed()) {
                throw new IllegalArgumentException(each.getName() + " is a sealed interface");
            }
            if (loader == null && each.getClassLoader() != null) {
                throw new IllegalArgumentException(each.getName() + " referenced from a method is not visible from class loader: null");
            }
            for (int j = 0; j < i; j++) {
                if (interfaces[j] == each) {
                    throw new IllegalArgumentException("repeated interface: " + each.getName());
                }
            }
        }
        List<Method> methods = new ArrayList<>();
        addObjectMethod(methods, "hashCode");
        addObjectMethod(methods, "equals", Object.class);
        addObjectMethod(methods, "toString");
        for (int i = 0; i < interfaces.length; i++) {
            Method[] all = interfaces[i].getMethods();
            for (int j = 0; j < all.length; j++) {
                if (!Modifier.isStatic(all[j].getModifiers())) {
                    add(methods, all[j]);
                }
            }
        }
        int[] members = new int[methods.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = methods.get(i).member();
        }
        Class<?> made = define(interfaces, packageOf(interfaces), members);
        Reflect.initialize(made);
        return made;
    }

    private static void addObjectMethod(List<Method> methods, String name, Class<?>... parameters) {
        try {
            methods.add(Object.class.getMethod(name, parameters));
        } catch (NoSuchMethodException e) {
            throw new InternalError(e);
        }
    }

    /** The first interface that has a signature gives the method; one with another result is another method. */
    private static void add(List<Method> methods, Method method) {
        for (int i = 0; i < methods.size(); i++) {
            Method known = methods.get(i);
            if (known.getName().equals(method.getName())
                    && known.sameParameters(method)
                    && known.getReturnType() == method.getReturnType()) {
                return;
            }
        }
        methods.add(method);
    }

    /** The package of the interfaces that are not public, which must be one; null if all are. */
    private static String packageOf(Class<?>[] interfaces) {
        String found = null;
        for (int i = 0; i < interfaces.length; i++) {
            if (!Modifier.isPublic(interfaces[i].getModifiers())) {
                String name = interfaces[i].getPackageName();
                if (found != null && !found.equals(name)) {
                    throw new IllegalArgumentException("cannot have non-public interfaces in different packages");
                }
                found = name;
            }
        }
        return found;
    }

    private static native boolean isProxy(Class<?> type);

    /** The class with these interfaces and methods, always the same one. It is public if there is no package. */
    private static native Class<?> define(Class<?>[] interfaces, String packageName, int[] methods);
}
