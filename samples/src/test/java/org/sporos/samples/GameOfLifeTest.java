package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;

class GameOfLifeTest {
    @Test
    void random_worlds_live_as_in_plain_java() {
        long seed = System.nanoTime();
        System.out.println("GameOfLifeTest seed " + seed);
        Random random = new Random(seed);
        try (ExecutionSpace space = StrictHost.open()) {
            for (int n : new int[] {3, 16, 65}) {
                int[] world = random.ints((long) n * n, 0, 2).toArray();
                assertThat(GameOfLife.play(space, n, world, 21).cells())
                        .as("seed %d, n %d", seed, n)
                        .isEqualTo(GameOfLife.plain(n, world, 21));
            }
        }
    }

    @Test
    void a_glider_comes_home_around_the_torus() {
        int n = 20;
        int[] glider = world(".#.\n..#\n###\n", n);
        try (ExecutionSpace space = StrictHost.open()) {
            assertThat(GameOfLife.play(space, n, glider, 4 * n).cells()).isEqualTo(glider);
            assertThat(GameOfLife.play(space, n, glider, 4).cells()).isEqualTo(moved(glider, n));
        }
    }

    @Test
    void living_cells_glow_and_cells_that_never_lived_do_not() {
        int n = 8;
        int[] block = world("##\n##\n", n);
        try (ExecutionSpace space = StrictHost.open()) {
            float[] glow = GameOfLife.play(space, n, block, 6).glow();
            for (int at = 0; at < glow.length; at++) {
                assertThat(glow[at]).isEqualTo(block[at]);
            }
        }
    }

    private static int[] world(String pattern, int n) {
        int[] world = new int[n * n];
        GameOfLife.stamp(world, n, 4, pattern);
        return world;
    }

    /** Returns the world one row down and one column right. */
    private static int[] moved(int[] world, int n) {
        int[] moved = new int[world.length];
        Arrays.setAll(moved, at -> world[Math.floorMod(at / n - 1, n) * n + Math.floorMod(at % n - 1, n)]);
        return moved;
    }
}
