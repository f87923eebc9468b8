package org.sporos.reference;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;
import org.sporos.view.View;

/**
 * Runs the teams of a league in order. Members are threads that run one at a time, in rank order, each from one
 * collective call to the next; the semaphores order all accesses to the fields.
 */
final class TeamRun {
    /** One member's work for one league rank; returns its contribution. */
    interface Code {
        long at(TeamRun team, int rank, int leagueRank);
    }

    /** Unwinds the other members after one has failed. */
    private static final class Unwinding extends Error {
        private static final long serialVersionUID = 1L;

        Unwinding() {
            super("another member of the team has failed", null, false, false);
        }
    }

    private static final String END = "the end of the body";

    private final Code code;
    private final int leagueSize;
    /** The contribution of member 0 of each team. */
    private final long[] results;

    private final Semaphore[] turns;
    private final List<View> scratch = new ArrayList<>();
    private @Nullable Throwable failure;
    /** The current collective call of member 0. */
    private String round = END;

    private long[] values = new long[0];
    private long result;

    TeamRun(int size, int leagueSize, Code code) {
        this.code = code;
        this.leagueSize = leagueSize;
        this.results = new long[leagueSize];
        this.turns = new Semaphore[size];
        for (int rank = 0; rank < size; rank++) {
            turns[rank] = new Semaphore(0);
        }
    }

    /** Runs all teams of a league, and returns the contributions of their members 0. */
    static long[] all(int size, int leagueSize, Code code) {
        TeamRun team = new TeamRun(size, leagueSize, code);
        RunFrame frame = RunFrame.current();
        List<Thread> members = new ArrayList<>();
        for (int rank = 1; rank < size; rank++) {
            int member = rank;
            members.add(DaemonThreads.make(() -> new Thread(() -> {
                RunFrame.enter(frame);
                team.run(member);
            })));
        }
        members.forEach(Thread::start);
        team.turns[0].release();
        team.run(0);
        members.forEach(Uninterruptibles::joinUninterruptibly);
        team.closeScratch();
        if (team.failure instanceof RuntimeException thrown) {
            throw thrown;
        } else if (team.failure instanceof Error thrown) {
            throw thrown;
        }
        return team.results;
    }

    private void run(int rank) {
        turns[rank].acquireUninterruptibly();
        try {
            for (int team = 0; team < leagueSize && failure == null; team++) {
                if (rank == 0) {
                    closeScratch();
                }
                long contributed = code.at(this, rank, team);
                if (rank == 0) {
                    results[team] = contributed;
                }
                meet(rank, END);
            }
        } catch (Unwinding ended) {
            // Another member has recorded the failure.
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        } finally {
            pass(rank);
        }
    }

    private void closeScratch() {
        scratch.forEach(View::close);
        scratch.clear();
    }

    private void pass(int rank) {
        turns[(rank + 1) % turns.length].release();
    }

    int size() {
        return turns.length;
    }

    int leagueSize() {
        return leagueSize;
    }

    /** Waits until all members have reached the same collective call. */
    void meet(int rank, String call) {
        if (rank == 0) {
            round = call;
        } else if (!round.equals(call)) {
            throw RunRefusal.ofCall(
                    "R307",
                    "member " + rank + " of a team came to " + call + " while member 0 came to " + round
                            + "; all members of a team must make the same collective calls in the same order");
        }
        pass(rank);
        turns[rank].acquireUninterruptibly();
        if (failure != null) {
            throw new Unwinding();
        }
    }

    /** Returns an array with a value per index, shared until the next call; member 0 runs first and allocates it. */
    long[] values(int rank, int n) {
        if (rank == 0) {
            values = new long[Math.max(0, n)];
        }
        return values;
    }

    /** Returns the result combined by member 0, which runs first. */
    long result(int rank, LongSupplier combined) {
        if (rank == 0) {
            result = combined.getAsLong();
        }
        return result;
    }

    /** Returns the scratch view of a request, allocated by member 0. */
    View scratch(int request, Supplier<View> make) {
        if (request == scratch.size()) {
            scratch.add(make.get());
        }
        return scratch.get(request);
    }
}
