package org.sporos.kernel.compile;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.ir.ConstantTable;

/** The source of a recorded value: a read from an earlier value, by its index, or of a static field. Immutable. */
sealed interface Source {

    /** Returns the present value, or empty. */
    Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields);

    /** Returns the key of the source. */
    List<Object> key();

    /** Returns whether the value is a primitive. */
    default boolean isPrimitive() {
        return false;
    }

    /** A field of a captured object. */
    record OfField(int from, Field field) implements Source {
        @Override
        public List<Object> key() {
            return List.of(from, field);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            Object owner = values.get(from);
            return owner == null ? Optional.empty() : fields.read(owner, field);
        }

        @Override
        public boolean isPrimitive() {
            return field.getType().isPrimitive();
        }
    }

    /** A static field. */
    record OfStatic(Field field) implements Source {
        @Override
        public List<Object> key() {
            return List.of(field);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            return CapturedFields.readStatic(field);
        }
    }

    /** An element of a captured array. */
    record OfArray(int from, int at) implements Source {
        @Override
        public List<Object> key() {
            return List.of(OfArray.class, from, at);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            Object array = values.get(from);
            return array == null || Array.getLength(array) <= at
                    ? Optional.empty()
                    : Optional.of(new FieldValue(Array.get(array, at)));
        }
    }

    /** The length of a captured array. */
    record OfLength(int from) implements Source {
        @Override
        public List<Object> key() {
            return List.of(OfLength.class, from);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            Object array = values.get(from);
            return array == null ? Optional.empty() : Optional.of(new FieldValue(Array.getLength(array)));
        }
    }

    /** The contents of a captured array, or null if they are no table. */
    record OfTable(int from) implements Source {
        @Override
        public List<Object> key() {
            return List.of(OfTable.class, from);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            Object array = values.get(from);
            return array == null ? Optional.empty() : Optional.of(new FieldValue(ConstantTable.of(array)));
        }
    }

    /** A captured value of a captured lambda. */
    record OfLambda(int from, int at) implements Source {
        @Override
        public List<Object> key() {
            return List.of(OfLambda.class, from, at);
        }

        @Override
        public Optional<FieldValue> read(List<@Nullable Object> values, CapturedFields fields) {
            Object lambda = values.get(from);
            return lambda != null && KernelCapture.of(lambda) instanceof CaptureResult.Found found
                    ? Optional.of(new FieldValue(found.kernel().captured().get(at)))
                    : Optional.empty();
        }

        @Override
        public boolean isPrimitive() {
            return true;
        }
    }
}
