package org.sporos.kernel.cpp;

import java.util.Arrays;
import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/** Writes entries that call one body for each index of a policy. */
final class ForEntry {
    private static final int BLOCK = 256;
    /** The members of a team where the user wants no other number. */
    private static final int TEAM = 128;

    /** The most blocks of a grid in its second and third dimension. */
    private static final int MOST_BLOCKS = 65535;

    /** The most threads of a block. */
    static final int MOST_THREADS = 1024;
    /** The most threads of a block in its third dimension. */
    private static final int MOST_DEEP = 64;

    private final EntryFunction entry;
    private final List<Step> steps;

    private ForEntry(EntryFunction entry, List<Step> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    static CppGeometry write(EntryFunction entry, CppUnit.For unit, BodyFunction body) {
        entry.gate(unit.isGated(), "");
        List<Step> steps = List.of(Step.of(body, 0));
        if (LiveRange.isLive(unit.policy())) {
            return new ForEntry(entry, steps).live(unit);
        }
        return unit.policy() instanceof TeamPolicy teams
                ? new ForEntry(entry, steps).team(teams)
                : write(entry, unit.policy(), steps);
    }

    private CppGeometry live(CppUnit.For unit) {
        entry.items(unit.policy());
        LiveRange live = LiveRange.write(entry, unit);
        return threads(live.begin(), live.count(), unit.policy().size(), WantedLaunch.of(unit.policy()), Type.I32);
    }

    /** Writes a loop that takes some steps for each index of a policy that is not made of teams. */
    static CppGeometry write(EntryFunction entry, Policy policy, List<Step> steps) {
        ForEntry writer = new ForEntry(entry, steps);
        entry.items(policy);
        if (policy instanceof RangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I32);
        } else if (policy instanceof LongRangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I64);
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        return !entry.dialect.isGpu()
                ? new HostLoop(entry, steps).box(box)
                : entry.blocks().isPart() ? writer.partOfBox(box) : writer.gpuBox(box);
    }

    private void call(int depth, String... indexes) {
        Step.all(steps, entry, depth, indexes);
    }

    private CppGeometry range(long begin, long end, WantedLaunch wanted, Type index) {
        String from = begin == 0 ? "" : entry.begin(begin, index);
        if (!entry.dialect.isGpu()) {
            String to = entry.constant("end", end);
            HostLoop.Axis axis =
                    new HostLoop.Axis(Words.type(index), entry.local("i"), from.isEmpty() ? "0" : from, to);
            new HostLoop(entry, steps).range(axis);
            return CppGeometry.SINGLE;
        }
        return threads(from, entry.constant("count", end - begin), end - begin, wanted, index);
    }

    /** Writes what each thread of a GPU does: those behind the count nothing. */
    private CppGeometry threads(String from, String count, long size, WantedLaunch wanted, Type index) {
        String type = Words.type(index);
        String at = entry.local("at");
        boolean strides = wanted.grid() > 0 || isLong(size);
        if (strides) {
            entry.line(
                    1,
                    "for (long long " + at + " = (long long) " + thread() + "; " + at + " < " + count + "; " + at
                            + " += (long long) " + entry.blocks().count() + " * blockDim.x) {");
        } else {
            entry.line(1, "const int " + at + " = " + thread() + ";");
            entry.line(1, "if (" + at + " >= " + count + ") return;");
        }
        int depth = strides ? 2 : 1;
        String i = entry.local("i");
        String value = from.isEmpty() ? at : from + " + " + at;
        String narrowed = strides && index == Type.I32 ? "(int) (" + value + ")" : value;
        entry.line(depth, "const " + type + " " + i + " = " + narrowed + ";");
        call(depth, i);
        if (strides) {
            entry.line(1, "}");
        }
        return rangeOnGpu(entry.blocks(), wanted, size);
    }

    /**
     * Returns the threads for a range of some indexes.
     *
     * @param wanted what the user wants; of a member of a launch of several that is nothing
     */
    static CppGeometry rangeOnGpu(Blocks blocks, WantedLaunch wanted, long count) {
        int block = wanted.block() == 0 ? BLOCK : wanted.block();
        if (blocks.isPart()) {
            return CppGeometry.line(Blocks.threads(count), count, 0);
        } else if (wanted.grid() > 0) {
            return CppGeometry.line(block, (long) wanted.grid() * block, 0);
        } else if (isLong(count)) {
            return CppGeometry.striding(block, count);
        }
        return wanted.block() == 0 ? CppGeometry.free(BLOCK, count) : CppGeometry.line(block, count, 0);
    }

