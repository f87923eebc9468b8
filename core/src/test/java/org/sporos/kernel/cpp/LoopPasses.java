package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;

/** The loops of launches after each pass. */
final class LoopPasses {
    private final List<CppFunction> bodies = new ArrayList<>();
    private final EntryFunction entry;

    private LoopPasses(CppDialect dialect, List<ProvenKernel> kernels, @Nullable TeamShape team) {
        UnitScope unit = new UnitScope(kernels, team, dialect);
        for (ProvenKernel kernel : kernels) {
            int number = bodies.size();
            bodies.add(new CppFunction("body" + number, kernel, number, unit, CppOptions.DEFAULT.withHoisting()));
        }
        entry = new EntryFunction(unit, dialect, bodies);
    }

    /** Returns the listings of some kernels in one loop after each pass of the host with changes, by its name. */
    static Map<String, String> of(Policy policy, KernelBody... bodies) {
        List<ProvenKernel> kernels = new ArrayList<>();
        for (KernelBody body : bodies) {
            kernels.add(ZooUnits.kernel("body", body, policy, true));
        }
        LoopPasses passes = new LoopPasses(CppDialect.HOST, kernels, null);
        List<LoopIr> calls = new ArrayList<>();
        for (CppFunction body : passes.bodies) {
            calls.add(new LoopIr.Call(body, calls.size(), List.of()));
        }
        return passes.after(LoopPipeline.HOST, ForEntry.lowered(passes.entry, policy, calls));
    }

    /** Returns the listing after the last pass. */
    static String last(Policy policy, KernelBody... bodies) {
        String last = "";
        for (String listing : of(policy, bodies).values()) {
            last = listing;
        }
        return last;
    }

    /** Returns the listing of a loop of a GPU with privatized views, or the empty string if it has none. */
    static String privatized(RangePolicy policy, RangeBody body) {
        LoopPasses passes = new LoopPasses(CppDialect.CUDA, List.of(ZooUnits.kernel("body", body, policy, true)), null);
        List<LoopIr> calls = List.of(new LoopIr.Call(passes.bodies.get(0), 0, List.of()));
        PrivatizeAtomics pass = PrivatizeAtomics.of(passes.entry, calls, policy.size());
        return pass == null
                ? ""
                : passes.after(LoopPipeline.of(pass), ForEntry.lowered(passes.entry, policy, calls))
                        .get("PrivatizeAtomics");
    }

    /** The same as {@link #of(Policy, KernelBody...)} of reductions over one policy. */
    static Map<String, String> of(CppDialect dialect, Policy policy, Reduction... reductions) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (Reduction reduction : reductions) {
            parts.add(OtherUnits.part(reduction, policy));
        }
        CppUnit.Reduce unit = new CppUnit.Reduce("reduce", false, policy, parts);
        LoopPasses passes = new LoopPasses(dialect, unit.bodies(), TeamShape.of(unit));
        LoopPipeline pipeline = LoopPipeline.of(ReduceEntry.pass(passes.entry, unit, null));
        return passes.after(pipeline, List.of(ReduceEntry.lowered(unit, passes.bodies, List.of(), List.of())));
    }

    private Map<String, String> after(LoopPipeline pipeline, List<LoopIr> lowered) {
        Map<String, String> listings = new LinkedHashMap<>();
        pipeline.run(lowered, entry::local, (pass, loops, nanos) -> listings.put(pass, LoopListing.of(loops)));
        return listings;
    }

    /** Returns the listing of a row or a piece of a scan, after a run of the verifier. */
    static String of(CppUnit unit) {
        LoopPasses passes = new LoopPasses(CppDialect.HOST, unit.bodies(), null);
        List<LoopIr> nodes = unit instanceof CppUnit.Row row
                ? RowEntry.loops(passes.entry, row, passes.bodies.get(0))
                : ScanPieceEntry.nodes(
                        passes.entry, (CppUnit.ScanPiece) unit, passes.bodies.get(0), passes.bodies.get(1));
        LoopVerifier.verify(nodes);
        return LoopListing.of(nodes);
    }
}
