package org.sporos.kernel.ir;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;

/**
 * An array of constant length that a work item has for itself, or a table of constants, which nothing writes.
 *
 * @param index its place in {@link Kernel#arrays()}
 * @param name its source name, made unique in the kernel
 * @param element what an element holds
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
