package java.util;

import deadwood.internal.Runtime;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds no providers. The library's own services (charsets, locale data, time
 * zones …) all have defaults that need none; a service of the program's would be
 * found in files this loader does not read, so that it is refused by name.
 */
public final class ServiceLoader<S> implements Iterable<S> {
    private final Class<S> service;

    private ServiceLoader(Class<S> service) {
        if (service == null) {
            throw new NullPointerException("Service interface cannot be null");
        }
        if (service.getClassLoader() != null) {
            throw Runtime.unsupported("loading providers of the service " + service.getName());
        }
        this.service = service;
    }

    public static <S> ServiceLoader<S> load(Class<S> service) {
        return new ServiceLoader<>(service);
    }

    public static <S> ServiceLoader<S> load(Class<S> service, ClassLoader loader) {
        return new ServiceLoader<>(service);
    }

    public static <S> ServiceLoader<S> load(ModuleLayer layer, Class<S> service) {
        return new ServiceLoader<>(service);
    }

    /** For the library itself. */
    static <S> ServiceLoader<S> load(Class<S> service, ClassLoader loader, Module callerModule) {
        return new ServiceLoader<>(service);
    }

    public static <S> ServiceLoader<S> loadInstalled(Class<S> service) {
        return new ServiceLoader<>(service);
    }

    @Override
    public Iterator<S> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public void forEach(Consumer<? super S> action) {
        Objects.requireNonNull(action);
    }

    public Stream<Provider<S>> stream() {
        return Stream.empty();
    }

    public Optional<S> findFirst() {
        return Optional.empty();
    }

    public void reload() {
    }

    @Override
    public String toString() {
        return "java.util.ServiceLoader[" + service.getName() + "]";
    }

    /** A provider that has been found. */
    public interface Provider<S> extends Supplier<S> {
        Class<? extends S> type();

        @Override
        S get();
    }
}
