package org.sporos.host.task;

import java.util.ArrayDeque;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamPolicy;

/** The idle teams of one task: one for each thread that has worked on it at a time. Thread-safe. */
final class TeamPool {
    private final TeamPolicy policy;
    private final Team.Code code;
    private final String node;
    private final boolean strict;
    private final ArrayDeque<Team> resting = new ArrayDeque<>();

    /**
     * @param body the body or contribution that members run
     * @param node the label of the node, for errors
     */
    TeamPool(TeamPolicy policy, KernelBody body, String node, TaskContext context) {
        this.policy = policy;
        this.code = Team.code(body);
        this.node = node;
        this.strict = context.strict();
    }

    /** Returns a team that nobody else uses, to be given back. */
    Team take() {
        synchronized (resting) {
            Team team = resting.pollLast();
            if (team != null) {
                return team;
            }
        }
        return new Team(policy, code, node, strict);
    }

    /** Takes a team back, and lets the threads of its members go. */
    void give(Team team) {
        team.dismiss();
        synchronized (resting) {
            resting.addLast(team);
        }
    }
}
