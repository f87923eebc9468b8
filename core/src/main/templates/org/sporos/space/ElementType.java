package org.sporos.space;

/** The primitive type of the elements of an allocation. */
public enum ElementType {
[#list views as t]
    ${t.TYPE}(${t.Box}.BYTES, "${t.type}"),
[/#list]
    ;

    private final int bytes;
    private final String javaName;

    ElementType(int bytes, String javaName) {
        this.bytes = bytes;
        this.javaName = javaName;
    }

    /** Returns the size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Returns the Java keyword of the type, such as {@code double}. */
    public String javaName() {
        return javaName;
    }
}
