package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bytedeco.cuda.global.cudart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The native functions that the class files call, which are looked up before they are called and listed in the docs.
 * {@code -Dsporos.docs.update=true} writes the list, on a machine that has CUDA's headers.
 */
@Tag("sources")
class CudaFunctionsTest {
    private static final Path PAGE = Path.of("../docs/native-functions.md");
    private static final Path HEADER = Path.of("/usr/local/cuda/include/cudaTypedefs.h");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `(\\w+)` \\| (\\S+) \\|");
    private static final String CUDART = "org/bytedeco/cuda/global/cudart";
    private static final String NVRTC = "org/bytedeco/cuda/global/nvrtc";

    /**
     * A row of the page.
     *
     * @param binding the method in Java
     * @param symbol the native function
     * @param since the version of CUDA that brought it, or a dash
     */
    private record Row(String binding, String symbol, String since) {
        @Override
        public String toString() {
            return "| `" + binding + "` | `" + symbol + "` | " + since + " |";
        }
    }

    private static Set<String> called(String owner) throws Exception {
        Path classes = Path.of(CudaFunctions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return NativeCalls.of(classes).stream()
                .filter(call -> call.owner().equals(owner))
                .map(NativeCalls.Reference::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> imports(String library) throws IOException {
        try (InputStream in = cudart.class.getResourceAsStream("/org/bytedeco/cuda/linux-x86_64/" + library)) {
            return ElfImports.of(in.readAllBytes());
        }
    }

    /** Returns the function behind a binding: headers give some plain names to later versions of a function. */
    private static String symbol(String binding, Set<String> imports) {
        List<String> found = imports.stream()
                .filter(name -> name.matches(Pattern.quote(binding) + "(_v\\d+)?"))
                .toList();
        assertThat(found).as("what " + binding + " can be in the library").hasSize(1);
        return found.get(0);
    }

    private static List<Row> rows(String owner, String library) throws Exception {
        Set<String> imports = imports(library);
        List<Row> rows = new ArrayList<>();
        for (String binding : called(owner)) {
            rows.add(new Row(binding, symbol(binding, imports), "-"));
        }
        return rows;
    }

    private static List<Row> ofPage() throws IOException {
        Matcher row = ROW.matcher(Files.readString(PAGE));
        List<Row> rows = new ArrayList<>();
        while (row.find()) {
            rows.add(new Row(row.group(1), row.group(2), row.group(3)));
        }
        return rows;
    }

    private static List<String> symbols(List<Row> rows) {
        return rows.stream().map(Row::symbol).sorted().toList();
    }

    @Test
    void all_functions_of_the_driver_that_are_called_are_looked_up_before() throws Exception {
        assertThat(CudaFunctions.OF_DRIVER)
                .as("CudaFunctions.OF_DRIVER, against what the class files call")
                .isEqualTo(symbols(rows(CUDART, "libjnicudart.so")));
    }

    @Test
    void no_function_of_the_runtime_is_called() throws Exception {
        assertThat(called(CUDART)).allMatch(name -> name.matches("cu[A-Z]\\w+"));
    }

    @Test
    void the_page_lists_all_functions_that_are_called() throws Exception {
        List<Row> called = rows(CUDART, "libjnicudart.so");
        called.addAll(rows(NVRTC, "libjninvrtc.so"));
        if (Boolean.getBoolean("sporos.docs.update")) {
            update(called);
        }
        assertThat(ofPage().stream().map(row -> new Row(row.binding(), row.symbol(), "-")))
                .as(PAGE + "; write it with -Dsporos.docs.update=true")
                .isEqualTo(called);
    }

    @Test
    void no_function_is_newer_than_what_the_probe_asks_for() throws Exception {
        assertThat(ofPage().stream().filter(row -> row.binding().startsWith("cu")))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(number(row.since())).isLessThanOrEqualTo(number(CudaProbe.OLDEST)));
    }

    @Test
    void the_versions_on_the_page_are_those_of_the_headers() throws Exception {
        assumeTrue(Files.exists(HEADER), "there are no headers of CUDA on this machine");
        String header = Files.readString(HEADER);
        assertThat(ofPage()).allSatisfy(row -> assertThat(row.since()).isEqualTo(since(row.symbol(), header)));
    }

    private static int number(String version) {
        String[] parts = version.split("\\.");
        return Integer.parseInt(parts[0]) * 1000 + Integer.parseInt(parts[1]);
    }

    /** Returns the version of the last function of a name: that is the one that headers give the plain name to. */
    private static String since(String symbol, String header) {
        Matcher version = Pattern.compile("PFN_" + symbol.replaceFirst("_v\\d+$", "") + "_v(\\d+)\\)")
                .matcher(header);
        int last = 0;
        while (version.find()) {
            last = Math.max(last, Integer.parseInt(version.group(1)));
        }
        return last == 0 ? "-" : last / 1000 + "." + last % 1000 / 10;
    }

    private static void update(List<Row> rows) throws IOException {
        String header = Files.readString(HEADER);
        String page = Files.readString(PAGE);
        String table = rows.stream()
                .map(row -> new Row(row.binding(), row.symbol(), since(row.symbol(), header)).toString())
                .collect(Collectors.joining("\n"));
        int begin = page.indexOf("| --- |");
        begin = page.indexOf('\n', begin) + 1;
        int end = page.indexOf("\n\n", begin);
        Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
    }
}
