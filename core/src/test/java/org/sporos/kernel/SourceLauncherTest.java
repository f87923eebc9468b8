package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

    private static final String PATTERN = """
            import org.sporos.kernel.bytecode.*;
            import org.sporos.policy.*;
            import org.sporos.space.*;
            import org.sporos.view.*;

            public class Program {
                record Pair(int a, int b) {}

                public static void main(String[] args) {
                    IntView x = IntView.of("x", MemorySpace.host(), 8);
                    RangeBody body = i -> {
                        Pair pair = new Pair(i, 2);
                        if (pair instanceof Pair(int a, int b)) {
                            x.set(i, a * b);
                        }
                    };
                    System.out.println(new KernelLifter().lift("program", body));
                }
            }
            """;

    @Test
    void a_record_pattern_is_lifted(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(Runtime.version().feature() >= 21, "record patterns came with Java 21");
        assertThat(launch(folder, PATTERN)).contains("view @view: i32[8]", "mul.i32 %i, 2", "store @view %i");
    }

    @Test
    void a_kernel_of_a_single_file_program_is_lifted(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(launch(folder, PROGRAM)).contains("view @view: f64[8]", "f32 = 4.0f", "store @view %i");
    }

    private static String launch(Path folder, String program) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("Program.java"), program);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-cp", Libraries.classPath(), file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
