package org.sporos.kernel.ir;

/**
 * An array of constant length that a work item has for itself.
 *
 * @param index its place in {@link Kernel#arrays()}
 * @param name its source name, made unique in the kernel
 * @param element what an element holds
 * @param length the number of elements
 */
public record LocalArray(int index, String name, Storage element, int length) {

    @Override
    public String toString() {
        return "#" + name;
    }
}
