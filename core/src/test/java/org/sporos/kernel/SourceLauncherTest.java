package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

/** A kernel of a program that is run as {@code java File.java}, whose classes are in memory only, is lifted. */
class SourceLauncherTest {
    private static final String PROGRAM = """
            import org.sporos.kernel.bytecode.*;
            import org.sporos.policy.*;
            import org.sporos.space.*;
            import org.sporos.view.*;

            public class Program {
                static double half(double v) {
                    return v / 2;
                }

                public static void main(String[] args) {
                    DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
                    float factor = 4;
                    RangeBody body = i -> x.set(i, half(x.get(i)) * factor);
                    System.out.println(new KernelLifter().lift("program", body));
                }
            }
            """;

    @Test
    void a_kernel_of_a_single_file_program_is_lifted(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("Program.java"), PROGRAM);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-cp", Libraries.classPath(), file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains("view @view: f64[8]", "f32 = 4.0f", "store @view %i");
    }
}
