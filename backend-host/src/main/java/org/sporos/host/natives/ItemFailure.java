package org.sporos.host.natives;

/** The exception of one work item, with its indexes packed as in {@link org.sporos.backend.WorkItems}. */
public final class ItemFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long first;
    private final long second;

    private ItemFailure(Throwable cause, long first, long second) {
        super(null, cause, false, false);
        this.first = first;
        this.second = second;
    }

    /** Returns the failure of an index of a range. */
    public static RuntimeException of(RuntimeException cause, long i) {
        return named(cause, i, 0);
    }

    /** Returns the failure of a pair of indexes. */
    public static RuntimeException of(RuntimeException cause, int i, int j) {
        return of(cause, i, j, 0);
    }

    /** Returns the failure of a triple of indexes. */
    public static RuntimeException of(RuntimeException cause, int i, int j, int k) {
        return of(cause, i, j, k, 0);
    }

    /** Returns the failure of a quadruple of indexes. */
    public static RuntimeException of(RuntimeException cause, int i, int j, int k, int l) {
        return named(cause, pack(i, j), pack(k, l));
    }

    private static long pack(int low, int high) {
        return Integer.toUnsignedLong(low) | (long) high << 32;
    }

    /** Returns the failure of a work item with packed indexes. */
    static RuntimeException packed(RuntimeException cause, long first, long second) {
        return named(cause, first, second);
    }

    /** Wraps the cause; a {@link MemberFailure} stays outermost. */
    private static RuntimeException named(RuntimeException cause, long first, long second) {
        Throwable own = cause.getCause();
        return cause instanceof MemberFailure of && own != null
                ? MemberFailure.of(of.member(), new ItemFailure(own, first, second))
                : new ItemFailure(cause, first, second);
    }

    /** Returns the lower half of the packed indexes. */
    public long first() {
        return first;
    }

    /** Returns the upper half. */
    public long second() {
        return second;
    }

    /** Returns the exception thrown by the kernel. */
    public static Throwable thrown(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean names = failure instanceof ItemFailure || failure instanceof MemberFailure;
        return names && cause != null ? thrown(cause) : failure;
    }
}
