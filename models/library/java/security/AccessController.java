package java.security;

/** Permissions do not exist here: privileged actions simply run. */
@SuppressWarnings("removal")
public final class AccessController {
    private static final AccessControlContext CONTEXT = null;

    private AccessController() {
    }

    public static <T> T doPrivileged(PrivilegedAction<T> action) {
        return action.run();
    }

    public static <T> T doPrivilegedWithCombiner(PrivilegedAction<T> action) {
        return action.run();
    }

    public static <T> T doPrivileged(PrivilegedAction<T> action, AccessControlContext context) {
        return action.run();
    }

    public static <T> T doPrivileged(
            PrivilegedAction<T> action, AccessControlContext context, Permission... permissions) {
        return action.run();
    }

    public static <T> T doPrivilegedWithCombiner(
            PrivilegedAction<T> action, AccessControlContext context, Permission... permissions) {
        return action.run();
    }

    public static <T> T doPrivileged(PrivilegedExceptionAction<T> action) throws PrivilegedActionException {
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PrivilegedActionException(e);
        }
    }

    public static <T> T doPrivilegedWithCombiner(PrivilegedExceptionAction<T> action)
            throws PrivilegedActionException {
        return doPrivileged(action);
    }

    public static <T> T doPrivileged(PrivilegedExceptionAction<T> action, AccessControlContext context)
            throws PrivilegedActionException {
        return doPrivileged(action);
    }

    public static <T> T doPrivileged(
            PrivilegedExceptionAction<T> action, AccessControlContext context, Permission... permissions)
            throws PrivilegedActionException {
        return doPrivileged(action);
    }

    public static <T> T doPrivilegedWithCombiner(
            PrivilegedExceptionAction<T> action, AccessControlContext context, Permission... permissions)
            throws PrivilegedActionException {
        return doPrivileged(action);
    }

    public static AccessControlContext getContext() {
        return CONTEXT;
    }

    public static void checkPermission(Permission permission) throws AccessControlException {
    }
}
