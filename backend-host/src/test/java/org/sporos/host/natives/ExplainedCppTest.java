package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The C++ at the end of {@code explain(ExplainOption.WITH_CODE)} on host. */
class ExplainedCppTest {
    private static final int N = 1_000;

    /** A loop with an index from memory, whose checks are hoisted, and a reduction, which is folded in tiles. */
    private static Graph graph(DoubleView x, DoubleView y, IntView from, DoubleView sum) {
        return Graph.define(
                "g",
                root -> root.thenParallelFor("gather", RangePolicy.of(N), i -> y.set(i, 2 * x.get(from.get(i))))
                        .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> y.get(i))));
    }

    private static String explained(String spec, ExplainOption... options) {
        try (ExecutionSpace space = ExecutionSpaces.open(spec);
                DoubleView x = DoubleView.of("x", space, N);
                DoubleView y = DoubleView.of("y", space, N);
                IntView from = IntView.of("from", space, N);
                DoubleView sum = DoubleView.of("sum", space);
                ExecutableGraph exec = graph(x, y, from, sum).instantiate(space)) {
            return exec.explain(options);
        }
    }

    private static String cpp(String explained) {
        return explained.substring(explained.indexOf("as C++:\n") + 8);
    }

    @Test
    void the_explained_text_is_that_which_is_compiled() throws Exception {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        String kernels = cpp(explained("host,threads=2,kernels=native", ExplainOption.WITH_CODE));
        List<String> entries = Pattern.compile("^extern \"C\" void (k\\d+_\\w+)\\(", Pattern.MULTILINE)
                .matcher(kernels)
                .results()
                .map((MatchResult entry) -> entry.group(1))
                .toList();
        CppOptions options = CppOptions.DEFAULT.withHoisting();
        List<CppProgram.Function> functions = List.of(new CppProgram.Function("explained", kernels));
        String source = new CppProgram(CppDialect.HOST, options, functions, List.of()).source() + JniStub.of(entries);

        assertThat(entries).hasSizeGreaterThanOrEqualTo(2);
        assertThat(NativeCode.cached(source, BinaryCache.ofUser()))
                .as("the library of this text: %s", kernels)
                .isPresent();
    }

    @Test
    void kernels_that_may_get_cpp_later_show_the_same_text() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        assertThat(cpp(explained("host,threads=2,kernels=auto", ExplainOption.WITH_CODE)))
                .isEqualTo(cpp(explained("host,threads=2,kernels=native", ExplainOption.WITH_CODE)));
    }

    @Test
    void a_space_that_compiles_no_cpp_says_so() {
        String nothing = "\nno kernel is compiled as C++\n";
        assertThat(explained("host,threads=2,kernels=bytecode", ExplainOption.WITH_CODE))
                .endsWith(nothing);
        assertThat(explained("host,strict", ExplainOption.WITH_CODE)).endsWith(nothing);
        assertThat(explained("host,strict")).doesNotContain("C++\n");
    }
}
