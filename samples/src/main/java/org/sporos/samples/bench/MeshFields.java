package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.List;
import org.sporos.policy.IndexSet;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The views of one run of {@link MeshStep}: the mesh, and the fields at its nodes, cells, corners and faces. */
final class MeshFields extends Mesh.Located {
    final IntView cellNodes = IntView.copyOf("cellNodes", space, mesh.cellNodes);
    final IntView cellFaces = IntView.copyOf("cellFaces", space, mesh.cellFaces);
    final IntView faceCells = IntView.copyOf("faceCells", space, mesh.faceCells);
    final IntView faceNodes = IntView.copyOf("faceNodes", space, mesh.faceNodes);
    final IntView cornerStarts = IntView.copyOf("cornerStarts", space, mesh.cornerStarts);
    final IntView corners = IntView.copyOf("corners", space, mesh.corners);
    final List<IndexSet> materials = mesh.materials.stream().map(IndexSet::of).toList();
    final IndexSet wallX = IndexSet.of(mesh.wallX);
    final IndexSet wallY = IndexSet.of(mesh.wallY);

    final DoubleView x = node("x");
    final DoubleView y = node("y");
    final DoubleView u = node("u");
    final DoubleView v = node("v");
    final DoubleView halfX = node("halfX");
    final DoubleView halfY = node("halfY");
    final DoubleView halfU = node("halfU");
    final DoubleView halfV = node("halfV");
    final DoubleView forceX = node("forceX");
    final DoubleView forceY = node("forceY");
    final DoubleView accelerationX = node("accelerationX");
    final DoubleView accelerationY = node("accelerationY");
    final DoubleView nodeMass = node("nodeMass");

    final DoubleView mass = cell("mass");
    final DoubleView volume = cell("volume");
    final DoubleView before = cell("before");
    final DoubleView density = cell("density");
    final DoubleView energy = cell("energy");
    final DoubleView worked = cell("worked");
    final DoubleView pressure = cell("pressure");
    final DoubleView sound = cell("sound");
    final DoubleView viscosity = cell("viscosity");
    final DoubleView length = cell("length");
    final DoubleView divergence = cell("divergence");
    final DoubleView limiter = cell("limiter");
    final DoubleView temperature = cell("temperature");
    final DoubleView tracer = cell("tracer");
    final DoubleView slopeX = cell("slopeX");
    final DoubleView slopeY = cell("slopeY");
    final DoubleView slopeLimit = cell("slopeLimit");

    final DoubleView cornerX = DoubleView.of("cornerX", space, 4L * mesh.cells);
    final DoubleView cornerY = DoubleView.of("cornerY", space, 4L * mesh.cells);
    final DoubleView jump = DoubleView.of("jump", space, mesh.faces);
    final DoubleView heatFlux = DoubleView.of("heatFlux", space, mesh.faces);
    final DoubleView tracerFlux = DoubleView.of("tracerFlux", space, mesh.faces);

    final DoubleView courant = DoubleView.of("courant", space);
    final DoubleView expansion = DoubleView.of("expansion", space);
    final DoubleView dt = DoubleView.of("dt", space);
    final DoubleView time = DoubleView.of("time", space);
    final IntView steps = IntView.of("steps", space);

    final List<DoubleView> state;
    final List<DoubleView> start;

    MeshFields(ExecutionSpace space, Mesh mesh) {
        super(space, mesh);
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
