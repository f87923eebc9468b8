package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** The particles of {@link LennardJonesLiquid} in their periodic box, and the list of pairs that are near. */
final class LiquidBox implements AutoCloseable {
    /** The particles of a cell of the lattice that it begins with. */
    static final int PER_CELL = 4;

    /** Forces end at this distance. */
    static final double CUTOFF = 3;

    /** The list has pairs up to so much more, so that it holds until a particle has moved by half of it. */
    static final double SKIN = 0.3;

    /** The classes of distances up to the cut-off; one more takes those behind it. */
    static final int BINS = 150;

    /** The greatest mean number of entries of the list for each particle, a third more than in a liquid. */
    private static final int NEIGHBOURS = 170;

    /** The cells of the lattice along an edge, and the cells of the cell lists. */
    final int lattice;

    final int cells;
    final int particles;
    final double edge;
    final double perEdge;

    final DoubleView x;
    final DoubleView y;
    final DoubleView z;
    final DoubleView u;
    final DoubleView v;
    final DoubleView w;
    final DoubleView forceX;
    final DoubleView forceY;
    final DoubleView forceZ;

    /** Where the particles were when the list was made. */
    final DoubleView listedX;

    final DoubleView listedY;
    final DoubleView listedZ;

    /** The greatest square of a distance since then. */
    final DoubleView moved;

    /** The particles cell by cell, and where each cell begins. */
    final IntView order;

    final IntView starts;

    /** How many neighbours each particle has, and where its pairs begin; the last element is where all end. */
    final IntView neighbours;

    final IntView first;

    /** The number of pairs, and their particles. Each pair is in the list twice, once for each of its particles. */
    final IntView pairs;

    final IntView from;
    final IntView to;
    final int capacity;

    /** Steps in this batch, and how often the list was made in all. */
    final IntView steps;

    final IntView lists;

    /** Of the pairs of each particle: the energies, the virials, and how many interact. */
    final DoubleView potentials;

    final DoubleView virials;
    final IntView interactions;

    /** The sums of these, in which each pair is twice, and twice the kinetic energy. */
    final DoubleView kinetic;

    final DoubleView potential;
    final DoubleView virial;
    final IntView interacting;

    /** Distances of pairs, of now and of all samples. */
    final IntView bins;

    final IntView allBins;

    /**
     * For each batch: the temperature, the potential energy per particle, the pressure, the energy that is kept. After
     * the last one the first is written anew.
     */
    final DoubleView samples;

    final IntView batch;
    final int batches;

    private final ExecutionSpace space;
    private final List<View> views = new ArrayList<>();

    /** Makes a box of so many cells of the lattice along an edge. */
    LiquidBox(ExecutionSpace space, int lattice, double density, int batches) {
        this.space = space;
        this.lattice = lattice;
        this.batches = batches;
        particles = PER_CELL * lattice * lattice * lattice;
        edge = Math.cbrt(particles / density);
        perEdge = 1 / edge;
        cells = (int) (edge / (CUTOFF + SKIN));
        capacity = NEIGHBOURS * particles;
        x = perParticle("x");
        y = perParticle("y");
        z = perParticle("z");
        u = perParticle("u");
        v = perParticle("v");
        w = perParticle("w");
        forceX = perParticle("force x");
        forceY = perParticle("force y");
        forceZ = perParticle("force z");
        listedX = perParticle("listed x");
        listedY = perParticle("listed y");
        listedZ = perParticle("listed z");
        moved = kept(DoubleView.of("moved", space));
        order = ints("order", particles);
        starts = ints("starts", cells * cells * cells + 1);
        neighbours = ints("neighbours", particles + 1);
        first = ints("first", particles + 1);
        pairs = kept(IntView.of("pairs", space));
        from = ints("from", capacity);
        to = ints("to", capacity);
        steps = kept(IntView.of("steps", space));
        lists = kept(IntView.of("lists", space));
        potentials = perParticle("potentials");
        virials = perParticle("virials");
        interactions = ints("interactions", particles);
        kinetic = kept(DoubleView.of("kinetic", space));
        potential = kept(DoubleView.of("potential", space));
        virial = kept(DoubleView.of("virial", space));
        interacting = kept(IntView.of("interacting", space));
        bins = ints("bins", BINS + 1);
        allBins = ints("all bins", BINS + 1);
        samples = kept(DoubleView.of("samples", space, 4, batches));
        batch = kept(IntView.of("batch", space));
    }

    private DoubleView perParticle(String label) {
        return kept(DoubleView.of(label, space, particles));
    }

    private IntView ints(String label, int n) {
        return kept(IntView.of(label, space, n));
    }

    private <V extends View> V kept(V view) {
        views.add(view);
        return view;
    }

    @Override
    public void close() {
        views.forEach(View::close);
    }
}
