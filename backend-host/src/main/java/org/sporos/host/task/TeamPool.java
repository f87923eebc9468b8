package org.sporos.host.task;

import java.util.ArrayDeque;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamPolicy;

/** The idle teams of one task, as many as threads have worked on it concurrently. Thread-safe. */
final class TeamPool {
    /**
     * The members of a team whose size is left to a strict space: no power of two, as distances of members often are.
     */
    private static final int STRICT_MEMBERS = 3;

    private final TeamPolicy policy;
    private final Team.Code code;
    private final String node;
    private final int members;
    private final boolean strict;
    private final ArrayDeque<Team> resting = new ArrayDeque<>();

    /**
     * @param body the body or contribution of members
     * @param node the label of the node, for errors
     * @param isMemberFree whether the body gives the same with one member as with several
     */
    TeamPool(TeamPolicy policy, KernelBody body, String node, boolean isMemberFree, TaskContext context) {
        this.policy = policy;
        this.code = Team.code(body);
        this.node = node;
        this.strict = context.strict();
        this.members = members(policy, isMemberFree, strict);
    }

    private static int members(TeamPolicy policy, boolean isMemberFree, boolean strict) {
        if (strict) {
            return policy.team() > 0 ? policy.team() : STRICT_MEMBERS;
        }
        return isMemberFree ? 1 : Math.max(1, policy.team());
    }

    /** Returns the number of members of each team. */
    int members() {
        return members;
    }

    /** Takes a team for exclusive use, until {@link #give}. */
    Team take() {
        synchronized (resting) {
            Team team = resting.pollLast();
            if (team != null) {
                return team;
            }
        }
        return new Team(policy, members, code, node, strict);
    }

    /** Returns a team, and releases the threads of its members. */
    void give(Team team) {
        team.dismiss();
        synchronized (resting) {
            resting.addLast(team);
        }
    }
}
