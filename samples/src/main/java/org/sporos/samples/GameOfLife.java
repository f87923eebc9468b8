package org.sporos.samples;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/**
 * Conway's game of life on a torus: Gosper's guns, each of which shoots a glider every 30 generations. Compared with
 * plain Java cell by cell, and with the known number of cells.
 */
public final class GameOfLife {
    private static final int PERIOD = 30;
    /** The light of a dead cell in a generation over that in the one before. */
    private static final float GLOW = 0.96f;
    /** The generations after which a cell is drawn as one that has never lived. */
    private static final int FADED = 100;

    private static final String GUN = """
            ........................#...........
            ......................#.#...........
            ............##......##............##
            ...........#...#....##............##
            ##........#.....#...##..............
            ##........#...#.##....#.#...........
            ..........#.....#.......#...........
            ...........#...#....................
            ............##......................
            """;

    private GameOfLife() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=256");
        int n = arguments.number("size");
        arguments.require(n >= 64, "--size=" + n + " is too small for the gun; use 64 or more");
        int[] world = new int[n * n];
        int guns = n / 64;
        for (int gun = 0; gun < guns; gun++) {
            stamp(world, n, 4 + 64 * gun, GUN);
        }
        // A glider moves one cell in four generations; none may travel around the torus and hit a gun.
        int shots = 4 * (n - 48) / PERIOD;
        int generations = shots * PERIOD;
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("GameOfLife", space);
            State last = play(space, n, world, generations);
            report.check("all cells are those of plain Java", Arrays.equals(last.cells, plain(n, world, generations)));
            int expected = guns * (36 + 5 * shots);
            report.check(
                    guns + " guns and " + shots + " gliders of each have " + expected + " cells",
                    Arrays.stream(last.cells).sum() == expected);
            report.time("generations", generations, last.seconds);
            report.picture("game-of-life", picture(n, last));
            report.end();
        }
    }

    /** Plays a number of generations. */
    static State play(ExecutionSpace space, int n, int[] world, int generations) {
        try (ViewRing<IntView> cells = ViewRing.of(2, j -> IntView.of("cells" + j, space, n, n));
                FloatView glow = FloatView.of("glow", space, n, n)) {
            IntView now = cells.level(0);
            now.assign(world);
            try (ExecutableGraph exec = generation(cells, glow).instantiate(space)) {
                long clock = System.nanoTime();
                for (int k = 0; k < generations; k++) {
                    exec.submit();
                }
                space.fence();
                return new State(now.toArray(), glow.toArray(), (System.nanoTime() - clock) / 1e9);
            }
        }
    }

    /** One generation, from level 0 to level 1, which is level 0 of the next one. */
    static Graph generation(ViewRing<IntView> cells, FloatView glow) {
        IntView now = cells.level(0);
        IntView then = cells.level(1);
        int n = (int) now.extent(0);
        MDRangePolicy all = MDRangePolicy.of(n, n);
        return Graph.define("generation", root -> {
            root.thenParallelFor("live", all, (i, j) -> then.set(i, j, next(now, i, j, n)))
                    .thenParallelFor("fade", all, (i, j) -> glow.set(i, j, faded(glow, then, i, j)))
                    .thenAdvance("turn", cells);
        });
    }

    /** Returns the next state of a cell: 1 for alive, 0 for dead. */
    private static int next(IntView world, int i, int j, int n) {
        int up = i == 0 ? n - 1 : i - 1;
        int down = i == n - 1 ? 0 : i + 1;
        int left = j == 0 ? n - 1 : j - 1;
        int right = j == n - 1 ? 0 : j + 1;
        int neighbours = world.get(up, left)
                + world.get(up, j)
                + world.get(up, right)
                + world.get(i, left)
                + world.get(i, right)
                + world.get(down, left)
                + world.get(down, j)
                + world.get(down, right);
        return neighbours == 3 || (neighbours == 2 && world.get(i, j) == 1) ? 1 : 0;
    }

    /** Returns the brightness of a cell: full while alive, then fading. */
    private static float faded(FloatView glow, IntView world, int i, int j) {
        return Math.max(world.get(i, j), GLOW * glow.get(i, j));
    }

    /** Plays with two arrays and no graph. */
    static int[] plain(int n, int[] world, int generations) {
        int[] cells = world.clone();
        for (int generation = 0; generation < generations; generation++) {
            int[] before = cells.clone();
            for (int at = 0; at < cells.length; at++) {
                int around = 0;
                for (int k = 0; k < 9; k++) {
                    int row = Math.floorMod(at / n + k / 3 - 1, n);
                    int column = Math.floorMod(at % n + k % 3 - 1, n);
                    around += k == 4 ? 0 : before[row * n + column];
                }
                cells[at] = around == 3 || (around == 2 && before[at] == 1) ? 1 : 0;
            }
        }
        return cells;
    }

    /** Stamps a pattern onto a world, near its left edge; {@code #} is a living cell. */
    static void stamp(int[] world, int n, int top, String pattern) {
        List<String> rows = pattern.lines().toList();
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < rows.get(i).length(); j++) {
                world[(top + i) * n + j + 4] = rows.get(i).charAt(j) == '#' ? 1 : 0;
            }
        }
    }

    private static Picture picture(int n, State state) {
        return new FieldPlot("column", "row", "generations since a cell has lived")
                .title("Glider guns in Conway's game of life")
                .over(0, n, 0, n)
                .range(0, FADED)
                .colours(value -> Colours.ember(1 - value))
                .panel("", n, n, (x, y) -> Math.log(state.glow[y * n + x]) / Math.log(GLOW))
                .draw();
    }

    /** The living cells, and the brightness of each cell, 1 for alive. In row-major order. */
    @SuppressWarnings("ArrayRecordComponent")
    record State(int[] cells, float[] glow, double seconds) {}
}
