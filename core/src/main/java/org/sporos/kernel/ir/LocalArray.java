package org.sporos.kernel.ir;

/**
 * An array of constant length that a work item has for itself.
 *
 * @param index its place in {@link Kernel#arrays()}
 * @param name its source name, made unique in the kernel
 * @param element what an element holds
 * @param length the number of elements
 */
public record LocalArray(int index, String name, Element element, int length) {

    /** What an element of a local array holds, and the type of the value that it is loaded as. */
    public enum Element {
        /** A boolean, loaded as I32. */
        BOOL(Type.I32),
        I8(Type.I32),
        I16(Type.I32),
        /** A char. */
        U16(Type.I32),
        I32(Type.I32),
        I64(Type.I64),
        F32(Type.F32),
        F64(Type.F64);

        private final Type value;

        Element(Type value) {
            this.value = value;
        }

        /** Returns the type of the value that it is loaded as. */
        public Type value() {
            return value;
        }
    }

    @Override
    public String toString() {
        return "#" + name;
    }
}
