package org.sporos.space;

/** The primitive type of the elements of an allocation. */
public enum ElementType {
[#list views as t]
    ${t.TYPE}(${t.Box}.BYTES, "${t.type}", new ${t.Type}Arrays()),
[/#list]
    ;

    private final int bytes;
    private final String javaName;
    /** Has no state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final TypedArrays arrays;

    ElementType(int bytes, String javaName, TypedArrays arrays) {
        this.bytes = bytes;
        this.javaName = javaName;
        this.arrays = arrays;
    }

    /** Returns the size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Returns the Java keyword of the type, such as {@code double}. */
    public String javaName() {
        return javaName;
    }

    /** Returns what is done with Java arrays of the type. */
    TypedArrays arrays() {
        return arrays;
    }
}
