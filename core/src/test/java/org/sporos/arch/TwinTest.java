package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The files of the CUDA and HIP backends that have the same name but for the brand: long ones must differ, or what is
 * equal belongs into the core.
 */
final class TwinTest {
    private static final Path CUDA = Path.of("../backend-cuda/src/main/java/org/sporos/cuda");
    private static final Path HIP = Path.of("../backend-hip/src/main/java/org/sporos/hip");
    private static final int LONG = 100;
    private static final double MOST_SHARED = 0.6;

    @Test
    void long_twins_share_less_than_three_fifths_of_their_lines() throws IOException {
        List<String> alike = new ArrayList<>();
        int twins = 0;
        try (Stream<Path> files = Files.walk(CUDA)) {
            for (Path cuda : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = CUDA.relativize(cuda).toString();
                Path hip = HIP.resolve(folded(name).replace("Gpu", "Hip"));
                if (!Files.exists(hip)) {
                    continue;
                }
                twins++;
                List<String> ours = Files.readAllLines(cuda);
                List<String> theirs = Files.readAllLines(hip);
                double shared = shared(ours, theirs);
                if (Math.min(ours.size(), theirs.size()) > LONG && shared >= MOST_SHARED) {
                    alike.add(cuda.getFileName() + " shares " + Math.round(100 * shared) + " % of its lines");
                }
            }
        }
        assertThat(twins).as("pairs of files").isGreaterThan(2);
        assertThat(alike).isEmpty();
    }

    @Test
    void a_renamed_copy_is_found() {
        List<String> cuda = List.of("final class CudaCall {", "    check(cuMemAlloc(address, bytes));", "}");
        List<String> hip = List.of("final class HipCall {", "    check(hipMemAlloc(address, bytes));", "}", "");

        assertThat(shared(cuda, hip)).isEqualTo(1);
        assertThat(shared(cuda, List.of("final class HipCall {", "    own();"))).isEqualTo(0.5);
    }

    /**
     * Returns which part of the lines of the shorter file stand in the other too. Blank lines, imports, single braces and
     * the first lines of overriding methods do not count: an interface dictates them.
     */
    private static double shared(List<String> ours, List<String> theirs) {
        Map<String, Integer> left = new HashMap<>();
        List<String> mine = counted(ours);
        List<String> others = counted(theirs);
        others.forEach(line -> left.merge(line, 1, Integer::sum));
        int same = 0;
        for (String line : mine) {
            if (left.getOrDefault(line, 0) > 0) {
                left.merge(line, -1, Integer::sum);
                same++;
            }
        }
        return (double) same / Math.min(mine.size(), others.size());
    }

    private static List<String> counted(List<String> lines) {
        List<String> counted = new ArrayList<>();
        boolean overrides = false;
        for (String line : lines.stream().map(String::strip).toList()) {
            if (!overrides && !line.matches("|}|@Override|import .*|package .*")) {
                counted.add(folded(line));
            }
            overrides = line.equals("@Override");
        }
        return counted;
    }

    private static String folded(String line) {
        return line.replaceAll("Cuda|Hip|Nvrtc|HipRtc", "Gpu")
                .replaceAll("CUDA|HIP", "GPU")
                .replaceAll("\\b(cuda|hip|cu)(?=[A-Z])", "gpu");
    }
}
