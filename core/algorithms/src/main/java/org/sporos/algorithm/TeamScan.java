package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The exclusive sum over the members of a team of {@link #MEMBERS}, in scratch memory: kernel code. Four steps each add
 * the sums of three members at distances 1, 4, 16 and 64, alternating between two halves of the memory (W. Hillis, G.
 * Steele, "Data parallel algorithms", 1986, by four instead of two). {@link TeamMember#exclusiveScanInt} is slower
 * here, as it stores contributions and sums in scratch memory.
 */
final class TeamScan {
    /** The members of a team. */
    static final int MEMBERS = 256;

    /** Zeros before the first member, read by steps beyond it. */
    private static final int ZEROS = 192;

    private static final int HALF = ZEROS + MEMBERS;

    /** The ints of scratch memory. */
    static final int SCRATCH = 2 * HALF;

    private TeamScan() {}

    /** Clears the memory; a barrier must follow before a sum. */
    static void clear(TeamMember team, IntView sums) {
        int t = team.teamRank();
        if (t < ZEROS) {
            sums.set(t, 0);
            sums.set(HALF + t, 0);
        }
    }

    /** Returns the sum of the values of lower ranks: collective. {@link #total} is valid until the next sum. */
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
