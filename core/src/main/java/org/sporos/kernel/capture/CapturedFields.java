package org.sporos.kernel.capture;

import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of captured objects: by reflection if the package is open, else by a lookup of their class, else from
 * the serialized form. Not thread-safe; made for one compilation.
 */
public final class CapturedFields {
    private static final Map<String, @Nullable Object> NONE = Map.of();

    private final Map<Object, Map<String, @Nullable Object>> serialized = new IdentityHashMap<>();

    /** Returns the value of an instance field, primitives boxed, or empty if unreadable. */
    public Optional<FieldValue> read(Object object, Field field) {
        return reflect(object, field)
                .or(() -> PrivateFields.read(object, field))
                .or(() -> fromSerialForm(object, field));
    }

    /** Returns the value of a static field, primitives boxed, or empty if unreadable. */
    public static Optional<FieldValue> readStatic(Field field) {
        return reflect(null, field).or(() -> PrivateFields.read(null, field));
    }

    private static Optional<FieldValue> reflect(@Nullable Object object, Field field) {
        try {
            return field.trySetAccessible() ? Optional.of(new FieldValue(field.get(object))) : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private Optional<FieldValue> fromSerialForm(Object object, Field field) {
        Map<String, @Nullable Object> fields = serialized.computeIfAbsent(object, CapturedFields::serialForm);
        String key = field.getDeclaringClass().getName() + "#" + field.getName();
        return fields.containsKey(key) ? Optional.of(new FieldValue(fields.get(key))) : Optional.empty();
    }

    private static Map<String, @Nullable Object> serialForm(Object object) {
        Map<String, @Nullable Object> form = SerialFields.of(object);
        return form == null ? NONE : form;
    }
}
