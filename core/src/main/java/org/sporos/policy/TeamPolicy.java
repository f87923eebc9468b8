package org.sporos.policy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.param.IntParam;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * A league of teams of cooperating members, with shared scratch memory and barriers. The body is called once per
 * member. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("rows", TeamPolicy.of(rows, 32), team -> {
 *     int row = team.leagueRank();
 *     double sum = team.parallelReduceDouble(Sum, columns, j -> u.get(row, j));
 *     team.single(() -> y.set(row, sum));
 * });
 * }</pre>
 *
 * <p>The size of the league may be dynamic, as the end of a {@link RangePolicy}: a param, or a view of rank 0. Then
 * {@code team.leagueSize()} is that of the run.
 */
public final class TeamPolicy implements Policy {
    /** Leaves the team size to the backend: 1 on host, a suitable block on a GPU. */
    public static final int AUTO = 0;

    private static final int MAX_VECTOR = 32;

    private final IndexAxis league;
    private final int team;
    private final int vector;
    private final int scratchBytes;
    private final int deviceScratchBytes;

    private TeamPolicy(IndexAxis league, int team, int vector, int scratchBytes, int deviceScratchBytes) {
        this.league = league;
        this.team = team;
        this.vector = vector;
        this.scratchBytes = scratchBytes;
        this.deviceScratchBytes = deviceScratchBytes;
    }

    /**
     * Returns a league of teams of a size that suits the backend.
     *
     * @throws IllegalArgumentException if the league is negative
     */
    public static TeamPolicy of(int league) {
        return of(league, AUTO);
    }

    /**
     * Returns a league of teams.
     *
     * @param team members in a team, 1 to 1024, or {@link #AUTO}
     * @throws IllegalArgumentException if the league is negative or the team size is out of range
     */
    public static TeamPolicy of(int league, int team) {
        Policies.checkRange("TeamPolicy", 0, league);
        Policies.checkBlock("TeamPolicy", team);
        return new TeamPolicy(IndexAxis.of(0, league), team, 1, 0, 0);
    }

    /**
     * Returns a league of teams whose members have vector lanes: of {@code TeamPolicy.of(league, team, vector)} each
     * team has {@code team * vector} threads on a GPU.
     *
     * @param team members in a team, 1 to 1024, or {@link #AUTO}
     * @param vector the vector lanes of a member: a power of two from 1 to 32, which fixes the order of vector
     *     reductions and scans
     * @throws IllegalArgumentException if the league is negative, a size is out of range, or team times vector is more
     *     than 1024
     */
    public static TeamPolicy of(int league, int team, int vector) {
        return of(league, team).withVector(vector);
    }

    /**
     * Returns a league whose size is the value of a param at the submit of each run, of teams of a size that suits the
     * backend.
     *
     * @throws IllegalArgumentException if the param is not declared {@code within} bounds of 0 or more
     */
    public static TeamPolicy of(IntParam league) {
        return of(league, AUTO);
    }

    /**
     * Returns a league whose size is the value of a param at the submit of each run.
     *
     * @param team members in a team, 1 to 1024, or {@link #AUTO}
     * @throws IllegalArgumentException if the param is not declared {@code within} bounds of 0 or more, or the team
     *     size is out of range
     */
    public static TeamPolicy of(IntParam league, int team) {
        return of(DynamicBound.of("TeamPolicy", league), team);
    }

    /**
     * Returns a league whose size is the value of a view when the node runs.
     *
     * @param league a view of rank 0
     * @param max the upper limit of the league size
     * @param team members in a team, 1 to 1024, or {@link #AUTO}
     * @throws IllegalArgumentException if the view is not of rank 0, the maximum is negative, or the team size is out
     * of range
     */
    public static TeamPolicy of(IntView league, int max, int team) {
        return of(DynamicBound.of("TeamPolicy", league, max), team);
    }

    private static TeamPolicy of(DynamicBound league, int team) {
        Policies.checkBlock("TeamPolicy", team);
        return new TeamPolicy(IndexAxis.of("TeamPolicy", 0, league), team, 1, 0, 0);
    }

    /**
     * Returns the same league with a number of vector lanes per member, as in {@link #of(int, int, int)}.
     *
     * @throws IllegalArgumentException if it is not a power of two from 1 to 32, or team times vector is more than 1024
     */
    public TeamPolicy withVector(int lanes) {
        if (lanes < 1 || lanes > MAX_VECTOR || Integer.bitCount(lanes) != 1 || team * lanes > Policies.MAX_BLOCK) {
            throw Policies.invalid("TeamPolicy of " + team + " members with " + lanes
                    + " vector lanes; use 1, 2, 4, 8, 16 or 32, and at most " + Policies.MAX_BLOCK
                    + " lanes in a team");
        }
        return new TeamPolicy(league, team, lanes, scratchBytes, deviceScratchBytes);
    }

    /**
     * Returns the same league with a number of bytes of scratch memory per team.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public TeamPolicy withScratch(int bytes) {
        return new TeamPolicy(league, team, vector, checked(bytes, "scratch"), deviceScratchBytes);
    }

    /**
     * Returns the same league with a number of bytes of scratch memory per team in the memory of the device: level 1 of
     * Kokkos, slower and much larger than {@link #withScratch}. An executable on a GPU allocates as many for each team
     * of the league.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public TeamPolicy withDeviceScratch(int bytes) {
        return new TeamPolicy(league, team, vector, scratchBytes, checked(bytes, "device scratch"));
    }

    private static int checked(int bytes, String noun) {
        if (bytes < 0) {
            throw Policies.invalid("TeamPolicy with " + bytes + " bytes of " + noun + "; use 0 or more");
        }
        return bytes;
    }

    /** Returns the number of teams; for a dynamic league its upper limit. */
    public int league() {
        return (int) league.end();
    }

    /** @hidden */
    @Override
    public List<IndexAxis> axes() {
        return league.isDynamic() ? List.of(league) : List.of();
    }

    /** @hidden */
    @Override
    public TeamPolicy mapped(UnaryOperator<View> views) {
        return isDynamic()
                ? new TeamPolicy(league.mapped(views), team, vector, scratchBytes, deviceScratchBytes)
                : this;
    }

    /** Returns the members of a team, or {@link #AUTO}. */
    public int team() {
        return team;
    }

    /** Returns the vector lanes of a member. */
    public int vector() {
        return vector;
    }

    /** Returns the bytes of scratch memory of a team. */
    public int scratchBytes() {
        return scratchBytes;
    }

    /** Returns the bytes of scratch memory of a team in the memory of the device. */
    public int deviceScratchBytes() {
        return deviceScratchBytes;
    }

    @Override
    public long size() {
        return league.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TeamPolicy that
                && league.equals(that.league)
                && team == that.team
                && vector == that.vector
                && scratchBytes == that.scratchBytes
                && deviceScratchBytes == that.deviceScratchBytes;
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(league, team, vector, scratchBytes, deviceScratchBytes);
    }

    @Override
    public String toString() {
        String size = league.isDynamic() ? league.dynamicEnd() + " of at most " + league() : String.valueOf(league());
        String text = "league " + size + " of " + (team == AUTO ? "auto" : Integer.toString(team));
        return vector == 1 ? text : text + "x" + vector;
    }
}
