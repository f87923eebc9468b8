package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Loops as C++ for the host, with their proofs, and views for them. */
final class HostUnits {
    /** The maximum levels of groups of tiles in a scan. */
    static final int LEVELS = 4;

    private HostUnits() {}

    /** Returns the unit of a loop. */
    static CppUnit loop(String label, Policy policy, KernelBody body) {
        return new CppUnit.For(label, false, policy, ZooUnits.kernel(label, body, policy, true));
    }

    /** Returns the program of some units, as the host backend compiles it. */
    static CppProgram program(List<CppUnit> units) {
        return CppEmitter.emit(units, HostRun.DIALECT, CppOptions.DEFAULT.withHoisting());
    }

    /** Returns the scan of a whole range as one piece. */
    static CppUnit.ScanPiece piece(CppUnit.Prefix scan) {
        return new CppUnit.ScanPiece(scan.label(), scan.policy(), scan.scan(), scan.contribution(), scan.consumer());
    }

    /** Returns a program whose pieces of scans are launched for their whole ranges. */
    static CppProgram whole(List<CppUnit> units, CppProgram program) {
        List<CppLaunch> launches = new ArrayList<>();
        for (int u = 0; u < units.size(); u++) {
            CppLaunch own = program.launches().get(u);
            launches.add(units.get(u) instanceof CppUnit.ScanPiece scan ? whole(scan, own) : own);
        }
        return new CppProgram(program.dialect(), program.options(), program.functions(), launches);
    }

    private static CppLaunch whole(CppUnit.ScanPiece scan, CppLaunch launch) {
        List<CppArgument> arguments = new ArrayList<>(launch.arguments());
        int count = 2;
        while (!(arguments.get(count - 2) instanceof CppArgument.ScratchAddress)) {
            count++;
        }
        long[] bounds = {scan.policy().size(), 0, LEVELS, 1};
        for (int k = 0; k < bounds.length; k++) {
            Type type = ((CppArgument.Constant) arguments.get(count + k)).type();
            arguments.set(count + k, new CppArgument.Constant(type, bounds[k]));
        }
        return new CppLaunch(
                launch.label(), launch.entry(), arguments, launch.sites(), launch.prints(), launch.geometry());
    }

    /** Returns the C++ of one loop, whose label is {@code body}. */
    static String text(Policy policy, KernelBody body) {
        return program(List.of(loop("body", policy, body))).kernels();
    }

    /** Returns a view in the memory of the host. */
    static DoubleView doubles(String label, long... extents) {
        return DoubleView.of(label, MemorySpace.host(), extents);
    }
}
