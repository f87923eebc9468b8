package org.sporos.kernel.transform;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.view.View;

/** Kernels after each pass over their loops and branches. */
final class KernelPasses {
    private KernelPasses() {}

    /** Returns a kernel with proofs and its captured views. */
    static LaunchedKernel code(Kernel kernel, Guarantees proofs) {
        return LaunchedKernel.of(kernel, proofs, ViewRef.Captured::view, false);
    }

    /** Returns a kernel with its proofs, in a launch of its own. */
    static LaunchedKernel kernel(KernelBody body, @org.jspecify.annotations.Nullable Policy policy) {
        Kernel kernel = Lifting.lift("kernel", body);
        Set<View> stored = new HashSet<>();
        addStored(kernel.body(), stored);
        LaunchedKernel.Launch launch = new LaunchedKernel.Launch() {
            @Override
            public View view(ViewRef.Captured ref) {
                return kernel.views().get(ref.index()).view();
            }

            @Override
            public Object extentKey(ViewRef.Captured ref) {
                return view(ref).extent(0);
            }

            @Override
            public boolean isConstant(ViewRef.Captured ref) {
                return !stored.contains(view(ref));
            }
        };
        return LaunchedKernel.of(
                kernel, IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(policy)), launch, false);
    }

    private static void addStored(Region region, Set<View> stored) {
        region.blocks()
                .forEach(block -> block.instructions().forEach(at -> {
                    if (at.op() instanceof Op.Store store && store.view() instanceof ViewRef.Captured view) {
                        stored.add(view.view());
                    } else if (at.op() instanceof Op.Atomic atomic && atomic.view() instanceof ViewRef.Captured view) {
                        stored.add(view.view());
                    }
                    at.regions().forEach(nested -> addStored(nested, stored));
                }));
    }

    /** Returns the text of a kernel before all passes, and after each pass with changes, by its name. */
    static Map<String, String> of(KernelPipeline pipeline, KernelBody body, Policy policy) {
        Map<String, String> texts = new LinkedHashMap<>();
        LaunchedKernel whole = kernel(body, policy);
        texts.put("lifted", text(whole));
        pipeline.run(whole, (pass, kernel, nanos) -> texts.put(pass, text(kernel)));
        return texts;
    }

    /** Returns the blocks of a kernel as text. */
    static String text(LaunchedKernel kernel) {
        String all = kernel.kernel().toString();
        return all.substring(all.indexOf("b0:"));
    }
}
