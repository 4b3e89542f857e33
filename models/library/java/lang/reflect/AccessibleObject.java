package java.lang.reflect;

import java.lang.annotation.Annotation;
import java.util.Map;
import jdk.internal.reflect.ConstantPool;
import jdk.internal.reflect.Reflection;
import sun.reflect.annotation.AnnotationParser;
import sun.reflect.annotation.AnnotationSupport;

/** A member whose access checks can be switched off. */
public class AccessibleObject implements AnnotatedElement {
    boolean override;
    /** Read when first asked for. */
    private Map<Class<? extends Annotation>, Annotation> annotations;

    protected AccessibleObject() {
    }

    public static void setAccessible(AccessibleObject[] objects, boolean flag) {
        Class<?> caller = Reflection.getCallerClass();
        for (int i = 0; i < objects.length; i++) {
            objects[i].setAccessible(flag, caller);
        }
    }

    public void setAccessible(boolean flag) {
        setAccessible(flag, Reflection.getCallerClass());
    }

    private void setAccessible(boolean flag, Class<?> caller) {
        if (flag && !canOpen(caller)) {
            Class<?> owner = ((Member) this).getDeclaringClass();
            String what = this instanceof Field ? "field " : "";
            throw new InaccessibleObjectException("Unable to make " + what + this + " accessible: "
                    + owner.getModule() + " does not \"opens " + owner.getPackageName() + "\" to " + caller.getModule());
        }
        override = flag;
    }

    public final boolean trySetAccessible() {
        if (!override && canOpen(Reflection.getCallerClass())) {
            override = true;
        }
        return override;
    }

    /** A program may open its own members, and of the library's only those it can use anyway. */
    private boolean canOpen(Class<?> caller) {
        Class<?> owner = ((Member) this).getDeclaringClass();
        Module module = owner.getModule();
        if (caller == null || caller.getModule() == module || !module.isNamed()) {
            return true;
        }
        if (isOpen(owner.getPackageName())) {
            return true;
        }
        int modifiers = ((Member) this).getModifiers();
        if (!Modifier.isPublic(owner.getModifiers()) || !module.isExported(owner.getPackageName())) {
            return false;
        }
        return Modifier.isPublic(modifiers)
                || (Modifier.isProtected(modifiers) && Modifier.isStatic(modifiers) && owner.isAssignableFrom(caller));
    }

    /** What the module jdk.unsupported opens to everybody. */
    private static boolean isOpen(String packageName) {
        return packageName.equals("sun.misc") || packageName.equals("sun.reflect");
    }

    /** For the library itself: what a caller may do has been checked already. */
    public final void grantAccess() {
        override = true;
    }

    @Deprecated(since = "9")
    public boolean isAccessible() {
        return override;
    }

    public final boolean canAccess(Object object) {
        Member member = (Member) this;
        Class<?> owner = member.getDeclaringClass();
        boolean needsObject = !Modifier.isStatic(member.getModifiers()) && !(this instanceof Constructor);
        if (needsObject && object == null) {
            throw new IllegalArgumentException("null object for " + this);
        }
        if (!needsObject && object != null) {
            throw new IllegalArgumentException("non-null object for " + this);
        }
        if (needsObject && !owner.isInstance(object)) {
            throw new IllegalArgumentException("object is not an instance of " + owner.getName());
        }
        Class<?> target = needsObject ? object.getClass() : null;
        return override || Reflection.verifyMemberAccess(Reflection.getCallerClass(), owner, target, member.getModifiers());
    }

    final void checkAccess(Class<?> caller, Object receiver) throws IllegalAccessException {
        Member member = (Member) this;
        boolean isProtected = Modifier.isProtected(member.getModifiers()) && receiver != null;
        Class<?> target = isProtected ? receiver.getClass() : null;
        Class<?> owner = member.getDeclaringClass();
        if (!Reflection.verifyMemberAccess(caller, owner, target, member.getModifiers())) {
            throw Reflection.newIllegalAccessException(caller, owner, target, member.getModifiers());
        }
    }

    /** The RuntimeVisibleAnnotations attribute, or null. */
    byte[] rawAnnotations() {
        return null;
    }

    private Map<Class<? extends Annotation>, Annotation> declared() {
        if (annotations == null) {
            byte[] raw = rawAnnotations();
            Class<?> owner = raw == null ? null : ((Member) this).getDeclaringClass();
            annotations = raw == null ? Map.of() : AnnotationParser.parseAnnotations(raw, new ConstantPool(owner), owner);
        }
        return annotations;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Annotation> T getAnnotation(Class<T> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return (T) declared().get(type);
    }

    @Override
    public boolean isAnnotationPresent(Class<? extends Annotation> type) {
        return getAnnotation(type) != null;
    }

    @Override
    public <T extends Annotation> T[] getAnnotationsByType(Class<T> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return AnnotationSupport.getDirectlyAndIndirectlyPresent(declared(), type);
    }

    @Override
    public Annotation[] getAnnotations() {
        return getDeclaredAnnotations();
    }

    @Override
    public <T extends Annotation> T getDeclaredAnnotation(Class<T> type) {
        return getAnnotation(type);
    }

    @Override
    public <T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> type) {
        return getAnnotationsByType(type);
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
        return AnnotationParser.toArray(declared());
    }
}
