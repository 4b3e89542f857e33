package java.lang;

/** Lazily computed values, one for each class. */
public abstract class ClassValue<T> {
    private Class<?>[] classes = new Class<?>[4];
    private Object[] values = new Object[4];
    private int count;

    protected ClassValue() {
    }

    protected abstract T computeValue(Class<?> type);

    @SuppressWarnings("unchecked")
    public T get(Class<?> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        synchronized (this) {
            int known = find(type);
            if (known >= 0) {
                return (T) values[known];
            }
        }
        T computed = computeValue(type);
        synchronized (this) {
            int first = find(type);
            if (first >= 0) {
                return (T) values[first];
            }
            if (count == classes.length) {
                Class<?>[] moreClasses = new Class<?>[count * 2];
                Object[] moreValues = new Object[count * 2];
                System.arraycopy(classes, 0, moreClasses, 0, count);
                System.arraycopy(values, 0, moreValues, 0, count);
                classes = moreClasses;
                values = moreValues;
            }
            classes[count] = type;
            values[count++] = computed;
            return computed;
        }
    }

    public void remove(Class<?> type) {
        synchronized (this) {
            int known = find(type);
            if (known >= 0) {
                count--;
                classes[known] = classes[count];
                values[known] = values[count];
                classes[count] = null;
                values[count] = null;
            }
        }
    }

    private int find(Class<?> type) {
        for (int i = 0; i < count; i++) {
            if (classes[i] == type) {
                return i;
            }
        }
        return -1;
    }
}