    /**
     * Returns whether the threads of a range are more than an int counts, the last block being full: then each takes
     * several.
     */
    private static boolean isLong(long count) {
        return count > Integer.MAX_VALUE - MOST_THREADS;
    }

    /** Returns the number of this thread in the grid. */
    private String thread() {
        return entry.blocks().number() + " * blockDim.x + threadIdx.x";
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
            grid[d] = blocks(box, d, block[d]);
            boolean strided = axis > 0 && grid[d] > MOST_BLOCKS;
            grid[d] = strided ? MOST_BLOCKS : grid[d];
            String from = box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d)) + " + ";
            String to = entry.constant("end" + d, box.end(d));
            String i = entry.local(HostLoop.INDEXES.substring(d, d + 1));
            boolean wide = isWide(box, d, (strided ? grid[d] : 1) * block[d]);
            String type = wide ? "long long" : "int";
            String number = "blockIdx." + a + " * blockDim." + a + " + threadIdx." + a;
            String first = from + (wide ? "(long long) " + number : "(int) (" + number + ")");
            indexes[d] = wide ? "(int) " + i : i;
            if (strided) {
                entry.line(
                        1 + open,
                        "for (" + type + " " + i + " = " + first + "; " + i + " < " + to + "; " + i + " += gridDim." + a
                                + " * blockDim." + a + ") {");
                open++;
            } else {
                entry.line(1 + open, "const " + type + " " + i + " = " + first + ";");
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

    /** Returns the blocks along a dimension of a box; one if the box is empty, however long its other sides are. */
    private static long blocks(MDRangePolicy box, int dimension, int block) {
        return box.size() == 0 ? 1 : (box.extent(dimension) + block - 1) / block;
    }

    /**
     * Returns whether the numbers of threads, which go some steps beyond the last index, could pass the end of an int.
     */
    private static boolean isWide(MDRangePolicy box, int dimension, long step) {
        return Math.max(box.end(dimension), box.extent(dimension)) + step > Integer.MAX_VALUE;
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
            long grid = blocks(box, d, block[d]);
            blocks *= grid;
            String count = d == 0 ? "" : entry.constant("grid" + d, grid);
            String at = d == 0 ? number : number + " % " + count;
            String inside = d == 0 ? thread : thread + " % " + block[d];
            String from = box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d)) + " + ";
            String to = entry.constant("end" + d, box.end(d));
            String i = entry.local(HostLoop.INDEXES.substring(d, d + 1));
            boolean wide = isWide(box, d, block[d]);
            indexes[d] = wide ? "(int) " + i : i;
            String widened = wide ? "(long long) (" + at + ")" : at;
            entry.line(
                    1,
                    "const " + (wide ? "long long " : "int ") + i + " = " + from + widened + " * " + block[d] + " + "
                            + inside + ";");
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

    private CppGeometry team(TeamPolicy policy) {
        if (entry.dialect.isGpu()) {
            if (policy.league() == 0) {
                // No driver takes a launch of no blocks.
                return CppGeometry.SINGLE;
            }
            entry.line(1, "java::Team team;");
            entry.items(policy);
            call(1);
            return teams(policy);
        }
        String league = entry.constant("league_size", policy.league());
        String members = entry.constant("team_size", policy.team() == TeamPolicy.AUTO ? 1 : policy.team());
        String scratch = entry.constant("scratch_bytes", policy.scratchBytes());
        String rank = entry.local("rank");
        entry.line(1, "for (int " + rank + " = 0; " + rank + " < " + league + "; " + rank + "++) {");
        entry.line(
                2,
                "java::run_team(" + rank + ", " + league + ", " + members + ", " + scratch
                        + ", [&](java::Team& team) {");
        entry.items(policy);
        call(3);
        entry.line(2, "});");
        entry.line(1, "}");
        return CppGeometry.SINGLE;
    }

    /** Returns a block for each team. */
    static CppGeometry teams(TeamPolicy policy) {
        int size = policy.team() == TeamPolicy.AUTO ? TEAM : policy.team();
        int shared = (int) Math.min(Integer.MAX_VALUE, (long) CppGeometry.ROOM_BYTES + policy.scratchBytes());
        return new CppGeometry(size, 1, 1, policy.league(), 1, 1, shared);
    }
}
