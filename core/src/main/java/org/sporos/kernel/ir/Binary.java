package org.sporos.kernel.ir;

/**
 * An operator of two values of its own type, with exactly Java's meaning: two's-complement wrap, shift distances masked
 * (the distance is always I32), MIN / -1 = MIN, the remainder has the sign of the dividend (also of floats: fmod).
 */
public enum Binary implements Op {
    ADD,
    SUB,
    MUL,
    /** Of integers checked: a zero divisor is a failure. */
    DIV,
    /** Of integers checked: a zero divisor is a failure. */
    REM,
    /** Bitwise on integers, logical on BOOL. */
    AND,
    OR,
    XOR,
    SHL,
    /** Shifts in copies of the sign. */
    SHR,
    /** Shifts in zeros. */
    USHR;

    /** Returns whether it shifts. */
    public boolean isShift() {
        return this == SHL || this == SHR || this == USHR;
    }

    @Override
    public String mnemonic() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Division is not pure: that of integers can fail, and a result that nobody uses must still report it. */
    @Override
    public boolean isPure() {
        return this != DIV && this != REM;
    }
}
