package org.sporos.hip;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.GraphContracts;
import org.sporos.contract.Spaces;
import org.sporos.graph.CaptureBody;
import org.sporos.hip.interop.HipInterop;
import org.sporos.view.IntView;

/** The contract tests of graphs on the spaces of this backend, or on a shim that stands in for AMD's libraries. */
@Tag("matrix")
@ParameterizedClass
@MethodSource("spaces")
final class HipGraphContractTest extends GraphContracts {

    @Override
    protected CaptureBody nativeFill(IntView view, int value) {
        return stream -> {
            long to = HipInterop.pointer(view).address();
            int status = HipGlue.hipMemsetD32Async(
                    to, value, view.size(), HipInterop.stream(stream).address());
            HipCall.check(status, "hipMemsetD32Async");
        };
    }

    static Stream<String> spaces() {
        return Spaces.named("hip");
    }
}
