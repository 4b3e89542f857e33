package deadwood.internal;

/** Tests of pattern-switch labels. */
final class Switches {
    private Switches() {}

    static boolean isInt(Object value, int label) {
        if (value instanceof Integer) {
            return (Integer) value == label;
        }
        return value instanceof Character && (Character) value == label;
    }

    /** Whether the value is the enum constant of that name (and class, when it is given). */
    static boolean isConstant(Object value, String className, String name) {
        if (!(value instanceof Enum)) {
            return false;
        }
        Enum<?> constant = (Enum<?>) value;
        return constant.name().equals(name)
                && (className == null || constant.getDeclaringClass().getName().equals(className));
    }
}
