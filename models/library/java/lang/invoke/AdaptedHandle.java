package java.lang.invoke;

/** A method handle whose behaviour is written in Java. */
final class AdaptedHandle extends MethodHandle {
    /** What the handle does with arguments of its own type, boxed. */
    interface Body {
        Object call(Object[] arguments) throws Throwable;
    }

    private final Body body;

    AdaptedHandle(MethodType type, Body body) {
        this(type, body, false);
    }

    AdaptedHandle(MethodType type, Body body, boolean varargs) {
        super(type, ADAPTOR, 0, varargs);
        this.body = body;
    }

    @Override
    Object call(Object[] arguments) throws Throwable {
        return body.call(arguments);
    }

    @Override
    public MethodHandle asFixedArity() {
        return varargs ? new AdaptedHandle(type, body, false) : this;
    }
}
