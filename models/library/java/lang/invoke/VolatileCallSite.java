package java.lang.invoke;

/** A call site whose target is like a volatile field. */
public class VolatileCallSite extends CallSite {
    private volatile MethodHandle target;

    public VolatileCallSite(MethodType type) {
        super(type);
        this.target = uninitialized(type);
    }

    public VolatileCallSite(MethodHandle target) {
        super(target.type());
        this.target = target;
    }

    @Override
    public final MethodHandle getTarget() {
        return target;
    }

    @Override
    public void setTarget(MethodHandle newTarget) {
        target = checked(newTarget);
    }

    @Override
    public final MethodHandle dynamicInvoker() {
        return makeDynamicInvoker();
    }
}
