package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/**
 * The threads of a team on a GPU. A team of a power of two threads up to a warp shares its block with others: its
 * barriers and reductions then synchronize a part of a warp alone. Each other team is a block. Immutable.
 *
 * @param members the members of a team
 * @param perBlock the teams of a block
 * @param roomBytes the shared memory for reductions of a team that shares its block
 */
record TeamShape(TeamPolicy policy, int members, int perBlock, int roomBytes) {
    /** The threads of a block of several teams, and the most of a team of automatic size. */
    private static final int BLOCK = 128;

    private static final int WARP = 32;

    /** The contributions of a tile, which one warp folds. */
    private static final int TILE = 2048;

    /** The room that a team of less than a warp needs for its reductions and scans. */
    private static final int ROOM_BYTES = 4 * WARP * Long.BYTES;

    /** The blocks and threads that keep a large GPU busy: two blocks, or 512 threads, for each multiprocessor. */
    private static final int MANY_BLOCKS = 256;

    private static final int MANY_THREADS = 1 << 16;

    /** Returns the shape of the teams that run some kernels. */
    static TeamShape of(TeamPolicy policy, List<ProvenKernel> kernels) {
        int members = policy.team() == TeamPolicy.AUTO ? members(policy, kernels) : policy.team();
        boolean hasRoom = kernels.stream().anyMatch(TeamShape::sharesValues);
        TeamShape alone = new TeamShape(policy, members, 1, hasRoom ? ROOM_BYTES : 0);
        if (!alone.isPartOfWarp()) {
            return alone;
        }
        long most = CppGeometry.LEAST_SHARED_BYTES / Math.max(1, alone.bytes());
        int teams = BLOCK / alone.threads();
        while (teams > 1 && (teams > most || policy.league() / teams < MANY_BLOCKS)) {
            teams /= 2;
        }
        return new TeamShape(policy, members, teams, alone.roomBytes);
    }

    /** Returns the shape of the teams of a unit, or null if its policy has none. */
    static @Nullable TeamShape of(CppUnit unit) {
        Policy policy = unit instanceof CppUnit.For loop
                ? loop.policy()
                : unit instanceof CppUnit.Reduce reduce ? reduce.policy() : null;
        return policy instanceof TeamPolicy teams ? of(teams, unit.bodies()) : null;
    }

    /** Returns whether members of a team exchange values through its room. */
    private static boolean sharesValues(ProvenKernel kernel) {
        return collectives(kernel).stream().anyMatch(at -> at.op() instanceof Op.Reduce || at.op() instanceof Op.Scan);
    }

    /** Returns the operations that spread indexes over a team. */
    private static List<Instruction> collectives(ProvenKernel kernel) {
        List<Instruction> found = new ArrayList<>();
        Walk.instructions(kernel.kernel(), at -> {
            boolean isRange = at.op() instanceof Op.Range || at.op() instanceof Op.Reduce || at.op() instanceof Op.Scan;
            if (isRange && !Op.isVector(at.op())) {
                found.add(at);
            }
        });
        return found;
    }

    /**
     * Returns the members of a team of automatic size: a warp for each tile of a reduction, a thread for each index;
     * more if there are few teams, for more loads in flight.
     */
    private static int members(TeamPolicy policy, List<ProvenKernel> kernels) {
        long wanted = 0;
        for (ProvenKernel kernel : kernels) {
            for (Instruction at : collectives(kernel)) {
                long n = Math.min(Integer.MAX_VALUE, kernel.proofs().greatest(at.operand(0)));
                boolean hasVector = MemberCode.hasVector(at);
                boolean isReduction = at.op() instanceof Op.Reduce && !hasVector;
                long threads = isReduction ? (n + TILE - 1) / TILE * WARP : hasVector ? n * policy.vector() : n;
                wanted = Math.max(wanted, threads);
            }
        }
        int threads = WARP;
        while (threads < BLOCK && (wanted == 0 || threads < wanted || policy.league() < MANY_THREADS / threads)) {
            threads *= 2;
        }
        return Math.max(1, threads / policy.vector());
    }

    /** Returns the threads of a team. */
    int threads() {
        return members * policy.vector();
    }

    /** Returns whether a team may share a block, and a warp, with others. */
    private boolean isPartOfWarp() {
        return threads() <= WARP && Integer.bitCount(threads()) == 1;
    }

    /** Returns whether a team has a whole warp, which reduces and scans in registers. */
    boolean hasWarp() {
        return threads() >= WARP;
    }

    /** Returns the shared memory of a team that shares its block, aligned to any element. */
    private long bytes() {
        return roomBytes + (policy.scratchBytes() + 7L) / 8 * 8;
    }

    /** Returns the type of the team in C++. */
    String type() {
        String width = isPartOfWarp() ? ", " + threads() : "";
        return policy.vector() == 1 && width.isEmpty() ? "java::Team<>" : "java::Team<" + policy.vector() + width + ">";
    }

    /**
     * Returns the arguments of the team's constructor.
     *
     * @param count the variable of the number of teams; empty for that of the policy
     * @param constant makes a parameter for a value, by its role
     */
    List<String> arguments(String count, ToParameter constant) {
        List<String> arguments = new ArrayList<>();
        if (!count.isEmpty()) {
            arguments.add(count);
        } else if (isPartOfWarp()) {
            arguments.add(constant.of("league", policy.league()));
        }
        if (isPartOfWarp() && bytes() > 0) {
            arguments.add(String.valueOf(roomBytes));
            arguments.add(constant.of("team_bytes", bytes()));
        }
        return arguments;
    }

    /** Makes a parameter of an entry. */
    @FunctionalInterface
    interface ToParameter {
        /** Returns the name of a parameter for a value. */
        String of(String role, long value);
    }

    /** Returns whether the last block is partially filled. */
    boolean hasEnd() {
        return policy.league() % perBlock != 0;
    }

    /** Returns the condition that a block is behind the last team, given the number of teams. */
    String isBehind(String count) {
        return perBlock == 1 ? "(int) blockIdx.x >= " + count : "(int) blockIdx.x > (" + count + " - 1) / " + perBlock;
    }

    /**
     * Returns the geometry of a launch; drivers reject a launch without blocks.
     *
     * @param least the shared memory that a block needs by itself
     */
    CppGeometry geometry(int least) {
        if (policy.league() == 0) {
            return CppGeometry.SINGLE;
        }
        long shared = isPartOfWarp()
                ? Math.max(least, perBlock * bytes())
                : (long) CppGeometry.ROOM_BYTES + policy.scratchBytes();
        long blocks = (policy.league() + perBlock - 1L) / perBlock;
        return new CppGeometry(threads() * perBlock, 1, 1, blocks, 1, 1, (int) Math.min(Integer.MAX_VALUE, shared));
    }
}
