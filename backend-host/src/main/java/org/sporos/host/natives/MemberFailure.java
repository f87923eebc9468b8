package org.sporos.host.natives;

/** The failure of one member of a merged unit. */
public final class MemberFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int member;

    private MemberFailure(int member, Throwable cause) {
        super(null, cause, false, false);
        this.member = member;
    }

    /** Returns the number of the member in its unit. */
    public int member() {
        return member;
    }

    /** Returns the failure of a member. */
    public static MemberFailure of(int member, Throwable cause) {
        return new MemberFailure(member, cause);
    }
}
