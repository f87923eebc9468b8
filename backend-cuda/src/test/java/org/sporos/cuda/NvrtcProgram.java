package org.sporos.cuda;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.kernel.cpp.CppDialect;

/** Calls the compiler in a JVM of its own, which finds the libraries that a test chooses. */
final class NvrtcProgram {

    private NvrtcProgram() {}

    public static void main(String[] words) {
        if (words[0].equals("options")) {
            for (int k = 0; k < 2; k++) {
                byte[] image = NvrtcCompiler.compile("text", "program.cu", "sm_90", List.of("-fmad=true"));
                System.out.println(new String(image, StandardCharsets.UTF_8));
            }
            return;
        }
        // A text that no cache has.
        String source = """
                extern "C" __global__ void k(float* a, const float* b, float c) {
                    a[threadIdx.x] = %sf + sqrtf(b[threadIdx.x]) * c + b[threadIdx.x + 1] / c;
                }
                """.formatted(1 + Math.abs(System.nanoTime() % 1_000_000) * 1e-6);
        List<String> lines = new ArrayList<>();
        for (String word : words) {
            List<String> flags = CppDialect.CUDA.flags(Arithmetic.valueOf(word));
            byte[] image = NvrtcCompiler.compile(source, "program.cu", "sm_90", flags);
            lines.add(word + " " + image.length + ":" + Arrays.hashCode(image));
        }
        lines.forEach(System.out::println);
    }
}
