package org.sporos.host.jit;

import java.util.Objects;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.kernel.transform.FusedKernel.Place;
import org.sporos.kernel.transform.KernelPipeline;
import org.sporos.kernel.transform.LaunchedKernel;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The body of one kernel or of fused kernels after all passes, with the views, params and scalars of its references.
 */
interface BodyCode {
    LaunchedKernel code();

    /** Returns the index of the kernel of an instruction. */
    int member(Instruction instruction);

    Param param(ParamRef ref);

    Place scalar(ScalarRef ref);

    default View view(ViewRef ref) {
        return code().launch().view((ViewRef.Captured) ref);
    }

    default Region region() {
        return code().kernel().body();
    }

    default Guarantees proofs() {
        return code().proofs();
    }

    /** The body of one kernel. */
    record Single(int number, LaunchedKernel code, Binding binding) implements BodyCode {
        static Single of(int number, KernelFacts facts, int unrolled) {
            Binding binding = facts.binding();
            LaunchedKernel lifted = LaunchedKernel.of(facts.kernel(), facts.proofs(), binding::view, false);
            return new Single(
                    number, KernelPipeline.bytecode(lifted.kernel(), unrolled).run(lifted), binding);
        }

        @Override
        public int member(Instruction instruction) {
            return number;
        }

        @Override
        public Param param(ParamRef ref) {
            return binding.params().get(ref.index());
        }

        @Override
        public Place scalar(ScalarRef ref) {
            return new Place(number, ref.index());
        }
    }

    /** The body of fused kernels, whose references were bound at fusion. */
    record Fused(FusedKernel kernels, LaunchedKernel code) implements BodyCode {
        @Override
        public int member(Instruction instruction) {
            return kernels.member(Objects.requireNonNull(code.origins().of(instruction)));
        }

        @Override
        public Param param(ParamRef ref) {
            return ref.param();
        }

        @Override
        public Place scalar(ScalarRef ref) {
            return kernels.place(ref);
        }
    }
}
