package org.sporos.kernel.bytecode;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.ir.ConstantTable;

/** Reads the captured objects themselves. */
public class DirectReader implements ObjectReader {
    private final CapturedFields fields;

    /** @param fields the fields read so far in one compilation */
    public DirectReader(CapturedFields fields) {
        this.fields = fields;
    }

    @Override
    public List<@Nullable Object> captured(Object lambda, CapturedKernel kernel) {
        return kernel.captured();
    }

    @Override
    public Optional<FieldValue> field(Object owner, Field field) {
        return fields.read(owner, field);
    }

    @Override
    public Optional<FieldValue> staticField(Field field) {
        return CapturedFields.readStatic(field);
    }

    @Override
    public @Nullable Object element(Object array, int at) {
        return Array.get(array, at);
    }

    @Override
    public int length(Object array) {
        return Array.getLength(array);
    }

    @Override
    public @Nullable ConstantTable table(Object array) {
        return ConstantTable.of(array);
    }

    @Override
    public void beforeInitialization() {}

    @Override
    public void addConstant(Object object) {}
}
