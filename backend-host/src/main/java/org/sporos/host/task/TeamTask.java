package org.sporos.host.task;

import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;

/** A body called once per member of each team of a league. */
final class TeamTask implements HostTask {
    private final TeamPool pool;
    private final RunRange league;
    private final Chunks chunks;

    TeamTask(TeamPolicy policy, TeamBody body, String node, TaskContext context) {
        this.pool = new TeamPool(policy, body, node, context);
        this.league = RunRange.of(policy);
        this.chunks = Chunks.ofUnits(policy.league(), 1, context);
    }

    @Override
    public int chunks(int phase) {
        return chunks.count();
    }

    @Override
    public String note() {
        return "no C++: the lambda of a team is called as it is";
    }

    @Override
    public void run(int phase, int chunk) {
        Team team = pool.take();
        try {
            int end = (int) Math.min(chunks.end(chunk), league.size());
            for (int rank = (int) chunks.begin(chunk); rank < end; rank++) {
                team.run(rank);
            }
        } finally {
            pool.give(team);
        }
    }
}
