package org.sporos.host.task;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.host.natives.ItemFailure;
[#list contributions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.internal.error.RunRefusal;

/**
 * A team that runs one league rank after the other. Its members take turns in the order of their ranks: one runs until
 * a collective call or its end, then the next one does. The calling thread runs all members until the first collective
 * call; from then on each member but the first has a thread of its own. So the results of a team do not depend on
 * timing, even if a kernel misses a barrier.
 *
 * <p>Used by one calling thread at a time. Fields without a comment pass from member to member with the turn.
 */
final class Team {
    /** The code of each member: a body, or a contribution whose value is returned as raw bits. */
    @FunctionalInterface
    interface Code {
        /** Runs the code of one member and returns the bits of its contribution, 0 for a body. */
        long at(TeamMember member);
    }

    /** Thrown by collective calls to unwind the members of a failed team. */
    private static final class Unwinding extends Error {
        private static final long serialVersionUID = 1L;

        Unwinding() {
            super("another member of the team has failed", null, false, false);
        }
    }

    private static final Unwinding UNWINDING = new Unwinding();

    /** The collective call of a member 0 whose body has ended. */
    private static final Object ENDED = "the end of the body";

    private final Code code;
    private final String node;
    private final RunRange league;
    private final int vector;
    private final Member[] members;
    private final @Nullable MemberThread[] threads;
    final Scratch scratch;
    final Scratch deviceScratch;
    /** Null unless the space is strict. */
    private final @Nullable TeamAccesses accesses;
[#list reductions as t]
    final Nested${t.Type}s ${t.type}s;
    final Nested${t.Type}Scan ${t.type}Scan;
[/#list]

    private volatile int turn;
    private @Nullable Thread caller;
    private @Nullable RunFrame frame;
    private boolean threaded;
    private int leagueRank;
    private long bits;
    private @Nullable Throwable failure;
    /** The collective call in which member 0 waits, with its detail: all others must make the same call. */
    private @Nullable Object round;

    private long roundDetail;

    Team(TeamPolicy policy, int members, Code code, String node, boolean strict) {
        this.code = code;
        this.node = node;
        this.league = RunRange.of(policy);
        this.vector = policy.vector();
        this.members = new Member[members];
        this.threads = new MemberThread[members];
        this.scratch = new Scratch(ScratchLevel.SHARED, policy, node, strict);
        this.deviceScratch = new Scratch(ScratchLevel.DEVICE, policy, node, strict);
        this.accesses = strict ? new TeamAccesses() : null;
[#list reductions as t]
        this.${t.type}s = new Nested${t.Type}s(this);
        this.${t.type}Scan = new Nested${t.Type}Scan(this);
[/#list]
        for (int rank = 0; rank < members; rank++) {
            this.members[rank] = new Member(this, rank);
        }
    }

    int leagueRank() {
        return leagueRank;
    }

    int leagueSize() {
        return (int) league.size();
    }

    int size() {
        return members.length;
    }

    /** Returns the number of vector lanes of a member. */
    int vector() {
        return vector;
    }

    /** Runs one league rank, and returns the bits that member 0 contributes. Rethrows the exception of a member. */
    long run(int rank) {
        leagueRank = rank;
        scratch.begin();
        deviceScratch.begin();
        for (Member member : members) {
            member.begin();
        }
        if (members.length == 1) {
            return code.at(members[0]);
        }
        caller = Thread.currentThread();
        frame = RunFrame.current();
        failure = null;
        threaded = false;
        round = null;
        newPhase();
        runMember(members[0]);
        round = ENDED;
        roundDetail = 0;
        if (threaded) {
            pass(0);
            await(0);
        } else {
            runOthersHere();
        }
        if (failure != null) {
            Team.<RuntimeException>sneak(failure);
        }
        return bits;
    }

    /** Throws a failure unwrapped, even a checked one. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    private void runOthersHere() {
        for (int rank = 1; rank < members.length && failure == null; rank++) {
            runMember(members[rank]);
        }
    }

    /** Forgets accesses of members that are ordered with all later ones. */
    private void newPhase() {
        if (accesses != null) {
            accesses.clear();
        }
    }

    private long call(Member member) {
        if (accesses == null) {
            return code.at(member);
        }
        StrictAccesses.Listener outer = StrictAccesses.enter(accesses.listener(leagueRank, member.teamRank()));
        try {
            return code.at(member);
        } finally {
            StrictAccesses.enter(outer);
        }
    }

    private void runMember(Member member) {
        try {
            if (failure == null) {
                long contributed = call(member);
                bits = member.teamRank() == 0 ? contributed : bits;
                if (round != null && round != ENDED && member.teamRank() > 0) {
                    throw apart("member " + member.teamRank() + " came to " + ENDED);
                }
            }
        } catch (Unwinding unwinding) {
            // Its cause is recorded already.
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }

    /** Runs a member in its turn on its own thread. */
    void runInTurn(Member member) {
        try {
            RunFrame before = RunFrame.enter(frame);
            runMember(member);
            RunFrame.enter(before);
        } catch (Throwable thrown) {
            // This thread could not enter the frame of kernels for lack of memory.
            failure = failure == null ? thrown : failure;
        } finally {
            pass(member.teamRank());
        }
    }

    /** Returns whether it is a member's turn. */
    boolean isTurnOf(int rank) {
        return turn == rank;
    }

    /**
     * Throws unless member 0 waits in the same collective call.
     *
     * @param call the kind of call; compared by identity
     * @param detail an argument of the call that must be equal for all members
     */
    void check(int rank, Object call, long detail) {
        if (rank > 0 && (round != call || roundDetail != detail)) {
            throw apart("member " + rank + " came to " + describe(call, detail));
        }
    }

    /** Waits until all members have made the same collective call; see {@link #check}. */
    void meet(int rank, Object call, long detail) {
        if (members.length == 1) {
            return;
        }
        check(rank, call, detail);
        if (rank == 0) {
            round = call;
            roundDetail = detail;
            summon();
        }
        pass(rank);
        await(rank);
        if (failure != null) {
            throw UNWINDING;
        }
        if (rank == 0) {
            newPhase();
        }
    }

    private IllegalStateException apart(String what) {
        return RunRefusal.ofCall(
                "R307",
                "in node " + Labels.quoted(node) + ", team " + leagueRank + ", " + what
                        + " while member 0 came to " + describe(round == null ? ENDED : round, roundDetail)
                        + "; all members of a team must make the same collective calls in the same order");
    }

    private static String describe(Object call, long detail) {
        return detail == 0 ? call.toString() : call + " of " + detail + " indexes";
    }

    private void pass(int rank) {
        int next = rank + 1 == members.length ? 0 : rank + 1;
        turn = next;
        LockSupport.unpark(next == 0 ? caller : threads[next]);
    }

    private void await(int rank) {
        boolean interrupted = false;
        while (turn != rank) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Assigns a thread to each member but the first. */
    private void summon() {
        for (int rank = 1; rank < members.length; rank++) {
            if (threads[rank] == null) {
                threads[rank] = MemberThread.take();
            }
        }
        if (!threaded) {
            for (int rank = 1; rank < members.length; rank++) {
                Objects.requireNonNull(threads[rank]).sit(members[rank]);
            }
            threaded = true;
        }
    }

    /** Releases the threads of the members, between league ranks. */
    void dismiss() {
        for (int rank = 1; rank < members.length; rank++) {
            MemberThread thread = threads[rank];
            if (thread != null) {
                threads[rank] = null;
                thread.leave();
            }
        }
        caller = null;
        frame = null;
    }

    /** Returns the code of a body or contribution over a league; its failures name the member. */
    static Code code(KernelBody body) {
        Code code = plain(body);
        return member -> {
            try {
                return code.at(member);
            } catch (IndexOutOfBoundsException | ArithmeticException e) {
                throw ItemFailure.of(e, member.leagueRank(), member.teamRank());
            }
        };
    }

    private static Code plain(KernelBody body) {
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution.Team at) {
            return member -> ${apply(t.toBits, "at.at(member)")};
        }
[/#list]
        TeamBody team = (TeamBody) body;
        return member -> {
            team.at(member);
            return 0;
        };
    }
}
