package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each tuning constant of the executor has a row on the page that says what breaks without it, and each row one. */
@Tag("sources")
class ConstantsTest {
    private static final Path SOURCES = Path.of("src/main/java/org/sporos/host");
    private static final Path PAGE = Path.of("../docs/benchmarks/host-executor.md");
    private static final List<String> ROOMS = List.of("task", "schedule", "run", "threads", "tune", "submit");

    /** Smaller numbers are states and marks. */
    private static final double LEAST = 3;

    /**
     * These are no tuning constants: a state, the number of conditions of an operation, the number of steps of the
     * clock that give its resolution, the order of sums (decision 1), the greatest rank, the words of a
     * record and the members of strict teams.
     */
    private static final List<String> FIXED = List.of(
            "InlineSubmitPath.DETACHING",
            "StreamOperation.WAITS",
            "HostProfile.CLOCK_STEPS",
            "Order.LANES",
            "Order.TILE",
            "Order.GROUP_BITS",
            "BoxTask.RANK",
            "CopyTask.MAX_RANK",
            "PieceRecorder.WORDS",
            "TeamPool.STRICT_MEMBERS");

    private static final Pattern CONSTANT =
            Pattern.compile("(?:static final )?(?:int|long|double) ([A-Z][A-Z_]+) = (-?[\\d_.]+(?:e\\d+)?)L?;");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(\\w+\\.[A-Z_]+)` \\| (\\S+) \\| [^|]+ \\| [^|]+ \\|$");

    @Test
    void each_constant_has_a_row_and_each_row_a_constant() throws IOException {
        assertThat(rows(Files.readString(PAGE))).isEqualTo(constants());
    }

    @Test
    void what_is_no_tuning_constant_needs_no_row() {
        assertThat(constantsOf(
                        "A", "int REST = 0;\n long SPIN_NANOS = 5_000L;\n double WIDTH = 1.2;\n int TASKS = 32;"))
                .containsOnlyKeys("A.SPIN_NANOS", "A.WIDTH", "A.TASKS")
                .containsEntry("A.SPIN_NANOS", 5_000.0);
        assertThat(rows("| `A.B` | 3 | what | else |\n| `A.C` | what |\n")).containsOnlyKeys("A.B");
    }

    private static Map<String, Double> constants() throws IOException {
        Map<String, Double> found = new TreeMap<>();
        for (String room : ROOMS) {
            try (Stream<Path> files = Files.list(SOURCES.resolve(room))) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    if (!name.equals("StepKind")) {
                        found.putAll(constantsOf(name, Files.readString(file)));
                    }
                }
            }
        }
        found.keySet().removeAll(FIXED);
        return found;
    }

    private static Map<String, Double> constantsOf(String type, String text) {
        Map<String, Double> found = new TreeMap<>();
        Matcher in = CONSTANT.matcher(text);
        while (in.find()) {
            double value = Double.parseDouble(in.group(2).replace("_", ""));
            if (value >= LEAST || value != Math.rint(value)) {
                found.put(type + "." + in.group(1), value);
            }
        }
        return found;
    }

    private static Map<String, Double> rows(String page) {
        Map<String, Double> found = new TreeMap<>();
        Matcher in = ROW.matcher(page);
        while (in.find()) {
            found.put(in.group(1), Double.parseDouble(in.group(2)));
        }
        return found;
    }
}
