package org.sporos.kernel.cpp;

import java.util.ArrayList;
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
    private final List<LoopIr> steps;

    private ForEntry(EntryFunction entry, List<LoopIr> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    static CppGeometry write(EntryFunction entry, CppUnit.For unit, BodyFunction body) {
        entry.gate(unit.isGated(), "");
        List<LoopIr> steps = List.of(new LoopIr.Call(body, 0, List.of()));
        ForEntry writer = new ForEntry(entry, steps);
        if (unit.policy() instanceof TeamPolicy teams) {
            return teams.isLive() ? writer.liveTeams(teams, unit) : writer.team(teams);
        }
        return unit.policy().isLive() ? writer.live(unit) : write(entry, unit.policy(), steps);
    }

    private CppGeometry live(CppUnit.For unit) {
        entry.items(unit.policy());
        LiveRange live = LiveRange.write(entry, unit);
        if (unit.policy() instanceof MDRangePolicy box) {
            // A begin outside of its limits could pass the end of an int where a thread adds its number.
            entry.line(1, "if (" + live.count() + " == 0) return;");
            return gpuBox(box, live.dimensions());
        }
        Type index = unit.policy() instanceof RangePolicy ? Type.I32 : Type.I64;
        return threads(live.begin(), live.count(), unit.policy().size(), WantedLaunch.of(unit.policy()), index);
    }

    /** Blocks behind the last team leave at once. */
    private CppGeometry liveTeams(TeamPolicy teams, CppUnit.For unit) {
        LiveRange live = LiveRange.write(entry, unit);
        entry.line(1, "if ((int) blockIdx.x >= " + live.count() + ") return;");
        entry.line(1, "java::Team team(" + live.count() + ");");
        entry.items(teams);
        call(1);
        return teams.league() == 0 ? CppGeometry.SINGLE : teams(teams);
    }

    /** Writes a loop that takes some steps for each index of a policy that is not made of teams. */
    static CppGeometry write(EntryFunction entry, Policy policy, List<LoopIr> steps) {
        ForEntry writer = new ForEntry(entry, steps);
        entry.items(policy);
        if (!entry.dialect.isGpu()) {
            return writer.host(policy);
        } else if (policy instanceof RangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I32);
        } else if (policy instanceof LongRangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I64);
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        return entry.blocks().isPart() ? writer.partOfBox(box) : writer.gpuBox(box, List.of());
    }

    private void call(int depth, String... indexes) {
        LoopPrinter.print(entry, depth, LoopIr.at(steps, List.of(indexes)));
    }

    private CppGeometry range(long begin, long end, WantedLaunch wanted, Type index) {
        String from = begin == 0 ? "" : entry.begin(begin, index);
        return threads(from, entry.constant("count", end - begin), end - begin, wanted, index);
    }

    /** Writes the loops of the host. */
    private CppGeometry host(Policy policy) {
        List<LoopIr> loops = lowered(entry, policy, steps);
        LoopPrinter.print(entry, 1, HostPipeline.run(loops, entry::local));
        return CppGeometry.SINGLE;
    }

    /** Returns the loops of the host over the indexes of a policy, before any pass. */
    static List<LoopIr> lowered(EntryFunction entry, Policy policy, List<LoopIr> steps) {
        List<LoopIr.Axis> axes = new ArrayList<>();
        if (policy instanceof MDRangePolicy box) {
            for (int d = 0; d < box.rank(); d++) {
                String from = box.begin(d) == 0 ? "0" : entry.constant("begin" + d, box.begin(d));
                String to = entry.constant("end" + d, box.end(d));
                axes.add(new LoopIr.Axis("int", entry.local(LoopIr.index(d)), from, to));
            }
        } else {
            Type type = policy instanceof LongRangePolicy ? Type.I64 : Type.I32;
            long begin = policy instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) policy).begin();
            String from = begin == 0 ? "0" : entry.begin(begin, type);
            String to = entry.constant("end", begin + policy.size());
            axes.add(new LoopIr.Axis(Words.type(type), entry.local("i"), from, to));
        }
        List<LoopIr> loops =
                LoopIr.at(steps, axes.stream().map(LoopIr.Axis::index).toList());
        for (int d = axes.size() - 1; d >= 0; d--) {
            loops = List.of(LoopIr.Loop.over(axes.get(d), loops));
        }
        return loops;
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

    /**
     * The last index runs along the x of a block, so that neighbours in memory are neighbours in a warp. A grid has
     * three dimensions: of four indexes the first two share z.
     *
     * @param live the begins and extents of this run; none where they are known
     */
    private CppGeometry gpuBox(MDRangePolicy box, List<LiveRange> live) {
        int rank = box.rank();
        int[] block = blockOf(box);
        long[] grid = new long[rank];
        String[] indexes = new String[rank];
        String axes = "xyz";
        int shared = rank - 3;
        boolean turns = shared > 0 && shareZ(box, block, live, indexes);
        int open = turns ? 1 : 0;
        for (int d = shared > 0 ? shared + 1 : 0; d < rank; d++) {
            int axis = rank - 1 - d;
            char a = axes.charAt(axis);
            grid[d] = blocks(box, d, block[d]);
            boolean strided = axis > 0 && grid[d] > MOST_BLOCKS;
            grid[d] = strided ? MOST_BLOCKS : grid[d];
            String begin = live.isEmpty() ? begin(box, d) : live.get(d).begin();
            String from = begin.isEmpty() ? "" : begin + " + ";
            String to = live.isEmpty()
                    ? entry.constant("end" + d, box.end(d))
                    : from + live.get(d).count();
            String i = entry.local(LoopIr.index(d));
            long step = (strided ? grid[d] : 1) * block[d];
            boolean wide = isWide(box, d, live.isEmpty() ? step : step + box.extent(d));
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
        int z = 1;
        for (int d = 0; d <= shared; d++) {
            z *= block[d];
        }
        long deep = shared > 0 ? sharedBlocks(box, block) : rank == 3 ? grid[0] : 1;
        return new CppGeometry(
                block[rank - 1], block[rank - 2], z, grid[rank - 1], grid[rank - 2], Math.min(deep, MOST_BLOCKS), 0);
    }

    /** Returns the blocks along the two dimensions of a box of rank 4 that share one of a grid. */
    private static long sharedBlocks(MDRangePolicy box, int[] block) {
        return blocks(box, 0, block[0]) * blocks(box, 1, block[1]);
    }

    /**
     * Writes the first two indexes of a box of rank 4. Blocks along z are numbered tile by tile, and their threads cell
     * by cell of a tile.
     *
     * @return whether blocks take turns, in a loop that is open then, as there are more tiles than a grid has blocks
     */
    private boolean shareZ(MDRangePolicy box, int[] block, List<LiveRange> live, String[] indexes) {
        long tiles = sharedBlocks(box, block);
        boolean turns = tiles > MOST_BLOCKS;
        String tile = turns ? entry.local("tile") : "(int) blockIdx.z";
        if (turns) {
            String type = tiles <= Integer.MAX_VALUE - MOST_BLOCKS ? "int " : "long long ";
            String below = tile + " < " + entry.constant("tiles", tiles);
            String next = tile + " += (int) gridDim.z";
            entry.line(1, "for (" + type + tile + " = (int) blockIdx.z; " + below + "; " + next + ") {");
        }
        String row = entry.constant("grid1", blocks(box, 1, block[1]));
        String thread = "(int) threadIdx.z";
        int depth = turns ? 2 : 1;
        String leave = turns ? "continue;" : "return;";
        Cell first = new Cell(0, block[0], tile + " / " + row, thread + " / " + block[1]);
        Cell second = new Cell(1, block[1], tile + " % " + row, thread + " % " + block[1]);
        indexes[0] = first.write(this, depth, box, live, leave);
        indexes[1] = second.write(this, depth, box, live, leave);
        return turns;
    }

    /**
     * The index of a thread along a dimension of a box whose blocks or threads are not numbered along that alone.
     *
     * @param block the extent of a block
     * @param tile the number of the block along the dimension, as C++
     * @param thread the number of the thread in its block along the dimension, as C++
     */
    private record Cell(int dimension, int block, String tile, String thread) {
        /** Writes it and how threads behind the last index leave, and returns it as an int. */
        String write(ForEntry to, int depth, MDRangePolicy box, List<LiveRange> live, String leave) {
            EntryFunction entry = to.entry;
            String begin = live.isEmpty()
                    ? to.begin(box, dimension)
                    : live.get(dimension).begin();
            String from = begin.isEmpty() ? "" : begin + " + ";
            String end = live.isEmpty()
                    ? entry.constant("end" + dimension, box.end(dimension))
                    : from + live.get(dimension).count();
            String i = entry.local(LoopIr.index(dimension));
            boolean wide = isWide(box, dimension, live.isEmpty() ? block : block + box.extent(dimension));
            String type = wide ? "long long " : "int ";
            String number = wide ? "(long long) (" + tile + ")" : tile;
            entry.line(depth, "const " + type + i + " = " + from + number + " * " + block + " + " + thread + ";");
            entry.line(depth, "if (" + i + " >= " + end + ") " + leave);
            return wide ? "(int) " + i : i;
        }
    }

    /** Returns a new parameter for the begin of a box along a dimension, or nothing for 0. */
    private String begin(MDRangePolicy box, int d) {
        return box.begin(d) == 0 ? "" : entry.constant("begin" + d, box.begin(d));
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
        int[] block = block(rank);
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
            indexes[d] = new Cell(d, block[d], at, inside).write(this, 1, box, List.of(), "return;");
            thread += " / " + block[d];
            number += " / " + count;
        }
        call(1, indexes);
        return new CppGeometry(Blocks.MOST_THREADS, 1, 1, blocks, 1, 1, 0);
    }

    /** Returns the block of a box of a rank where the user wants no other. */
    private static int[] block(int rank) {
        return switch (rank) {
            case 2 -> new int[] {8, 32};
            case 3 -> new int[] {2, 4, 32};
            default -> new int[] {1, 2, 4, 32};
        };
    }

    private static int[] blockOf(MDRangePolicy box) {
        int[] block = block(box.rank());
        for (int d = 0; d < block.length; d++) {
            block[d] = box.tile(d) > 0 ? box.tile(d) : block[d];
        }
        return fitted(block);
    }

    /** Halves the longest sides of a block until it has as many threads as a GPU takes. */
    private static int[] fitted(int[] block) {
        int room = MOST_DEEP;
        for (int d = block.length - 3; d >= 0; d--) {
            block[d] = Math.min(block[d], room);
            room /= block[d];
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
