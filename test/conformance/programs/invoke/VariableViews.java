// VarHandle views of byte arrays and heap buffers: both orders, bounds, alignment, modes, buffers that are slices or read-only.
package invoke;

import static java.lang.System.out;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

class VariableViews {
    interface Action { Object run() throws Throwable; }

    static void show(String what, Action action) {
        String result;
        try {
            result = "" + action.run();
        } catch (NullPointerException e) {
            result = "no array";
        } catch (Throwable e) {
            result = e.getClass().getSimpleName() + " " + e.getMessage();
        }
        out.println(what + " " + result);
    }

    static void views(Class<?> type, ByteOrder order) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 37);
        VarHandle array = MethodHandles.byteArrayViewVarHandle(type, order);
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(type, order);
        ByteBuffer whole = ByteBuffer.wrap(bytes), slice = ByteBuffer.wrap(bytes, 3, 20).slice(), locked = whole.asReadOnlyBuffer();
        out.println(type.getSimpleName() + " " + order + " " + array.varType() + array.coordinateTypes() + buffer.coordinateTypes());
        for (int i : new int[] {0, 1, 8, 12, 25, 28, 31, 32, -1}) {
            show("array " + i, () -> array.get(bytes, i) + " " + array.getVolatile(bytes, i));
            show("buffer " + i, () -> buffer.get(whole, i) + " " + buffer.getAcquire(whole, i));
            show("slice " + i, () -> buffer.get(slice, i) + " " + buffer.getOpaque(slice, i));
        }
        show("locked", () -> buffer.get(locked, 4));
        show("locked", () -> { buffer.set(locked, 4, (byte) 1); return ""; });
        show("null", () -> array.get((byte[]) null, 0));
        show("null", () -> buffer.get((ByteBuffer) null, 0));
        for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) {
            out.print((array.isAccessModeSupported(mode) ? "a" : "-") + (buffer.isAccessModeSupported(mode) ? "b" : "-"));
        }
        out.println();
        show("getAndSet", () -> array.getAndSet(bytes, 8, (byte) 1) + " " + buffer.getAndSet(whole, 16, (byte) 2));
        show("misaligned", () -> array.getAndSet(bytes, 9, (byte) 1));
        show("add", () -> array.getAndAdd(bytes, 8, (byte) 5));
        show("or", () -> array.getAndBitwiseOr(bytes, 8, (byte) 5));
        show("cas", () -> array.compareAndSet(bytes, 8, (byte) 5, (byte) 6));
        out.println(Arrays.toString(bytes));
    }

    public static void main(String[] args) {
        Class<?>[] types = {short[].class, int[].class, long[].class, float[].class, double[].class};
        for (Class<?> type : types) {
            views(type, ByteOrder.BIG_ENDIAN);
            views(type, ByteOrder.LITTLE_ENDIAN);
        }
        VarHandle chars = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
        VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[17];
        chars.set(bytes, 0, '\uff41');
        longs.set(bytes, 3, 0x0123456789abcdefL);
        out.println((int) (char) chars.get(bytes, 0) + " " + Long.toHexString((long) longs.get(bytes, 3)) + Arrays.toString(bytes));
        show("no view", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        show("no view", () -> MethodHandles.byteBufferViewVarHandle(boolean[].class, ByteOrder.BIG_ENDIAN));
        show("no view", () -> MethodHandles.byteBufferViewVarHandle(String[].class, ByteOrder.BIG_ENDIAN));
        show("no array", () -> MethodHandles.byteArrayViewVarHandle(int.class, ByteOrder.BIG_ENDIAN));
        show("no array", () -> MethodHandles.arrayElementVarHandle(int.class));
    }
}
