package org.sporos.internal.error;

/** The exceptions of JDK methods whose work compiled kernels do themselves. */
public final class JdkFailure {
    /** The message where a range begins after its end; that of the JDK has the numbers too. */
    public static final String BEGIN_BEHIND_END = "fromIndex > toIndex";

    private JdkFailure() {}

    /** Returns the exception of {@code Arrays.fill} for a range that begins after its end. */
    public static IllegalArgumentException beginBehindEnd() {
        return new IllegalArgumentException(BEGIN_BEHIND_END);
    }
}
