package org.sporos.kernel.ir;

/**
 * A captured scalar, whose value is known: proofs may use it, emission passes it as an argument so that generated code
 * can be shared.
 *
 * @param index its place in {@link Kernel#scalars()}
 * @param name the name of the variable or field that holds it, made unique in the kernel
 * @param type its type
 * @param bits its value, the raw bits as {@code doubleToRawLongBits} gives, those of 32-bit types in the low half
 */
public record ScalarRef(int index, String name, Type type, long bits) {
    @Override
    public String toString() {
        return "$" + name;
    }
}
