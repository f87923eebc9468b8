package org.sporos.docs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.docs.DocFile;

/** Questions in the words of users, and the first hit of each: the search's script is run by Node.js. */
final class SearchTest {
    private static final String RECIPES = "guide/recipes.html#";

    @TempDir
    Path folder;

    /** Returns the address of the first hit of each question. */
    private Map<String, String> firstHits(List<SitePage> pages, List<String> questions)
            throws IOException, InterruptedException {
        assumeTrue(hasNode(), "there is no Node.js on this machine");
        Path index = Files.writeString(folder.resolve("index.js"), SearchIndex.script(pages));
        Path script = Files.writeString(
                folder.resolve("first.js"),
                "globalThis.window = globalThis;\n"
                        + Files.readString(index)
                        + new String(SearchTest.class
                                .getResourceAsStream("search.js")
                                .readAllBytes())
                        + "\nfor (const q of " + array(questions)
                        + ") console.log((siteSearch(siteIndex, q)[0] ?? [0, 0, 'nothing'])[2]);\n");
        Path out = folder.resolve("out");
        Process node = new ProcessBuilder("node", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(node.waitFor(10, TimeUnit.MINUTES)).isTrue();
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSameSizeAs(questions);
        Map<String, String> hits = new LinkedHashMap<>();
        for (int q = 0; q < questions.size(); q++) {
            hits.put(questions.get(q), lines.get(q));
        }
        return hits;
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String array(List<String> texts) {
        List<String> quoted = new ArrayList<>();
        texts.forEach(text -> quoted.add(SearchIndex.quoted(text)));
        return quoted.toString();
    }

    private static SitePage page(String path, String heading, String text) {
        return new SitePage(path, "Title", "", List.of(new SitePage.Part(2, "here", heading, text)));
    }

    @Test
    void words_match_by_stem_synonym_and_beginning_and_guides_rank_above_the_changelog() throws Exception {
        List<SitePage> pages = List.of(
                page("CHANGELOG.md", "Swapped buffers", "swap"),
                page("docs/guide/a.md", "To swap two arrays", "swap"),
                page("docs/guide/b.md", "Halo", "thenWhile"),
                page("docs/guide/c.md", "Iterations", "converges"));
        assertThat(firstHits(pages, List.of("swapping", "ghost", "while", "convergence", "iter", "how do I", "xyz")))
                .containsExactlyEntriesOf(expected(
                        "swapping", "guide/a.html#here",
                        "ghost", "guide/b.html#here",
                        "while", "guide/b.html#here",
                        "convergence", "guide/c.html#here",
                        "iter", "guide/c.html#here",
                        "how do I", "nothing",
                        "xyz", "nothing"));
    }

    @Test
    void questions_find_their_answers() throws Exception {
        Map<String, String> expected = expected(
                "periodic boundary conditions", RECIPES + "periodic-boundaries",
                "torus", RECIPES + "periodic-boundaries",
                "interior of a box", RECIPES + "interior-of-a-box",
                "ghost cells", RECIPES + "ghost-cells",
                "halo", RECIPES + "ghost-cells",
                "swapping arrays", RECIPES + "swap-two-arrays",
                "ping-pong buffers", RECIPES + "swap-two-arrays",
                "red black", RECIPES + "red-black-and-gauss-seidel",
                "Gauss-Seidel", RECIPES + "red-black-and-gauss-seidel",
                "adaptive time stepping", RECIPES + "adaptive-time-step",
                "CFL", RECIPES + "adaptive-time-step",
                "how do I read one scalar", RECIPES + "read-one-scalar",
                "stop when it converges", RECIPES + "stop-on-convergence",
                "mixed precision", RECIPES + "mixed-precision",
                "tridiagonal", RECIPES + "tridiagonal-solve",
                "Thomas algorithm", RECIPES + "tridiagonal-solve",
                "nan", RECIPES + "hunt-for-nan",
                "find infinite values", RECIPES + "hunt-for-nan",
                "batched linear solver", RECIPES + "small-dense-systems",
                "LU", RECIPES + "small-dense-systems",
                "ode", RECIPES + "an-ode-for-each-index",
                "runge kutta", RECIPES + "an-ode-for-each-index",
                "conditional sum", RECIPES + "sum-over-a-subset",
                "masked mean", RECIPES + "sum-over-a-subset",
                "moving average", RECIPES + "moving-average",
                "sliding window", RECIPES + "moving-average",
                "gaussian noise", RECIPES + "noise-at-each-index",
                "paraview", RECIPES + "write-for-paraview",
                "csv", RECIPES + "write-csv",
                "cancel a run", RECIPES + "cancel-or-time-out-a-run",
                "timeout", RECIPES + "cancel-or-time-out-a-run",
                "graalvm native-image", RECIPES + "native-image",
                "fft", RECIPES + "call-cufft",
                "sum by key", RECIPES + "sum-by-key",
                "group by", RECIPES + "sum-by-key",
                "restart from checkpoint", RECIPES + "restart-from-a-checkpoint",
                "random numbers", "guide/random-numbers.html",
                "atomics", "guide/views-and-memory.html#atomics",
                "G102", "error-codes.html#g102-a-data-race",
                "kotlin", "own-project.html#kotlin",
                "mpi", "guide/several-processes.html",
                "prefix sum", "guide/reductions-and-scans.html#scans",
                "warnings of java 25", "own-project.html#warnings-of-java-24-and-newer",
                "breakpoint", "guide/debugging-a-kernel.html",
                "thenWhile", "tutorial.html#5-a-loop-on-the-device");
        List<DocFile> files = DocFile.all();
        PageRenderer renderer = new PageRenderer(new ApiTypes(), Set.of());
        List<SitePage> pages = files.stream().map(renderer::render).toList();
        Map<String, String> found = firstHits(pages, List.copyOf(expected.keySet()));
        assertThat(found).containsExactlyEntriesOf(expected);
    }

    private static Map<String, String> expected(String... questionsAndHits) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (int at = 0; at < questionsAndHits.length; at += 2) {
            expected.put(questionsAndHits[at], questionsAndHits[at + 1]);
        }
        return expected;
    }
}
