package org.sporos.cuda.interop;

import static org.bytedeco.cuda.global.cublas.cublasCreate_v2;
import static org.bytedeco.cuda.global.cublas.cublasDestroy_v2;

import org.bytedeco.cuda.cublas.cublasContext;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;

/** Runs a host node and a product of cuBLAS, and exits. */
final class CublasProgram {
    private CublasProgram() {}

    public static void main(String[] none) {
        try (ExecutionSpace space = ExecutionSpaces.open("cuda");
                DoubleView a = DoubleView.of("a", space, Layout.LEFT, 64, 64);
                DoubleView b = DoubleView.of("b", space, Layout.LEFT, 64, 64);
                DoubleView c = DoubleView.of("c", space, Layout.LEFT, 64, 64);
                IntView told = IntView.of("told", MemorySpace.host())) {
            CudaInterop.makeCurrent(space);
            cublasContext handle = new cublasContext();
            CublasTest.check(cublasCreate_v2(handle));
            Graph graph = Graph.define(
                    "step",
                    root -> root.thenFill("ones", a, 1)
                            .thenFill("twos", b, 2)
                            .thenCapture("gemm", CublasTest.multiply(handle, a, b, c))
                            .thenHost("tell", Access.writes(told), () -> told.set(1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            System.out.println(told.get() + " " + c.toArray()[0]);
            CublasTest.check(cublasDestroy_v2(handle));
        }
        System.out.println("closed");
        // A JVM that ends by itself lets its threads go before it ends the process.
        System.exit(0);
    }
}
