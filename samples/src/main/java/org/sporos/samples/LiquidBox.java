package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** The particles of {@link LennardJonesLiquid} in their periodic box, and their pair list. */
final class LiquidBox implements AutoCloseable {
    /** The number of particles in a cell of the initial lattice. */
    static final int PER_CELL = 4;

    /** The cut-off of the forces. */
    static final double CUTOFF = 3;

    /** The margin of the pair list beyond the cut-off: the list is valid until a particle has moved by half of it. */
    static final double SKIN = 0.3;

    /** The bins of distances up to the cut-off; an additional one counts larger distances. */
    static final int BINS = 150;

    /** The largest mean number of list entries per particle, a third more than in a liquid. */
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

    /** The positions at the last build of the list. */
    final DoubleView listedX;

    final DoubleView listedY;
    final DoubleView listedZ;

    /** The largest squared displacement since then. */
    final DoubleView moved;

    /** The particles sorted by cell, and the first one of each cell. */
    final IntView order;

    final IntView starts;

    /** The number of neighbours of each particle, and its first pair; the last element is the number of pairs. */
    final IntView neighbours;

    final IntView first;

    /** The number of pairs, and their particles. Each pair is listed twice, once for each particle. */
    final IntView pairs;

    final IntView from;
    final IntView to;
    final int capacity;

    /** Steps in this batch, and the total number of list builds. */
    final IntView steps;

    final IntView lists;

    /** Sums over the pairs of each particle: the energies, the virials, and the number of interacting ones. */
    final DoubleView potentials;

    final DoubleView virials;
    final IntView interactions;

    /** Twice the kinetic energy, and the totals of the sums above, which count each pair twice. */
    final DoubleView kinetic;

    final DoubleView potential;
    final DoubleView virial;
    final IntView interacting;

    /** The histogram of distances, current and over all samples. */
    final IntView bins;

    final IntView allBins;

    /**
     * For each batch: the temperature, the potential energy per particle, the pressure, the conserved energy. After the
     * last one the first is overwritten.
     */
    final DoubleView samples;

    final IntView batch;
    final int batches;

    private final ExecutionSpace space;
    private final List<View> views = new ArrayList<>();

    /** Creates a box with a number of lattice cells along an edge. */
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
