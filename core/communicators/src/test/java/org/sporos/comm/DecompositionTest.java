package org.sporos.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.View;
import org.sporos.view.Views;

final class DecompositionTest {
    private static final Duration LONG = Duration.ofSeconds(120);

    private static Communicator rank(int rank, int size) {
        return ThreadRanks.of(size).communicator(rank, LONG);
    }

    private static String shape(int ranks, int... extents) {
        return Arrays.toString(Decomposition.of(rank(0, ranks), 1, extents).blocks());
    }

    @Test
    void the_blocks_of_devices_are_those_of_ranks() {
        List<Decomposition> all = Decomposition.all(6, 1, 17, 23);
        for (int r = 0; r < 6; r++) {
            assertThat(all.get(r))
                    .hasToString(Decomposition.of(rank(r, 6), 1, 17, 23).toString());
        }
        assertThatThrownBy(() -> Decomposition.all(0, 1, 17))
                .hasMessageContaining("C416")
                .hasMessageContaining("0 ranks");
    }

    @Test
    void blocks_have_the_least_surface() {
        assertThat(shape(4, 100)).isEqualTo("[4]");
        assertThat(shape(4, 100, 100)).isEqualTo("[2, 2]");
        assertThat(shape(4, 1000, 10)).isEqualTo("[4, 1]");
        assertThat(shape(6, 90, 200)).isEqualTo("[2, 3]");
        assertThat(shape(8, 50, 50, 50)).isEqualTo("[2, 2, 2]");
        assertThat(shape(2, 50, 50)).isEqualTo("[2, 1]");
        assertThat(shape(3, 2, 50)).isEqualTo("[1, 3]");
    }

    @Test
    void blocks_cover_the_grid_once() {
        for (int ranks = 1; ranks <= 12; ranks++) {
            int[][] owners = new int[17][23];
            for (int r = 0; r < ranks; r++) {
                Decomposition block = Decomposition.of(rank(r, ranks), 1, 17, 23);
                for (int i = block.begin(0); i < block.end(0); i++) {
                    for (int j = block.begin(1); j < block.end(1); j++) {
                        owners[i][j]++;
                    }
                }
            }
            for (int[] row : owners) {
                assertThat(row).containsOnly(1);
            }
        }
    }

