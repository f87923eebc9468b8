package org.sporos.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.sporos.cuda.interop.CudaInterop;
import org.sporos.gpu.GpuException;
import org.sporos.gpu.LaunchShape;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/** Runs a graph with a native kernel that ends the device's context, and prints what is thrown after that. */
final class TrapProgram {
    private static final String SOURCE = "extern \"C\" __global__ void trap(int* wanted) { if (*wanted) __trap(); }\n";

    private TrapProgram() {}

    public static void main(String[] args) {
        try (ExecutionSpace space = ExecutionSpaces.open("cuda");
                IntView wanted = IntView.of("wanted", space)) {
            CudaDriver driver = CudaDriver.open(0);
            long module = driver.loadModule(driver.compile(SOURCE, "trap.cu", List.of()));
            long trap = driver.function(module, "trap");
            ByteBuffer arguments = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
            arguments.putLong(0, CudaInterop.pointer(wanted).address());
            Graph graph = Graph.define(
                    "trapped",
                    root -> root.thenCapture(
                            "trap",
                            Capture.cuda(stream ->
                                            driver.launch(trap, LaunchShape.single(), arguments, stream.handle()))
                                    .accessing(Access.reads(wanted))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                System.out.println("usable " + space.isUsable());
                Views.fill(wanted, 1);
                exec.submit();
                try {
                    space.fence();
                } catch (GpuException e) {
                    System.out.println(e.getMessage());
                }
                System.out.println("usable " + space.isUsable());
                try {
                    exec.submit();
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
        System.out.println("closed");
    }
}
