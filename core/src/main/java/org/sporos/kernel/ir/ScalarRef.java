package org.sporos.kernel.ir;

/**
 * A captured scalar. Proofs may use its value; generated code gets it as an argument, to be shared.
 *
 * @param index the index in {@link Kernel#scalars()}
 * @param name the name of its variable or field, unique in the kernel
 * @param type its type
 * @param bits the raw bits of its value, 32-bit types in the low half
 */
public record ScalarRef(int index, String name, Type type, long bits) {
    @Override
    public String toString() {
        return "$" + name;
    }
}
