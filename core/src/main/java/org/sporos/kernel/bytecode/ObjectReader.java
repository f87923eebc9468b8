package org.sporos.kernel.bytecode;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.ir.ConstantTable;

/**
 * The only way in which lifting looks into the objects that a body captured, so that a reader can note what a kernel
 * depends on, or give something else in the place of a value. Not thread-safe; made for one lift.
 */
public interface ObjectReader {
    /** Returns what a lambda captured: that of the body itself is asked for first, then those of captured lambdas. */
    List<@Nullable Object> captured(Object lambda, CapturedKernel kernel);

    /** Returns the value of an instance field, or nothing where it cannot be read. */
    Optional<FieldValue> field(Object owner, Field field);

    /** Returns the value of a static field, or nothing where it cannot be read. */
    Optional<FieldValue> staticField(Field field);

    /** Returns an element of an array. */
    @Nullable
    Object element(Object array, int at);

    /** Returns the length of an array. */
    int length(Object array);

    /** Returns the contents of an array as a table, or null if it becomes none. */
    @Nullable
    ConstantTable table(Object array);

    /** Is told before something may initialise a class of the user, which runs the user's code. */
    void initialises();

    /** Takes note of an object that is made of class files alone. */
    void fixed(Object object);
}
