package org.sporos.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.View;

/**
 * The mesh of {@link SedovBlast} and the fields at its nodes and cells. A regular cube, used as an unstructured mesh:
 * lists give the corners and neighbours of cells, and the cell corners at each node.
 */
final class SedovMesh implements AutoCloseable {
    /** The length of the cube's edges. */
    static final double EDGE = 1.125;

    /** The faces of a cell: to neighbours at lower and higher xi, eta and zeta. */
    static final int FACES = 6;

    final int nodes;
    final int cells;

    /** The nodes of each cell: cells by {@link Hexahedron#CORNERS}. */
    final IntView corners;
    /** The strides of cells and of their corners in that view and in the forces. */
    final int cellStride;

    final int cornerStride;
    /**
     * The neighbours of each cell: cells by {@link #FACES}. The neighbour across a plane of symmetry is the cell itself,
     * across a free surface an additional cell after the last one, which stays at rest.
     */
    final IntView neighbours;
    /** The first corner of each node, and the places of corners in the forces, sorted by node. */
    final IntView starts;

    final IntView nodeCorners;
    /** The directions in which a node is fixed: the sum of 1 for x, 2 for y, 4 for z. */
    final IntView pinned;

    final DoubleView x;
    final DoubleView y;
    final DoubleView z;
    final DoubleView u;
    final DoubleView v;
    final DoubleView w;
    final DoubleView nodeMass;
    final DoubleView forceX;
    final DoubleView forceY;
    final DoubleView forceZ;

    /** The initial volume, equal to the mass, as the density is 1. */
    final DoubleView mass;
    /** The volume over the initial one. */
    final DoubleView volume;

    final DoubleView newVolume;
    final DoubleView energy;
    final DoubleView pressure;
    final DoubleView viscosity;
    final DoubleView sound;
    final DoubleView length;
    final DoubleView divergence;
    final DoubleView jumpXi;
    final DoubleView jumpEta;
    final DoubleView jumpZeta;
    final DoubleView widthXi;
    final DoubleView widthEta;
    final DoubleView widthZeta;

    final DoubleView time;
    final DoubleView dt;
    final DoubleView courant;
    final DoubleView expansion;
    final IntView cycles;

    private final int n;
    private final ExecutionSpace space;
    private final List<View> views = new ArrayList<>();

    /** Creates the mesh of n cells along an edge, with the energy of the blast in the cell at the origin. */
    SedovMesh(ExecutionSpace space, int n, double blast, double firstStep) {
        this.space = space;
        this.n = n;
        nodes = (n + 1) * (n + 1) * (n + 1);
        cells = n * n * n;
        int[] ofCells = cornersOfCells();
        int[] begins = new int[nodes + 1];
        Layout layout = Layout.preferredBy(space);
        corners = keep(IntView.of("corners", space, layout, cells, Hexahedron.CORNERS));
        corners.assign(ofCells);
        cellStride = (int) corners.stride(0);
        cornerStride = (int) corners.stride(1);
        neighbours = keep(IntView.of("neighbours", space, layout, cells, FACES));
        neighbours.assign(neighboursOfCells());
        nodeCorners = ints("corners of nodes", cornersOfNodes(ofCells, begins));
        starts = ints("starts", begins);
        int[] pins = new int[nodes];
        Arrays.setAll(pins, i -> (column(i) == 0 ? 1 : 0) + (row(i) == 0 ? 2 : 0) + (i < (n + 1) * (n + 1) ? 4 : 0));
        pinned = ints("pinned", pins);
        double h = EDGE / n;
        x = doubles("x", nodes, i -> EDGE * column(i) / n);
        y = doubles("y", nodes, i -> EDGE * row(i) / n);
        z = doubles("z", nodes, i -> EDGE * (i / ((n + 1) * (n + 1))) / n);
        u = doubles("u", nodes, i -> 0);
        v = doubles("v", nodes, i -> 0);
        w = doubles("w", nodes, i -> 0);
        nodeMass = doubles("masses of nodes", nodes, i -> h * h * h / 8 * (begins[i + 1] - begins[i]));
        forceX = doubles("forces in x", cells * Hexahedron.CORNERS, i -> 0);
        forceY = doubles("forces in y", cells * Hexahedron.CORNERS, i -> 0);
        forceZ = doubles("forces in z", cells * Hexahedron.CORNERS, i -> 0);
        mass = doubles("masses", cells, i -> h * h * h);
        volume = doubles("volumes", cells, i -> 1);
        newVolume = doubles("new volumes", cells, i -> 1);
        energy = doubles("energies", cells, i -> i == 0 ? blast : 0);
        pressure = doubles("pressures", cells, i -> 0);
        viscosity = doubles("viscosities", cells, i -> 0);
        sound = doubles("speeds of sound", cells, i -> 0);
        length = doubles("lengths", cells, i -> 0);
        divergence = doubles("divergences", cells, i -> 0);
        jumpXi = doubles("jumps along xi", cells + 1, i -> 0);
        jumpEta = doubles("jumps along eta", cells + 1, i -> 0);
        jumpZeta = doubles("jumps along zeta", cells + 1, i -> 0);
        widthXi = doubles("widths along xi", cells, i -> 0);
        widthEta = doubles("widths along eta", cells, i -> 0);
        widthZeta = doubles("widths along zeta", cells, i -> 0);
        time = number("time", 0);
        dt = number("dt", firstStep);
        courant = number("courant", 1e20);
        expansion = number("expansion", 1e20);
        cycles = keep(IntView.of("cycles", space));
    }

