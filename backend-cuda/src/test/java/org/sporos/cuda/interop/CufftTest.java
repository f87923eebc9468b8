package org.sporos.cuda.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bytedeco.cuda.global.cufft.CUFFT_FORWARD;
import static org.bytedeco.cuda.global.cufft.CUFFT_Z2Z;
import static org.bytedeco.cuda.global.cufft.cufftDestroy;
import static org.bytedeco.cuda.global.cufft.cufftExecZ2Z;
import static org.bytedeco.cuda.global.cufft.cufftPlan1d;
import static org.bytedeco.cuda.global.cufft.cufftSetStream;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Collections;
import org.bytedeco.cuda.cudart.double2;
import org.bytedeco.cuda.global.cufft;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.Complex;
import org.sporos.contract.Spaces;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;

/** Captures of cuFFT on the device, where there is one. */
class CufftTest {

    // snippet: recipe-cufft
    /** Returns the Fourier transform of complex numbers, in place, as a capture. */
    static Capture transform(int plan, RecordView<Complex> z) {
        DoubleView numbers = z.elements(DoubleView.class);
        return Capture.cuda(stream -> {
                    check(cufftSetStream(plan, CudaInterop.stream(stream)));
                    double2 data = new double2(CudaInterop.pointer(numbers));
                    check(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD));
                })
                .accessing(Access.updates(numbers));
    }

    static void check(int status) {
        if (status != 0) {
            throw new IllegalStateException("cuFFT failed with status " + status);
        }
    }
    // end

    @Test
    void the_transform_of_an_impulse_is_constant() {
        int n = 8;
        try (ExecutionSpace space = Spaces.open("cuda")) {
            try {
                Loader.load(cufft.class);
            } catch (UnsatisfiedLinkError e) {
                assumeTrue(false, "there is no cuFFT on this machine: " + e.getMessage());
            }
            // snippet: recipe-cufft-plan
            CudaInterop.makeCurrent(space);
            int[] plan = new int[1];
            check(cufftPlan1d(plan, n, CUFFT_Z2Z, 1));
            RecordView<Complex> z = RecordView.interleaved("z", space, Complex.class, n);
            Graph step = Graph.define("step", root -> root.thenCapture("FFT", transform(plan[0], z)));
            // end
            Complex[] impulse = Collections.nCopies(n, new Complex(0, 0)).toArray(new Complex[0]);
            impulse[0] = new Complex(1, 0);
            z.assign(impulse);
            try (ExecutableGraph exec = step.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            assertThat(z.toArray()).containsOnly(new Complex(1, 0));
            check(cufftDestroy(plan[0]));
        }
    }
}
