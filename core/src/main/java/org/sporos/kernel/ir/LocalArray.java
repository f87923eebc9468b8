package org.sporos.kernel.ir;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;

/**
 * A private array of a work item with constant length, or a read-only table of constants.
 *
 * @param index the index in {@link Kernel#arrays()}
 * @param name the source name, unique in the kernel
 * @param element the storage type of an element
 * @param length the number of elements
 * @param table the elements of a table, else null
 */
public record LocalArray(
        int index,
        String name,
        Storage element,
        int length,
        @Nullable ConstantTable table) {

    /** Returns whether it is a table of constants. */
    public boolean isTable() {
        return table != null;
    }

    /** Returns the elements of a table. */
    public ConstantTable contents() {
        return Required.internal(table, "the elements of a table");
    }

    @Override
    public String toString() {
        return "#" + name;
    }
}
