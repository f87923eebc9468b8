package org.sporos.kernel.ir;

/** The operation of an atomic on an element. All give the value before, except COMPARE_SET, which gives a BOOL. */
public enum AtomicKind {
    /** Leaves the element as it is. */
    GET("get", 0),
    ADD("add", 1),
    MIN("min", 1),
    MAX("max", 1),
    EXCHANGE("exchange", 1),
    /** Sets the element to the second value if it has the bits of the first, and says whether it did. */
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

    /** Returns the number of its operands that come after the indexes. */
    public int valueCount() {
        return valueCount;
    }

    /** Returns its name in the printed IR. */
    public String mnemonic() {
        return mnemonic;
    }
}
