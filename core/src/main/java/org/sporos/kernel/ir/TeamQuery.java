package org.sporos.kernel.ir;

/** A question that a team member asks about itself. No operands, the answer is an I32. */
public enum TeamQuery implements Op {
    LEAGUE_RANK("leagueRank"),
    LEAGUE_SIZE("leagueSize"),
    TEAM_RANK("teamRank"),
    TEAM_SIZE("teamSize");

    private final String method;

    TeamQuery(String method) {
        this.method = method;
    }

    @Override
    public String mnemonic() {
        return "team." + method;
    }
}
