package jdk.internal.reflect;

/** The constants of a class file, as far as its annotations refer to them. */
public class ConstantPool {
    private final Class<?> owner;

    public ConstantPool(Class<?> owner) {
        this.owner = owner;
    }

    public int getIntAt(int index) {
        return getIntAt0(owner, index);
    }

    public long getLongAt(int index) {
        return getLongAt0(owner, index);
    }

    public float getFloatAt(int index) {
        return Float.intBitsToFloat(getFloatBitsAt0(owner, index));
    }

    public double getDoubleAt(int index) {
        return Double.longBitsToDouble(getLongAt0(owner, index));
    }

    public String getUTF8At(int index) {
        return getUTF8At0(owner, index);
    }

    private static native int getIntAt0(Class<?> owner, int index);

    private static native int getFloatBitsAt0(Class<?> owner, int index);

    /** The bits of a long or a double. */
    private static native long getLongAt0(Class<?> owner, int index);

    private static native String getUTF8At0(Class<?> owner, int index);
}
