package org.sporos.kernel.ir;

/** The operation of an atomic on an element. All give the value before, except COMPARE_SET, which gives a BOOL. */
public enum AtomicKind {
    ADD("add"),
    MIN("min"),
    MAX("max"),
    EXCHANGE("exchange"),
    /** Sets the element to the second value if it has the bits of the first, and says whether it did. */
    COMPARE_SET("compareAndSet");

    private final String mnemonic;

    AtomicKind(String mnemonic) {
        this.mnemonic = mnemonic;
    }

    /** Returns its name in the printed IR. */
    public String mnemonic() {
        return mnemonic;
    }
}
