package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Checks the launches of a graph against the limits of a device, since an error of the driver does not name the node.
 * Used once.
 */
final class LaunchLimits {
    private final GpuProperties device;
    private final KernelUnits kernels;
    private final CppProgram text;
    private final List<Diagnostic> violations = new ArrayList<>();

    private LaunchLimits(GpuProperties device, KernelUnits kernels, CppProgram text) {
        this.device = device;
        this.kernels = kernels;
        this.text = text;
    }

    /**
     * Checks all launches of a plan.
     *
     * @throws GraphException with all launches that are too large
     */
    static void check(GpuProperties device, LaunchPlan plan, KernelUnits kernels, CppProgram text) {
        LaunchLimits limits = new LaunchLimits(device, kernels, text);
        limits.visit(plan);
        if (!limits.violations.isEmpty()) {
            throw new GraphException(limits.violations);
        }
    }

    private void visit(LaunchPlan plan) {
        for (LaunchUnit unit : plan.units()) {
            int kernel = kernels.indexOf(unit);
            if (kernel >= 0) {
                check(unit, text.launches().get(kernel));
            }
            for (LaunchPlan body : unit.bodies()) {
                visit(body);
            }
        }
    }

    private void check(LaunchUnit unit, CppLaunch launch) {
        CppGeometry geometry = launch.geometry();
        long threads = geometry.gridX() * geometry.blockX();
        if (!geometry.strides() && (geometry.gridX() > Integer.MAX_VALUE || threads > device.gridThreads())) {
            violations.add(Diagnostic.error(
                    "G126",
                    name(unit) + " needs " + geometry.gridX() + " blocks of " + geometry.blockX() + " threads; "
                            + device.name() + " launches at most "
                            + Math.min(Integer.MAX_VALUE, device.gridThreads() / geometry.blockX())
                            + " of that size at once",
                    hasGrid(unit) ? "Ask for fewer blocks in withGrid." : "Cut it into several nodes."));
        }
    }

    private static boolean hasGrid(LaunchUnit unit) {
        return unit.node().kernels().stream()
                .anyMatch(call -> call.policy() != null && call.policy().grid() > 0);
    }

    private static String name(LaunchUnit unit) {
        LaunchUnit first = unit.isMerged() ? unit.members().get(0) : unit;
        return "node " + Labels.quoted(first.node().label()) + " ("
                + first.node().where() + ") of graph "
                + Labels.quoted(first.graph().label());
    }
}
