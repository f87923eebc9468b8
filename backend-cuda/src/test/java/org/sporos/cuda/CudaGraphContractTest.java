package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.cuMemsetD32Async;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.GraphContracts;
import org.sporos.contract.Spaces;
import org.sporos.cuda.interop.CudaInterop;
import org.sporos.graph.CaptureBody;
import org.sporos.view.IntView;

/** The contract tests of graphs on the spaces of this backend. */
@ParameterizedClass
@MethodSource("spaces")
final class CudaGraphContractTest extends GraphContracts {

    @Override
    protected CaptureBody nativeFill(IntView view, int value) {
        return stream -> {
            long at = CudaInterop.pointer(view).address();
            int status = cuMemsetD32Async(at, value, view.size(), CudaInterop.stream(stream));
            CudaCall.check(status, "cuMemsetD32Async");
        };
    }

    static Stream<String> spaces() {
        return Spaces.named("cuda");
    }
}
