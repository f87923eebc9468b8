package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.List;
import org.sporos.policy.IndexSet;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The views of one run of {@link MeshStep}: the mesh, and the fields at its nodes, cells, corners and faces. */
final class MeshFields {
    final Mesh mesh;
    final IntView cellNodes;
    final IntView cellFaces;
    final IntView faceCells;
    final IntView faceNodes;
    final IntView cornerStarts;
    final IntView corners;
    final List<IndexSet> materials;
    final IndexSet wallX;
    final IndexSet wallY;

    final DoubleView x;
    final DoubleView y;
    final DoubleView u;
    final DoubleView v;
    final DoubleView halfX;
    final DoubleView halfY;
    final DoubleView halfU;
    final DoubleView halfV;
    final DoubleView forceX;
    final DoubleView forceY;
    final DoubleView accelerationX;
    final DoubleView accelerationY;
    final DoubleView nodeMass;

    final DoubleView mass;
    final DoubleView volume;
    final DoubleView before;
    final DoubleView density;
    final DoubleView energy;
    final DoubleView worked;
    final DoubleView pressure;
    final DoubleView sound;
    final DoubleView viscosity;
    final DoubleView length;
    final DoubleView divergence;
    final DoubleView limiter;
    final DoubleView temperature;
    final DoubleView tracer;
    final DoubleView slopeX;
    final DoubleView slopeY;
    final DoubleView slopeLimit;

    final DoubleView cornerX;
    final DoubleView cornerY;
    final DoubleView jump;
    final DoubleView heatFlux;
    final DoubleView tracerFlux;

    final DoubleView courant;
    final DoubleView expansion;
    final DoubleView dt;
    final DoubleView time;
    final IntView steps;

    final List<DoubleView> state;
    final List<DoubleView> start;

    private final ExecutionSpace space;

    MeshFields(ExecutionSpace space, Mesh mesh) {
        this.space = space;
        this.mesh = mesh;
        cellNodes = IntView.copyOf("cellNodes", space, mesh.cellNodes);
        cellFaces = IntView.copyOf("cellFaces", space, mesh.cellFaces);
        faceCells = IntView.copyOf("faceCells", space, mesh.faceCells);
        faceNodes = IntView.copyOf("faceNodes", space, mesh.faceNodes);
        cornerStarts = IntView.copyOf("cornerStarts", space, mesh.cornerStarts);
        corners = IntView.copyOf("corners", space, mesh.corners);
        materials = mesh.materials.stream().map(IndexSet::of).toList();
        wallX = IndexSet.of(mesh.wallX);
        wallY = IndexSet.of(mesh.wallY);
        x = node("x");
        y = node("y");
        u = node("u");
        v = node("v");
        halfX = node("halfX");
        halfY = node("halfY");
        halfU = node("halfU");
        halfV = node("halfV");
        forceX = node("forceX");
        forceY = node("forceY");
        accelerationX = node("accelerationX");
        accelerationY = node("accelerationY");
        nodeMass = node("nodeMass");
        mass = cell("mass");
        volume = cell("volume");
        before = cell("before");
        density = cell("density");
        energy = cell("energy");
        worked = cell("worked");
        pressure = cell("pressure");
        sound = cell("sound");
        viscosity = cell("viscosity");
        length = cell("length");
        divergence = cell("divergence");
        limiter = cell("limiter");
        temperature = cell("temperature");
        tracer = cell("tracer");
        slopeX = cell("slopeX");
        slopeY = cell("slopeY");
        slopeLimit = cell("slopeLimit");
        cornerX = DoubleView.of("cornerX", space, 4L * mesh.cells);
        cornerY = DoubleView.of("cornerY", space, 4L * mesh.cells);
        jump = DoubleView.of("jump", space, mesh.faces);
        heatFlux = DoubleView.of("heatFlux", space, mesh.faces);
        tracerFlux = DoubleView.of("tracerFlux", space, mesh.faces);
        courant = DoubleView.of("courant", space);
        expansion = DoubleView.of("expansion", space);
        dt = DoubleView.of("dt", space);
        time = DoubleView.of("time", space);
        steps = IntView.of("steps", space);
        x.assign(mesh.x);
        y.assign(mesh.y);
        for (int c = 0; c < mesh.cells; c++) {
            energy.set(c, mesh.energy(c));
            tracer.set(c, mesh.tracer(c));
            volume.set(c, area(mesh, c));
            mass.set(c, volume.get(c));
        }
        for (int corner = 0; corner < 4 * mesh.cells; corner++) {
            int n = mesh.cellNodes[corner];
            nodeMass.set(n, nodeMass.get(n) + 0.25 * mass.get(corner / 4));
        }
        dt.set(1e-4 / Math.sqrt(mesh.cells));
        state = List.of(x, y, u, v, volume, energy, tracer, dt, time);
        start = state.stream().map(this::copy).toList();
    }

    private static double area(Mesh mesh, int cell) {
        double[] px = new double[4];
        double[] py = new double[4];
        for (int k = 0; k < 4; k++) {
            px[k] = mesh.x[mesh.cellNodes[4 * cell + k]];
            py[k] = mesh.y[mesh.cellNodes[4 * cell + k]];
        }
        return Mesh.area(px, py);
    }

    private DoubleView node(String label) {
        return DoubleView.of(label, space, mesh.nodes);
    }

    private DoubleView cell(String label) {
        return DoubleView.of(label, space, mesh.cells);
    }

    private DoubleView copy(DoubleView view) {
        long[] extents = view.rank() == 0 ? new long[0] : new long[] {view.extent(0)};
        DoubleView copy = DoubleView.of("start " + view.label(), space, extents);
        copy.assign(view.toArray());
        return copy;
    }

    /** Returns a hash of all bits of the state, computed as on the C++ side. */
    long hash() {
        long hash = 0xcbf29ce484222325L;
        for (DoubleView view : state) {
            hash = Arrays.stream(view.toArray())
                    .mapToLong(Double::doubleToRawLongBits)
                    .reduce(hash, (sum, bits) -> (sum ^ bits) * 0x100000001b3L);
        }
        return hash;
    }
}
