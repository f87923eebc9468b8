package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The exclusive sum over the members of a team of {@link #MEMBERS}, in scratch memory: kernel code. Four steps add the
 * sums of up to three members before, of distances 1, 4, 16 and 64, from one half of the memory into the other (W.
 * Hillis, G. Steele, "Data parallel algorithms", 1986, by four instead of two). A {@link TeamMember#exclusiveScanInt}
 * takes teams of any size, but would be slower here, since its contributions and sums pass through scratch memory.
 */
final class TeamScan {
    /** The members of a team. */
    static final int MEMBERS = 256;

    /** Zeros before the members, where the steps look for members that do not exist. */
    private static final int ZEROS = 192;

    private static final int HALF = ZEROS + MEMBERS;

    /** The ints of scratch memory. */
    static final int SCRATCH = 2 * HALF;

    private TeamScan() {}

    /** Prepares the memory. The next barrier must come before a sum. */
    static void clear(TeamMember team, IntView sums) {
        int t = team.teamRank();
        if (t < ZEROS) {
            sums.set(t, 0);
            sums.set(HALF + t, 0);
        }
    }

    /**
     * Returns the sum of the values of the members before this one: collective. The sum of all is {@link #total} from
     * then on, until the next sum.
     */
    static int exclusive(TeamMember team, IntView sums, int value) {
        int t = ZEROS + team.teamRank();
        sums.set(t, value);
        team.barrier();
        int pairs = value + sums.get(t - 1) + sums.get(t - 2) + sums.get(t - 3);
        sums.set(HALF + t, pairs);
        team.barrier();
        int near = pairs + sums.get(HALF + t - 4) + sums.get(HALF + t - 8) + sums.get(HALF + t - 12);
        sums.set(t, near);
        team.barrier();
        int far = near + sums.get(t - 16) + sums.get(t - 32) + sums.get(t - 48);
        sums.set(HALF + t, far);
        team.barrier();
        int all = far + sums.get(HALF + t - 64) + sums.get(HALF + t - 128) + sums.get(HALF + t - 192);
        sums.set(t, all);
        team.barrier();
        return all - value;
    }

    /** Returns the sum of the values of all members. */
    static int total(IntView sums) {
        return sums.get(HALF - 1);
    }
}
