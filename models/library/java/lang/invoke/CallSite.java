package java.lang.invoke;

/** Where a dynamic call goes. */
public abstract class CallSite {
    private final MethodType type;

    CallSite(MethodType type) {
        this.type = type;
    }

    public MethodType type() {
        return type;
    }

    public abstract MethodHandle getTarget();

    public abstract void setTarget(MethodHandle target);

    public abstract MethodHandle dynamicInvoker();

    final MethodHandle checked(MethodHandle target) {
        if (!target.type().equals(type)) {
            throw new WrongMethodTypeException(target + " should be of type " + type);
        }
        return target;
    }

    /** A handle that calls whatever the target is at the time. */
    final MethodHandle makeDynamicInvoker() {
        return new AdaptedHandle(type, arguments -> getTarget().call(arguments));
    }

    /** The target of a site that has been made but not set. */
    static MethodHandle uninitialized(MethodType type) {
        return new AdaptedHandle(type, arguments -> {
            throw new IllegalStateException("uninitialized call site");
        });
    }
}
