package org.sporos.host.task;

import java.util.ArrayDeque;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamPolicy;

/** The idle teams of one task, as many as threads have worked on it concurrently. Thread-safe. */
final class TeamPool {
    private final TeamPolicy policy;
    private final Team.Code code;
    private final String node;
    private final boolean strict;
    private final ArrayDeque<Team> resting = new ArrayDeque<>();

    /**
     * @param body the body or contribution of members
     * @param node the label of the node, for errors
     */
    TeamPool(TeamPolicy policy, KernelBody body, String node, TaskContext context) {
        this.policy = policy;
        this.code = Team.code(body);
        this.node = node;
        this.strict = context.strict();
    }

    /** Takes a team for exclusive use, until {@link #give}. */
    Team take() {
        synchronized (resting) {
            Team team = resting.pollLast();
            if (team != null) {
                return team;
            }
        }
        return new Team(policy, code, node, strict);
    }

    /** Returns a team, and releases the threads of its members. */
    void give(Team team) {
        team.dismiss();
        synchronized (resting) {
            resting.addLast(team);
        }
    }
}
