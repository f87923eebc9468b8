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
import org.sporos.kernel.transform.ProvenCode;
import org.sporos.param.Param;
import org.sporos.view.View;

/** The body of a kernel, or of several fused kernels, after all passes, with the meaning of its names. */
interface BodyCode {
    ProvenCode code();

    /** Returns the number of the kernel that an instruction comes from. */
    int member(Instruction instruction);

    View view(ViewRef ref);

    Param param(ParamRef ref);

    Place scalar(ScalarRef ref);

    default Region region() {
        return code().kernel().body();
    }

    default Guarantees proofs() {
        return code().proofs();
    }

    /** The body of one kernel. */
    record Single(int number, ProvenCode code, Binding binding) implements BodyCode {
        static Single of(int number, KernelFacts facts, int unrolled) {
            ProvenCode lifted = ProvenCode.of(facts.kernel(), facts.proofs());
            return new Single(number, BytecodePipeline.run(lifted, unrolled), facts.binding());
        }

        @Override
        public int member(Instruction instruction) {
            return number;
        }

        @Override
        public View view(ViewRef ref) {
            return binding.view((ViewRef.Captured) ref);
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

    /** The body of several kernels, whose names were bound when they were fused. */
    record Fused(FusedKernel kernels, ProvenCode code) implements BodyCode {
        @Override
        public int member(Instruction instruction) {
            return kernels.member(Objects.requireNonNull(code.origin(instruction)));
        }

        @Override
        public View view(ViewRef ref) {
            return ((ViewRef.Captured) ref).view();
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
