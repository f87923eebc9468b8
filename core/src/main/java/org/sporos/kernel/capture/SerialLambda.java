package org.sporos.kernel.capture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@link SerializedLambda} of a lambda: by its own method where the package is open or a lookup of the
 * lambda's class can be had, which is several times faster, else out of a stream. Thread-safe.
 */
final class SerialLambda {
    private static final MethodType OF_OBJECT = MethodType.methodType(Object.class, Object.class);

    /** A class keeps its own entry alive, and nothing else does. */
    private static final ClassValue<Optional<MethodHandle>> WRITE_REPLACE = new ClassValue<>() {
        @Override
        protected Optional<MethodHandle> computeValue(Class<?> type) {
            try {
                Method method = type.getDeclaredMethod("writeReplace");
                // A handle: on Java 17 a reflective call of a method of a hidden class stays a native one.
                Optional<MethodHandle> handle = method.trySetAccessible()
                        ? Optional.of(MethodHandles.lookup().unreflect(method))
                        : PrivateFields.method(method);
                return handle.map(found -> found.asType(OF_OBJECT));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return Optional.empty();
            }
        }
    };

    private SerialLambda() {}

    /** Returns the serialised form of a lambda, or null if the object is none or is not serializable. */
    static @Nullable SerializedLambda of(Object lambda) {
        Optional<MethodHandle> method = WRITE_REPLACE.get(lambda.getClass());
        if (method.isEmpty()) {
            return LambdaStream.read(lambda);
        }
        try {
            return (Object) method.get().invokeExact(lambda) instanceof SerializedLambda form ? form : null;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            return null;
        }
    }
}
