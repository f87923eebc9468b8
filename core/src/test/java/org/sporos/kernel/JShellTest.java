package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.Test;

/** Kernels typed into JShell are lifted, and its variables are taken as they are at that moment. */
class JShellTest {

    @Test
    void a_kernel_of_jshell_variables_is_lifted() {
        try (JShell shell = JShell.builder().build()) {
            Libraries.paths().forEach(shell::addToClasspath);
            eval(shell, "import org.sporos.view.*; import org.sporos.space.*; import org.sporos.policy.*;");
            eval(shell, "import org.sporos.kernel.bytecode.*;");
            eval(shell, "double a = 2.5;");
            eval(shell, "DoubleView x = DoubleView.of(\"x\", MemorySpace.host(), 8);");
            eval(shell, "double scale(double v) { return a * v; }");
            eval(shell, "RangeBody body = i -> x.set(i, scale(x.get(i)) + 1);");
            String text = eval(shell, "new KernelLifter().lift(\"typed\", body).toString()");
            assertThat(text).contains("view @x: f64[8]", "scalar $a: f64 = 2.5", "store @x %i");
        }
    }

    @Test
    void a_kernel_of_a_method_s_local_variables_is_lifted() {
        try (JShell shell = JShell.builder().build()) {
            Libraries.paths().forEach(shell::addToClasspath);
            eval(shell, "import org.sporos.view.*; import org.sporos.space.*; import org.sporos.policy.*;");
            eval(shell, "record P(double x, double y) { double sum() { return x + y; } }");
            eval(shell, "RangeBody make(DoubleView v, float f) { return i -> v.set(i, new P(f, i).sum()); }");
            eval(shell, "DoubleView w = DoubleView.of(\"w\", MemorySpace.host(), 8);");
            String text =
                    eval(shell, "new org.sporos.kernel.bytecode.KernelLifter().lift(\"made\", make(w, 3)).toString()");
            assertThat(text).contains("view @view: f64[8]", "f32 = 3.0f", "store @view %i");
        }
    }

    private static String eval(JShell shell, String input) {
        String value = "";
        String rest = input;
        while (!rest.isBlank()) {
            CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            List<SnippetEvent> events = shell.eval(info.source());
            for (SnippetEvent event : events) {
                assertThat(event.exception()).as(input).isNull();
                assertThat(event.status().name())
                        .as(input + shell.diagnostics(event.snippet()).toList())
                        .isIn("VALID", "OVERWRITTEN");
                value = event.value() == null ? value : event.value();
            }
            rest = info.remaining();
        }
        return value;
    }
}
