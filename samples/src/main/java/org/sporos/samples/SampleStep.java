package org.sporos.samples;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.Graph;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.Poisson;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** The repeatedly submitted graph of a sample, with its views. Used by one thread. */
public final class SampleStep implements AutoCloseable {
    private final Graph graph;
    private final List<Runnable> closing;

    private SampleStep(Graph graph, Runnable... closing) {
        this.graph = graph;
        this.closing = List.of(closing);
    }

    /**
     * Returns the samples by name, each as a factory of its step on a space.
     *
     * @param shrink the approximate divisor of the default number of elements; 1 for the samples' own sizes
     */
    public static Map<String, Function<ExecutionSpace, SampleStep>> all(int shrink) {
        double side = Math.sqrt(shrink);
        Map<String, Function<ExecutionSpace, SampleStep>> all = new LinkedHashMap<>();
        all.put("Axpy", space -> axpy(space, (1 << 22) / shrink));
        all.put("Diamond", space -> diamond(space, 100_000 / shrink));
        all.put("Heat2D", space -> heat(space, (int) Math.max(64, 256 / side)));
        all.put("GameOfLife", space -> life(space, (int) Math.max(64, 256 / side)));
        all.put("HaloExchange", space -> halo(space, (int) (32 / Math.cbrt(shrink)), 2));
        all.put("ConjugateGradient", space -> conjugateGradient(space, (int) (100 / side)));
        all.put("Multigrid", space -> multigrid(space, shrink > 1 ? 31 : 127));
        all.put("LidCavity", space -> cavity(space, (int) Math.max(16, 128 / side)));
        all.put("BeltramiFlow", space -> beltrami(space, (int) Math.max(8, 32 / Math.cbrt(shrink))));
        all.put("LennardJonesLiquid", space -> liquid(space, (int) Math.max(6, 10 / Math.cbrt(shrink))));
        all.put("ConeBeamCt", space -> tomography(space, (int) Math.max(32, 128 / Math.cbrt(shrink))));
        return all;
    }

    /** Returns a step of {@link SedovBlast} with n cells along an edge: in its initial state, and without an end. */
    public static SampleStep blast(ExecutionSpace space, int n) {
        SedovMesh mesh = SedovBlast.mesh(space, n);
        return new SampleStep(SedovStep.of(mesh), mesh::close);
    }

    private static SampleStep axpy(ExecutionSpace space, int n) {
        DoubleView x = DoubleView.copyOf("x", space, Axpy.ramp(n));
        DoubleView y = DoubleView.of("y", space, n);
        return new SampleStep(Axpy.graph(DoubleParam.of("a", 1e-3), x, y), x::close, y::close);
    }

    private static SampleStep diamond(ExecutionSpace space, int n) {
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        DoubleView z = DoubleView.of("z", space, n);
        return new SampleStep(Diamond.graph(x, y, z), x::close, y::close, z::close);
    }

    private static SampleStep heat(ExecutionSpace space, int n) {
        ViewRing<DoubleView> plate = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n + 1, n + 1));
        Heat2D.hotSpots(plate.level(0), 1.0 / n).run(space);
        return new SampleStep(Heat2D.step(plate, 0.2), plate::close);
    }

    private static SampleStep life(ExecutionSpace space, int n) {
        int[] world = new int[n * n];
        Arrays.setAll(world, at -> at * 7 % 11 < 4 ? 1 : 0);
        ViewRing<IntView> cells = ViewRing.of(2, j -> IntView.of("cells" + j, space, n, n));
        FloatView glow = FloatView.of("glow", space, n, n);
        cells.level(0).assign(world);
        return new SampleStep(GameOfLife.generation(cells, glow), cells::close, glow::close);
    }

    private static SampleStep halo(ExecutionSpace space, int m, int blocks) {
        BlockedCube cube = new BlockedCube(space, m, blocks);
        cube.load(HaloExchange.cube(m * blocks));
        return new SampleStep(HaloExchange.step(cube), cube::close);
    }

    /** Two steps of {@link LidCavity} with n cells along an edge. */
    public static SampleStep cavity(ExecutionSpace space, int n) {
        ViewRing<DoubleView> fluid = LidCavity.fluid(space, n);
        LidCavity.atRest(fluid).run(space);
        return new SampleStep(LidCavity.twoSteps(fluid), fluid::close);
    }

    /** Two steps of {@link BeltramiFlow} with n cells along an edge. */
    public static SampleStep beltrami(ExecutionSpace space, int n) {
        ViewRing<DoubleView> fluid = BeltramiFlow.fluid(space, n);
        BeltramiFlow.begin(fluid, DoubleParam.of("speed", 1.0 / n)).run(space);
        return new SampleStep(BeltramiFlow.twoSteps(fluid), fluid::close);
    }

    /** Returns a batch of steps of {@code 4 * lattice^3} particles; the lattice has begun to melt. */
    public static SampleStep liquid(ExecutionSpace space, int lattice) {
        Workspace workspace = Workspace.of(space);
        LiquidBox box = new LiquidBox(space, lattice, LennardJonesLiquid.DENSITY, 1);
        LiquidStep.begin(box, LennardJonesLiquid.BEGIN, workspace).run(space);
        Graph batch = LiquidStep.batch(
                box, BooleanParam.of("settling", true), DoubleParam.of("temperature", 0.85), workspace);
        return new SampleStep(batch, box::close, workspace::close);
    }

    /** Returns a batch of projections, always the first ones, of a cube of {@code n^3} cells. */
    public static SampleStep tomography(ExecutionSpace space, int n) {
        ConeBeam beam = new ConeBeam(space, n, 2 * ConeBeam.BATCH);
        return new SampleStep(beam.batch(), beam::close);
    }

    /** One submit is a whole solution. */
    private static SampleStep conjugateGradient(ExecutionSpace space, int n) {
        CsrMatrix a = Poisson.matrix(2, n);
        double[] ones = new double[a.rows()];
        Arrays.fill(ones, 1);
        CgSolver solver = new CgSolver(space, a, false, 1e-8, 10_000);
        solver.solve(a.times(ones));
        solver.closeExecutable();
        return new SampleStep(solver.graph(), solver::close);
    }

    /** One submit is eight V cycles, from zeros. */
    private static SampleStep multigrid(ExecutionSpace space, int n) {
        MultigridSolver solver = new MultigridSolver(space, 2, n, MultigridSolver.Cycle.V, 0, 8);
        solver.closeExecutables();
        return new SampleStep(solver.graph(), solver::close);
    }

    /** Returns the graph; it may be instantiated more than once and submitted any number of times. */
    public Graph graph() {
        return graph;
    }

    /** Closes the views; executables of the graph keep their memory as long as they need it. */
    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
