// Dynamic proxies, ServiceLoader-free plug-ins by name, StackWalker.
package invoke;

import static java.lang.System.out;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Collectors;

class Proxies {
    interface Calc { int add(int a, int b); default String hi() { return "default"; } void nothing(); long wide(double d, Object... os); }

    static List<String> walk() {
        return StackWalker.getInstance().walk(s -> s.map(StackWalker.StackFrame::getMethodName).limit(3).collect(Collectors.toList()));
    }

    static List<String> outer() {
        return walk();
    }

    public static void main(String[] args) {
        InvocationHandler h = (proxy, m, a) -> {
            out.print(m.getName() + (a == null ? 0 : a.length) + " ");
            if (m.getReturnType() == int.class) return (Integer) a[0] + (Integer) a[1];
            if (m.getReturnType() == long.class) return 7L;
            if (m.getReturnType() == String.class) return "proxied";
            return null;
        };
        Calc c = (Calc) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Calc.class}, h);
        out.println(c.add(3, 4) + " " + c.hi() + c.wide(1.5, 1, 2) + c);
        c.nothing();
        out.println(Proxy.isProxyClass(c.getClass()) + " " + (Proxy.getInvocationHandler(c) == h));
        out.println(outer());
        out.println(Thread.currentThread().getStackTrace()[1].getMethodName() + new Throwable().getStackTrace().length);
    }
}
