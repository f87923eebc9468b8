package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.policy.KernelBody;

/** What is not in the kernel language is refused, with a text that says where and what to do instead. */
class WrongKernelsTest {

    @Test
    void every_wrong_kernel_is_refused_with_its_whole_text() {
        String text = WrongKernels.all().entrySet().stream()
                .map(WrongKernelsTest::described)
                .collect(Collectors.joining("\n"));
        Golden.assertEqual("wrong-kernels.txt", text);
    }

    @Test
    void there_are_at_least_forty_of_them() {
        assertThat(WrongKernels.all()).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void all_problems_of_a_kernel_are_found_at_once() {
        assertThat(problems("several"))
                .extracting(KernelProblem::code)
                .containsExactly(KernelCode.K206, KernelCode.K301, KernelCode.K210, KernelCode.K204, KernelCode.K202);
    }

    @Test
    void a_problem_knows_its_file_line_variable_and_callers() {
        KernelProblem problem = problems("chain").get(0);
        assertThat(problem.file()).isEqualTo("WrongKernels.java");
        assertThat(problem.line()).isPositive();
        assertThat(problem.callChain()).hasSize(2);
        assertThat(problems("mutableField").get(0).variable()).isEqualTo("notFinal");
    }

    @Test
    void every_code_has_a_title_and_a_cure() {
        for (KernelCode code : KernelCode.values()) {
            assertThat(code.name()).matches("K\\d{3}");
            assertThat(code.title()).isNotBlank();
            assertThat(code.cure()).isNotBlank();
        }
    }

    private static List<KernelProblem> problems(String name) {
        Lifted lifted = new KernelLifter().lift(name, WrongKernels.all().get(name));
        return ((Lifted.Refused) lifted).problems();
    }

    private static String described(Map.Entry<String, KernelBody> kernel) {
        Lifted lifted = new KernelLifter().lift(kernel.getKey(), kernel.getValue());
        assertThat(lifted).as(kernel.getKey()).isInstanceOf(Lifted.Refused.class);
        return ((Lifted.Refused) lifted)
                .problems().stream().map(KernelProblem::toString).collect(Collectors.joining("\n", "", "\n"));
    }
}
