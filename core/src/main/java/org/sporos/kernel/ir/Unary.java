package org.sporos.kernel.ir;

/** An operator of one value of its own type. */
public enum Unary implements Op {
    /** The negation; of a float it flips the sign bit, of MIN_VALUE it is MIN_VALUE. */
    NEG,
    /** The logical negation of a BOOL. */
    NOT;

    @Override
    public String mnemonic() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