    @Test
    void inner_cells_and_borders_are_the_own_cells() {
        for (int r = 0; r < 6; r++) {
            Decomposition block = Decomposition.of(rank(r, 6), 2, 9, 13).periodic(1);
            int[][] times = new int[20][20];
            count(times, block.innerBox());
            block.borderBoxes().forEach(box -> count(times, box));
            MDRangePolicy own = block.box();
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 20; j++) {
                    boolean mine = i >= own.begin(0) && i < own.end(0) && j >= own.begin(1) && j < own.end(1);
                    assertThat(times[i][j]).isEqualTo(mine ? 1 : 0);
                }
            }
        }
        Decomposition line = Decomposition.of(rank(1, 3), 1, 12);
        assertThat(line.range()).isEqualTo(RangePolicy.of(1, 5));
        assertThat(line.innerRange()).isEqualTo(RangePolicy.of(2, 4));
        assertThat(line.borderRanges()).containsExactly(RangePolicy.of(1, 2), RangePolicy.of(4, 5));
    }

    private static void count(int[][] times, MDRangePolicy box) {
        for (int i = box.begin(0); i < box.end(0); i++) {
            for (int j = box.begin(1); j < box.end(1); j++) {
                times[i][j]++;
            }
        }
    }

    @Test
    void neighbours_are_across_faces_edges_and_corners() {
        Decomposition block = Decomposition.of(rank(4, 9), 1, 30, 30);
        assertThat(block.neighbour(-1, 0)).isEqualTo(1);
        assertThat(block.neighbour(1, 1)).isEqualTo(8);
        Decomposition corner = Decomposition.of(rank(0, 9), 1, 30, 30);
        assertThat(corner.neighbour(-1, 0)).isEqualTo(-1);
        assertThat(corner.periodic(0, 1).neighbour(-1, -1)).isEqualTo(8);
        assertThat(block).hasToString("block [1, 1] of [30, 30] cells in [3, 3] blocks");
        assertThat(corner.halo(DoubleView.of("u", MemorySpace.host(), corner.localExtents()))
                        .sends())
                .hasSize(3);
    }

    /** Runs the exchange of ranks of the same memory: copies parts as messages would. */
    private static void exchange(List<Halo> halos) {
        for (int from = 0; from < halos.size(); from++) {
            int sender = from;
            for (int to = 0; to < halos.size(); to++) {
                int receiver = to;
                List<View> sent = halos.get(from).sends().stream()
                        .filter(part -> part.rank() == receiver)
                        .map(Halo.Part::view)
                        .toList();
                List<View> received = halos.get(to).receives().stream()
                        .filter(part -> part.rank() == sender)
                        .map(Halo.Part::view)
                        .toList();
                assertThat(sent).hasSameSizeAs(received);
                for (int k = 0; k < sent.size(); k++) {
                    Views.deepCopy((DoubleView) received.get(k), (DoubleView) sent.get(k));
                }
            }
        }
    }

    @Test
    void halos_of_a_closed_grid_have_the_cells_around_the_block() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            int ranks = 1 + random.nextInt(8);
            int width = 1 + random.nextInt(2);
            int n = 16 + random.nextInt(5);
            int m = 16 + random.nextInt(5);
            Function<Integer, Decomposition> of =
                    r -> Decomposition.of(rank(r, ranks), width, n, m).periodic(0, 1);
            DoubleView[] local = new DoubleView[ranks];
            for (int r = 0; r < ranks; r++) {
                local[r] = filled(of.apply(r), m);
            }
            exchange(java.util.stream.IntStream.range(0, ranks)
                    .mapToObj(r -> of.apply(r).halo(local[r]))
                    .toList());
            for (int r = 0; r < ranks; r++) {
                Decomposition block = of.apply(r);
                for (int i = 0; i < local[r].extent(0); i++) {
                    for (int j = 0; j < local[r].extent(1); j++) {
                        int row = Math.floorMod(block.begin(0) + i - width, n);
                        int column = Math.floorMod(block.begin(1) + j - width, m);
                        assertThat(local[r].get(i, j))
                                .as("seed %d, %d ranks, width %d, rank %d", seed, ranks, width, r)
                                .isEqualTo(row * m + column);
                    }
                }
            }
        }
    }

    private static DoubleView filled(Decomposition block, int m) {
        DoubleView local = DoubleView.of("u", MemorySpace.host(), block.localExtents());
        MDRangePolicy own = block.box();
        for (int i = own.begin(0); i < own.end(0); i++) {
            for (int j = own.begin(1); j < own.end(1); j++) {
                int row = block.begin(0) + i - block.width();
                local.set(i, j, row * m + block.begin(1) + j - block.width());
            }
        }
        return local;
    }

    @Test
    void rank_0_gathers_the_grid() {
        int ranks = 6;
        DoubleView whole = DoubleView.of("whole", MemorySpace.host(), 10, 15);
        exchange(java.util.stream.IntStream.range(0, ranks)
                .mapToObj(r -> {
                    Decomposition block = Decomposition.of(rank(r, ranks), 1, 10, 15);
                    return block.gather(filled(block, 15), r == 0 ? whole : null);
                })
                .toList());
        for (int i = 0; i < 150; i++) {
            assertThat(whole.get(i / 15, i % 15)).isEqualTo(i);
        }
    }

    @Test
    void faces_in_three_dimensions_go_through_messages() throws InterruptedException {
        ThreadRanks ranks = ThreadRanks.of(8);
        List<Throwable> thrown = ranks.run(r -> {
            Communicator world = ranks.communicator(r, LONG);
            Decomposition block = Decomposition.of(world, 1, 4, 4, 4);
            DoubleView u = DoubleView.of("u", MemorySpace.host(), block.localExtents());
            Halo faces = block.faces(u);
            assertThat(faces.sends()).hasSize(3);
            Task task = world.exchange("faces", faces);
            assertThat(task.work()).isInstanceOf(Work.SubGraph.class);
        });
        assertThat(thrown).isEqualTo(Collections.nCopies(8, null));
    }

    @Test
    void grids_and_views_that_do_not_fit_are_refused() {
        assertThatThrownBy(() -> Decomposition.of(rank(0, 5), 2, 4, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "C416: a grid of [4, 4] cells cannot be cut into blocks for 5 ranks with a halo of width 2");
        assertThatThrownBy(() -> Decomposition.of(rank(0, 1), 1)).hasMessageContaining("C416");
        Decomposition block = Decomposition.of(rank(0, 2), 1, 8, 8);
        assertThatThrownBy(() -> block.faces(DoubleView.of("u", MemorySpace.host(), 8, 8)))
                .hasMessageContaining("C417: DoubleView 'u'")
                .hasMessageContaining("is used for cells of extents [6, 10]");
    }
}
