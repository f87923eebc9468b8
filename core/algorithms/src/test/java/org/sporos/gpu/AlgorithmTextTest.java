package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.CsrTranspose;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.SegmentedScan;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.Tools;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;

/** The CUDA text of algorithms, whose compiler is nvcc. */
class AlgorithmTextTest {
    private static final int N = 1_000;

    @TempDir
    Path folder;

    private final List<String> sources = new ArrayList<>();

    /** Returns a driver that records, and keeps the texts that it is to compile. */
    private GpuDriver driver() {
        RecordingDriver recording = new RecordingDriver();
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("compile")) {
                        sources.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(recording, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void nvcc_compiles_all_algorithms() throws Exception {
        Tools.require("nvcc", "the CUDA text is not compiled");
        try (GpuSpace space = GpuSpace.open("cuda", driver(), CppDialect.CUDA, BinaryCache.off());
                Workspace workspace = Workspace.of(space)) {
            DoubleView x = DoubleView.of("x", space, N);
            FloatView f = FloatView.of("f", space, N);
            IntView order = IntView.of("order", space, N);
            IntView row = IntView.of("row", space, N);
            IntView bins = IntView.of("bins", space, 10);
            IntView starts = IntView.of("starts", space, 11);
            IntView columns = IntView.of("columns", space, N);
            DoubleView values = DoubleView.of("values", space, N);
            IntView entries = IntView.of("entries", space);
            DoubleView distinct = DoubleView.of("distinct", space, N);
            DoubleView sums = DoubleView.of("sums", space, 10);
            Graph all = Graph.define("all", root -> {
                root.thenGraph("x", RadixSort.byKey(x, order).graph("doubles", workspace))
                        .thenGraph("f", RadixSort.of(f).graph("floats", workspace))
                        .thenGraph("cells", CellLists.of(10, i -> i % 10).graph("cells", order, starts, workspace))
                        .thenGraph("bins", Histogram.of("bins", RangePolicy.of(N), i -> i % 10, bins))
                        .thenGraph(
                                "matrix",
                                CsrAssembly.of(10, 10, row, order, x)
                                        .graph("m", starts, columns, values, entries, workspace))
                        .thenGraph("distinct", Unique.of(x).graph("distinct", distinct, entries, workspace))
                        .then(SegmentedReduce.sum("sums", sums, starts, k -> x.get(k)))
                        .then(SegmentedReduce.longSum("long sums", sums, starts, k -> x.get(k)))
                        .then(SegmentedScan.inclusiveSum("sums of parts", x, starts, k -> values.get(k)))
                        .thenGraph(
                                "transpose",
                                CsrTranspose.of(9, starts, columns, values)
                                        .graph("t", IntView.of("of t", space, 10), row, x, workspace));
            });
            try (ExecutableGraph exec = all.instantiate(space)) {
                assertThat(exec.warnings()).isEmpty();
            }
        }
        assertThat(sources).isNotEmpty();
        for (String text : sources) {
            Path source = Files.writeString(folder.resolve("program.cu"), text);
            Path ptx = folder.resolve("program.ptx");
            Tools.run(
                    List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90", "-o", ptx.toString(), source.toString()),
                    folder);
            assertThat(ptx).isNotEmptyFile();
        }
    }
}
