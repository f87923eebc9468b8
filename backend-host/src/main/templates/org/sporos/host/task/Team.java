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
import org.sporos.internal.error.RunRefusal;

/**
 * A team that does the work of one league rank after the other. Its members take turns in the order of their ranks: one
 * runs until it meets a collective call or ends, then the next one does. The calling thread is member 0, and all the
 * others too as long as none meets a collective; from then on they have threads of their own. So what a team computes
 * does not depend on timing, also where a kernel forgets a barrier.
 *
 * <p>Used by one calling thread at a time. Fields without a word are handed from member to member with the turn.
 */
final class Team {
    /** The code that each member runs: a body, or a contribution whose value is given as raw bits. */
    @FunctionalInterface
    interface Code {
        /** Runs the code of one member and returns the bits of what it contributes, 0 for a body. */
        long at(TeamMember member);
    }

    /** Thrown out of collective calls to unwind members whose team has failed. */
    private static final class Unwinding extends Error {
        private static final long serialVersionUID = 1L;

        Unwinding() {
            super("another member of the team has failed", null, false, false);
        }
    }

    private static final Unwinding UNWINDING = new Unwinding();

    /** The call that member 0 was last met in, if its body has ended. */
    private static final Object ENDED = "the end of the body";

    private final Code code;
    private final String node;
    private final RunRange league;
    private final int vector;
    private final Member[] members;
    private final @Nullable MemberThread[] threads;
    final Scratch scratch;
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
    /** The collective call that member 0 waits in, with its detail: all others must come to the same. */
    private @Nullable Object round;

    private long roundDetail;

    Team(TeamPolicy policy, Code code, String node, boolean strict) {
        this.code = code;
        this.node = node;
        this.league = RunRange.of(policy);
        this.vector = policy.vector();
        this.members = new Member[Math.max(1, policy.team())];
        this.threads = new MemberThread[members.length];
        this.scratch = new Scratch(policy.scratchBytes(), node, strict);
[#list reductions as t]
        this.${t.type}s = new Nested${t.Type}s(this);
        this.${t.type}Scan = new Nested${t.Type}Scan(this);
[/#list]
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = new Member(this, rank);
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

    /** Returns the vector lanes of a member. */
    int vector() {
        return vector;
    }

    /** Does the work of one league rank, and returns the bits that member 0 contributes. Throws what a member threw. */
    long run(int rank) {
        leagueRank = rank;
        scratch.begin();
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

    /** Throws a failure as it is, also a checked one. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    private void runOthersHere() {
        for (int rank = 1; rank < members.length && failure == null; rank++) {
            runMember(members[rank]);
        }
    }

    private void runMember(Member member) {
        try {
            if (failure == null) {
                long contributed = code.at(member);
                bits = member.teamRank() == 0 ? contributed : bits;
                if (round != null && round != ENDED && member.teamRank() > 0) {
                    throw apart("member " + member.teamRank() + " came to " + ENDED);
                }
            }
        } catch (Unwinding unwinding) {
            // The failure that it comes from is kept already.
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
    }

    /** Runs a member on its own thread, whose turn it is. */
    void runInTurn(Member member) {
        try {
            RunFrame before = RunFrame.enter(frame);
            runMember(member);
            RunFrame.enter(before);
        } catch (Throwable thrown) {
            // There is no memory to make this thread one of kernels.
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
     * @param call what it is; compared by identity
     * @param detail a number that must be the same for all
     */
    void check(int rank, Object call, long detail) {
        if (rank > 0 && (round != call || roundDetail != detail)) {
            throw apart("member " + rank + " came to " + describe(call, detail));
        }
    }

    /** Waits until all members have come to the same collective call; see {@link #check}. */
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

    /** Gives all members but the first a thread, unless they have one. */
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

    /** Lets the threads of the members go, between league ranks. */
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

    /** Returns the code of a body or contribution over a league, whose failures name the member. */
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