    private int column(int node) {
        return node % (n + 1);
    }

    private int row(int node) {
        return node / (n + 1) % (n + 1);
    }

    private int[] cornersOfCells() {
        int up = (n + 1) * (n + 1);
        int[] all = new int[cells * Hexahedron.CORNERS];
        for (int c = 0; c < cells; c++) {
            int first = c / (n * n) * up + c / n % n * (n + 1) + c % n;
            int[] below = {first, first + 1, first + n + 2, first + n + 1};
            for (int k = 0; k < 4; k++) {
                all[Hexahedron.CORNERS * c + k] = below[k];
                all[Hexahedron.CORNERS * c + 4 + k] = below[k] + up;
            }
        }
        return all;
    }

    /** Returns the places of corners sorted by node, and stores the first one of each node. */
    private int[] cornersOfNodes(int[] ofCells, int[] begins) {
        for (int node : ofCells) {
            begins[node + 1]++;
        }
        Arrays.parallelPrefix(begins, Integer::sum);
        int[] next = begins.clone();
        int[] sorted = new int[ofCells.length];
        for (int corner = 0; corner < ofCells.length; corner++) {
            sorted[next[ofCells[corner]]++] =
                    corner / Hexahedron.CORNERS * cellStride + corner % Hexahedron.CORNERS * cornerStride;
        }
        return sorted;
    }

    private int[] neighboursOfCells() {
        int[] steps = {1, n, n * n};
        int[] all = new int[cells * FACES];
        for (int c = 0; c < cells; c++) {
            for (int k = 0; k < steps.length; k++) {
                int place = c / steps[k] % n;
                all[FACES * c + 2 * k] = place == 0 ? c : c - steps[k];
                all[FACES * c + 2 * k + 1] = place == n - 1 ? cells : c + steps[k];
            }
        }
        return all;
    }

    private IntView ints(String label, int[] values) {
        IntView view = keep(IntView.of(label, space, values.length));
        view.assign(values);
        return view;
    }

    private DoubleView doubles(String label, int count, IntToDoubleFunction value) {
        double[] values = new double[count];
        Arrays.setAll(values, value);
        return keep(DoubleView.copyOf(label, space, values));
    }

    private DoubleView number(String label, double value) {
        DoubleView view = keep(DoubleView.of(label, space));
        view.assign(new double[] {value});
        return view;
    }

    private <V extends View> V keep(V view) {
        views.add(view);
        return view;
    }

    @Override
    public void close() {
        views.forEach(View::close);
    }
}
