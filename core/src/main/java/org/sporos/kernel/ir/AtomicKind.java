package org.sporos.kernel.ir;

/** The atomic operation on an element. All return the old value, except COMPARE_SET, which returns a BOOL. */
public enum AtomicKind {
    /** An atomic load. */
    GET("get", 0),
    ADD("add", 1),
    MIN("min", 1),
    MAX("max", 1),
    EXCHANGE("exchange", 1),
    /** Sets the element to the second value if its bits equal the first; returns whether it did. */
    COMPARE_SET("compareAndSet", 2);

    private final String mnemonic;
    private final int valueCount;

    AtomicKind(String mnemonic, int valueCount) {
        this.mnemonic = mnemonic;
        this.valueCount = valueCount;
    }

    /** Returns the name of the method of a view, such as {@code atomicAdd}. */
    public String method() {
        return "atomic" + Character.toUpperCase(mnemonic.charAt(0)) + mnemonic.substring(1);
    }

    /** Returns the number of operands after the indexes. */
    public int valueCount() {
        return valueCount;
    }

    /** Returns its name in the printed IR. */
    public String mnemonic() {
        return mnemonic;
    }
}
