package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;

/** The loops of kernels behind each pass of the host. */
final class LoopPasses {
    private LoopPasses() {}

    /** Returns the listings behind each pass that changes something, by its name, of some kernels in one loop. */
    static Map<String, String> of(Policy policy, KernelBody... bodies) {
        List<ProvenKernel> kernels = new ArrayList<>();
        for (KernelBody body : bodies) {
            kernels.add(ZooUnits.kernel("body", body, policy, true));
        }
        UnitScope unit = new UnitScope(kernels, 0, true);
        List<BodyFunction> functions = new ArrayList<>();
        List<LoopIr> calls = new ArrayList<>();
        for (ProvenKernel kernel : kernels) {
            int number = functions.size();
            functions.add(new BodyFunction("body" + number, kernel, number, unit, CppOptions.DEFAULT.withHoisting()));
            calls.add(new LoopIr.Call(functions.get(number), number, List.of()));
        }
        EntryFunction entry = new EntryFunction(unit, CppDialect.HOST_PIECES, "", functions);
        Map<String, String> listings = new LinkedHashMap<>();
        List<LoopIr> lowered = ForEntry.lowered(entry, policy, calls);
        LoopPipeline.HOST.run(lowered, entry::local, (pass, loops, nanos) -> listings.put(pass, LoopListing.of(loops)));
        return listings;
    }
}
