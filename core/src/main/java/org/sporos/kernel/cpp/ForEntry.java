package org.sporos.kernel.cpp;

import java.util.Arrays;
import java.util.List;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/** Writes entries that call one body for each index of a policy. */
final class ForEntry {
    private static final int BLOCK = 256;
    private static final int TEAM = 128;
    /** Room for reductions at the begin of the shared memory of a team, as the prelude has it. */
    static final int ROOM_BYTES = 3 * 32 * 16;
    /** The most blocks of a grid in its second and third dimension. */
    private static final int MOST_BLOCKS = 65535;

    /** The most threads of a block. */
    static final int MOST_THREADS = 1024;
    /** The most threads of a block in its third dimension. */
    private static final int MOST_DEEP = 64;

    /** The names of indexes. */
    static final String INDEXES = "ijk";

    private final Entry entry;
    private final List<Step> steps;

    private ForEntry(Entry entry, List<Step> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    static CppGeometry write(Entry entry, CppUnit.For unit, BodyFunction body) {
        entry.gate(unit.isGated(), "");
        List<Step> steps = List.of(Step.of(body, 0));
        return unit.policy() instanceof TeamPolicy teams
                ? new ForEntry(entry, steps).team(teams, unit.body())
                : write(entry, unit.policy(), steps);
    }

    /** Writes a loop that takes some steps for each index of a policy that is not made of teams. */
    static CppGeometry write(Entry entry, Policy policy, List<Step> steps) {
        ForEntry writer = new ForEntry(entry, steps);
        entry.items(policy);
        if (policy instanceof RangePolicy range) {
            return writer.range(range.begin(), range.end(), range.block(), "int");
        } else if (policy instanceof LongRangePolicy range) {
            return writer.range(range.begin(), range.end(), range.block(), "long long");
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        return !entry.dialect.isGpu()
                ? new HostLoop(entry, steps).box(box)
                : entry.blocks().isPart() ? writer.partOfBox(box) : writer.gpuBox(box);
    }

    private void call(int depth, String... indexes) {
        Step.all(steps, entry, depth, indexes);
    }

    private CppGeometry range(long begin, long end, int wanted, String type) {
        int block = wanted == 0 ? BLOCK : wanted;
        String from = begin == 0 ? "" : entry.constant("begin", begin);
        if (!entry.dialect.isGpu()) {
            String to = entry.constant("end", end);
            HostLoop.Axis axis = new HostLoop.Axis(type, entry.local("i"), from.isEmpty() ? "0" : from, to);
            new HostLoop(entry, steps).range(axis);
            return CppGeometry.SINGLE;
        }
        String count = entry.constant("count", end - begin);
        String at = thread(entry, end - begin, block);
        entry.line(1, "if (" + at + " >= " + count + ") return;");
        String i = entry.local("i");
        String value = from.isEmpty() ? at : from + " + " + at;
        entry.line(
                1,
                "const " + type + " " + i + " = " + (type.equals("int") ? narrowed(value, end - begin) : value) + ";");
        call(1, i);
        return rangeOnGpu(entry.blocks(), wanted, end - begin);
    }

    /**
     * Returns the threads for a range of some indexes.
     *
     * @param wanted the block that the user wants, or 0
     */
    static CppGeometry rangeOnGpu(Blocks blocks, int wanted, long count) {
        if (blocks.isPart()) {
            return CppGeometry.line(Blocks.threads(count), count, 0);
        }
        return wanted == 0 ? CppGeometry.free(BLOCK, count) : CppGeometry.line(wanted, count, 0);
    }

    private static String narrowed(String value, long count) {
        return count + MOST_THREADS > Integer.MAX_VALUE ? "(int) (" + value + ")" : value;
    }

    /** Writes the number of this thread in the grid; a long where an int could wrap in the last block. */
    static String thread(Entry entry, long count, int block) {
        String at = entry.local("at");
        boolean wide = count + MOST_THREADS > Integer.MAX_VALUE;
        String type = wide ? "long long" : "int";
        String number = entry.blocks().number() + " * blockDim.x";
        String first = wide ? "(long long) " + number : number;
        entry.line(1, "const " + type + " " + at + " = " + first + " + threadIdx.x;");
        return at;
    }

    /** The last index runs along the x of a block, so that neighbours in memory are neighbours in a warp. */
    private CppGeometry gpuBox(MDRangePolicy box) {
        int rank = box.rank();
        int[] block = blockOf(box);
        long[] grid = new long[rank];
        String[] indexes = new String[rank];
        String axes = "xyz";
        int open = 0;
        for (int d = 0; d < rank; d++) {
            int axis = rank - 1 - d;
            char a = axes.charAt(axis);
            grid[d] = Math.max(1, (box.extent(d) + block[d] - 1) / block[d]);
            boolean strided = axis > 0 && grid[d] > MOST_BLOCKS;
            grid[d] = strided ? MOST_BLOCKS : grid[d];
            String from = box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d)) + " + ";
            String to = entry.constant("end" + d, box.end(d));
            String i = entry.local(INDEXES.substring(d, d + 1));
            indexes[d] = i;
            String first = from + "(int) (blockIdx." + a + " * blockDim." + a + " + threadIdx." + a + ")";
            if (strided) {
                entry.line(
                        1 + open,
                        "for (int " + i + " = " + first + "; " + i + " < " + to + "; " + i + " += gridDim." + a
                                + " * blockDim." + a + ") {");
                open++;
            } else {
                entry.line(1 + open, "const int " + i + " = " + first + ";");
                entry.line(1 + open, "if (" + i + " >= " + to + ") return;");
            }
        }
        call(1 + open, indexes);
        while (open > 0) {
            entry.line(open--, "}");
        }
        int z = rank == 3 ? block[0] : 1;
        return new CppGeometry(
                block[rank - 1], block[rank - 2], z, grid[rank - 1], grid[rank - 2], rank == 3 ? grid[0] : 1, 0);
    }

