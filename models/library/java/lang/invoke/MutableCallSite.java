package java.lang.invoke;

/** A call site whose target is like an ordinary field. */
public class MutableCallSite extends CallSite {
    private MethodHandle target;

    public MutableCallSite(MethodType type) {
        super(type);
        this.target = uninitialized(type);
    }

    public MutableCallSite(MethodHandle target) {
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

    public static void syncAll(MutableCallSite[] sites) {
        for (int i = 0; i < sites.length; i++) {
            if (sites[i] == null) {
                throw new NullPointerException();
            }
        }
    }
}
