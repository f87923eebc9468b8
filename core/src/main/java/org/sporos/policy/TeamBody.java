package org.sporos.policy;

/** The body of a kernel over a {@link TeamPolicy}. */
@FunctionalInterface
public interface TeamBody extends KernelBody {

    /** Runs one member of a team. */
    void at(TeamMember team);
}
