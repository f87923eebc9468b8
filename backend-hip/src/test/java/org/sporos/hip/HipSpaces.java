package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sporos.contract.Spaces;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;

/** HIP spaces for tests, and what their executables say of loops. */
final class HipSpaces {
    private static final Pattern POLLS = Pattern.compile("the host polled loop conditions (\\d+) times");
    private static final Pattern CHUNK = Pattern.compile("chunks of (\\d+) iterations");

    private HipSpaces() {}

    /** Returns a new space; skips the test where there is no device. */
    static ExecutionSpace open() {
        return Spaces.open("hip");
    }

    /** Returns how often the host has polled loop conditions, in all runs so far. */
    static int polls(ExecutableGraph executable) {
        return first(POLLS, executable.explain());
    }

    /** Returns how many iterations of its first loop are launched at once. */
    static int chunk(ExecutableGraph executable) {
        return first(CHUNK, executable.explain());
    }

    private static int first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Integer.parseInt(found.group(1));
    }
}