    /** A block of a launch of several is a line: its threads and blocks are cut into those of a box here. */
    private CppGeometry partOfBox(MDRangePolicy box) {
        int rank = box.rank();
        int[] block = rank == 2 ? new int[] {8, 32} : new int[] {2, 4, 32};
        String thread = "(int) threadIdx.x";
        String number = "block";
        String[] indexes = new String[rank];
        long blocks = 1;
        for (int d = rank - 1; d >= 0; d--) {
            long grid = Math.max(1, (box.extent(d) + block[d] - 1) / block[d]);
            blocks *= grid;
            String count = d == 0 ? "" : entry.constant("grid" + d, grid);
            String at = d == 0 ? number : number + " % " + count;
            String inside = d == 0 ? thread : thread + " % " + block[d];
            String from = box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d)) + " + ";
            String to = entry.constant("end" + d, box.end(d));
            String i = entry.local(INDEXES.substring(d, d + 1));
            indexes[d] = i;
            entry.line(1, "const int " + i + " = " + from + at + " * " + block[d] + " + " + inside + ";");
            entry.line(1, "if (" + i + " >= " + to + ") return;");
            thread += " / " + block[d];
            number += " / " + count;
        }
        call(1, indexes);
        return new CppGeometry(Blocks.MOST_THREADS, 1, 1, blocks, 1, 1, 0);
    }

    private static int[] blockOf(MDRangePolicy box) {
        int[] block = box.rank() == 2 ? new int[] {8, 32} : new int[] {2, 4, 32};
        for (int d = 0; d < block.length; d++) {
            block[d] = box.tile(d) > 0 ? box.tile(d) : block[d];
        }
        return fitted(block);
    }

    /** Halves the longest sides of a block until it has as many threads as a GPU takes. */
    private static int[] fitted(int[] block) {
        if (block.length == 3) {
            block[0] = Math.min(block[0], MOST_DEEP);
        }
        while (Arrays.stream(block).asLongStream().reduce(1, Math::multiplyExact) > MOST_THREADS) {
            int longest = 0;
            for (int d = 1; d < block.length; d++) {
                longest = block[d] > block[longest] ? d : longest;
            }
            block[longest] = (block[longest] + 1) / 2;
        }
        return block;
    }

    private CppGeometry team(TeamPolicy policy, ProvenKernel kernel) {
        CppGeometry geometry = openTeam(entry, policy, kernel);
        int depth = entry.dialect.isGpu() ? 1 : 3;
        entry.items(policy);
        call(depth, new String[0]);
        closeTeam(entry);
        return geometry;
    }

    /** Writes what makes a team of a block, or the loops over teams and members on the host. */
    static CppGeometry openTeam(Entry entry, TeamPolicy policy, ProvenKernel kernel) {
        int size = policy.team() == TeamPolicy.AUTO ? TEAM : policy.team();
        int shared = ROOM_BYTES + scratch(policy, kernel);
        if (entry.dialect.isGpu()) {
            entry.line(1, "java::Team team;");
            return new CppGeometry(size, 1, 1, Math.max(1, policy.league()), 1, 1, shared);
        }
        String league = entry.constant("league_size", policy.league());
        String members = entry.constant("team_size", policy.team() == TeamPolicy.AUTO ? 1 : policy.team());
        String scratch = entry.constant("scratch_bytes", scratch(policy, kernel));
        String rank = entry.local("rank");
        entry.line(1, "for (int " + rank + " = 0; " + rank + " < " + league + "; " + rank + "++) {");
        entry.line(
                2,
                "java::run_team(" + rank + ", " + league + ", " + members + ", " + scratch
                        + ", [&](java::Team& team) {");
        return CppGeometry.SINGLE;
    }

    /** Returns the bytes of scratch memory: those that were asked for, or all that the kernel takes if that is more. */
    static int scratch(TeamPolicy policy, ProvenKernel proven) {
        long[] taken = new long[1];
        Walk.instructions(proven.kernel(), at -> {
            if (at.op() instanceof Op.ScratchNew take && at.operand(0) instanceof Instruction n) {
                long bytes = known(n, proven) * take.view().element().bytes();
                taken[0] += (bytes + 7) / 8 * 8;
            }
        });
        return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(policy.scratchBytes(), taken[0]));
    }

    /** Returns the value of a literal or captured scalar; 0 of all else, which only the policy knows about. */
    private static long known(Instruction n, ProvenKernel proven) {
        if (n.op() instanceof Op.Constant literal) {
            return Math.max(0, (int) literal.bits());
        } else if (n.op() instanceof Op.Scalar scalar) {
            return Math.max(0, proven.scalars().get(scalar.scalar().index()).intValue());
        }
        return 0;
    }

    static void closeTeam(Entry entry) {
        if (!entry.dialect.isGpu()) {
            entry.line(2, "});");
            entry.line(1, "}");
        }
    }
}
