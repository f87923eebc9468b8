package org.sporos.kernel.bytecode;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.ir.ConstantTable;

/**
 * The access of a lift to captured objects; a reader may record dependences or substitute values. Not thread-safe; made
 * for one lift.
 */
public interface ObjectReader {
    /** Returns the captured values of a lambda; the first call is for the body itself. */
    List<@Nullable Object> captured(Object lambda, CapturedKernel kernel);

    /** Returns the value of an instance field, or empty if unreadable. */
    Optional<FieldValue> field(Object owner, Field field);

    /** Returns the value of a static field, or empty if unreadable. */
    Optional<FieldValue> staticField(Field field);

    /** Returns an element of an array. */
    @Nullable
    Object element(Object array, int at);

    /** Returns the length of an array. */
    int length(Object array);

    /** Returns the contents of an array as a table, or null if it cannot become one. */
    @Nullable
    ConstantTable table(Object array);

    /** Called before a user's class may be initialized, which runs user code. */
    void beforeInitialization();

    /** Registers an object derived from class files alone. */
    void addConstant(Object object);
}
