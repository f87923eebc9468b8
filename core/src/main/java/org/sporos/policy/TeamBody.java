package org.sporos.policy;

/** The body of a kernel over a {@link TeamPolicy}. */
@FunctionalInterface
public interface TeamBody extends KernelBody {

    /** Does the work of one member of a team. */
    void at(TeamMember team);
}
