package org.sporos.sweep;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;

/**
 * The results of a sweep, a row for each case, in the order of the cases. Immutable.
 *
 * <p>As text and as CSV it has a column for the number of the case, one for each component of a record of parameters
 * (or key of a map; other values are one column), likewise for results, and one for failures if there are any. Equal
 * results give equal texts: times and spaces are in the rows only.
 *
 * <pre>{@code
 * SweepTable<Integer, Double> table = sweep.run(cases);
 * System.out.print(table);
 * table.writeCsv(Path.of("norms.csv"));
 * }</pre>
 *
 * @param <P> a set of parameters
 * @param <R> a result
 */
public final class SweepTable<P, R> {
    private final String label;
    private final List<SweepCase<P, R>> rows;

    private SweepTable(String label, List<SweepCase<P, R>> rows) {
        this.label = label;
        this.rows = rows;
    }

    /** Returns the table of rows in any order, as a system that spread the cases itself has them. */
    public static <P, R> SweepTable<P, R> of(String label, List<SweepCase<P, R>> rows) {
        Required.argument(label, "the label of a sweep");
        List<SweepCase<P, R>> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparingInt(SweepCase::index));
        return new SweepTable<>(label, List.copyOf(sorted));
    }

    /** Returns all rows. */
    public List<SweepCase<P, R>> rows() {
        return rows;
    }

    /** Returns the rows of cases that failed. */
    public List<SweepCase<P, R>> failures() {
        return rows(SweepCase.State.FAILED);
    }

    /** Returns the rows of cases that have no result since the sweep was cancelled. */
    public List<SweepCase<P, R>> cancelled() {
        return rows(SweepCase.State.CANCELLED);
    }

    private List<SweepCase<P, R>> rows(SweepCase.State state) {
        return rows.stream().filter(row -> row.state() == state).toList();
    }

    /**
     * Returns the results of all cases.
     *
     * @throws IllegalStateException if one has none; its exception is the cause
     */
    public List<@Nullable R> results() {
        List<@Nullable R> results = new ArrayList<>();
        for (SweepCase<P, R> row : rows) {
            if (row.state() != SweepCase.State.DONE) {
                int others = failures().size() + cancelled().size();
                throw new CodedStateException(
                        "S291",
                        "of the sweep " + Labels.quoted(label) + " " + others + " of " + rows.size()
                                + " cases have no result; the first is " + Labels.shown(row.toString())
                                + ". Use the rows() that are done, or mend failures()",
                        row.failure());
            }
            results.add(row.result());
        }
        return results;
    }

    /** Returns it as CSV by RFC 4180, but with line feeds: a line with the names of columns, then one a case. */
    public String toCsv() {
        SweepColumns columns = new SweepColumns(rows);
        StringBuilder text = new StringBuilder();
        List<String> names = columns.names();
        appendCsv(text, names);
        for (SweepCase<P, R> row : rows) {
            Map<String, @Nullable Object> values = columns.values(row);
            appendCsv(
                    text,
                    names.stream().map(name -> Cell.text(values.get(name))).toList());
        }
        return text.toString();
    }

    private static void appendCsv(StringBuilder text, List<String> cells) {
        text.append(String.join(",", cells.stream().map(Cell::csv).toList())).append('\n');
    }

    /** Writes {@link #toCsv()} into a file. */
    public void writeCsv(Path file) throws IOException {
        Files.writeString(file, toCsv());
    }

    /** Returns the label of the sweep. */
    public String label() {
        return label;
    }

    /** Returns it as lines of aligned columns, numbers at the right. */
    @Override
    public String toString() {
        return AlignedText.of(rows);
    }

    /** A table as text: one line a row, columns of equal width two spaces apart. */
    private static final class AlignedText {
        private static final String GAP = "  ";

        private AlignedText() {}

        static String of(List<? extends SweepCase<?, ?>> rows) {
            SweepColumns columns = new SweepColumns(rows);
            List<List<String>> texts = new ArrayList<>();
            for (String name : columns.names()) {
                texts.add(column(name, rows, columns));
            }
            StringBuilder text = new StringBuilder();
            for (int line = 0; line <= rows.size(); line++) {
                StringBuilder cells = new StringBuilder();
                for (List<String> column : texts) {
                    cells.append(column.get(line)).append(GAP);
                }
                text.append(cells.toString().stripTrailing()).append('\n');
            }
            return text.toString();
        }

        /** Returns the cells of a column, its name first, all of one width. */
        private static List<String> column(String name, List<? extends SweepCase<?, ?>> rows, SweepColumns columns) {
            List<String> cells = new ArrayList<>(List.of(Labels.shown(name)));
            boolean isRight = true;
            for (SweepCase<?, ?> row : rows) {
                Map<String, @Nullable Object> values = columns.values(row);
                Object value = values.get(name);
                isRight &= value == null || Cell.isNumber(value);
                cells.add(Labels.shown(Cell.text(value)));
            }
            int width = cells.stream().mapToInt(String::length).max().orElse(0);
            boolean right = isRight;
            return cells.stream().map(cell -> padded(cell, width, right)).toList();
        }

        private static String padded(String cell, int width, boolean right) {
            String spaces = " ".repeat(width - cell.length());
            return right ? spaces + cell : cell + spaces;
        }
    }

    /**
     * The columns of a table. A record has one for each component, a map one for each key, another value one. Rows may
     * have different ones; the order is that in which rows bring them.
     */
    private static final class SweepColumns {
        private static final String INDEX = "case";
        private static final String PARAMETERS = "parameters";
        private static final String RESULT = "result";
        private static final String FAILURE = "failure";

        private final Set<String> parameters = new LinkedHashSet<>();
        private final Set<String> results = new LinkedHashSet<>();
        private final boolean isFailing;

        SweepColumns(List<? extends SweepCase<?, ?>> rows) {
            for (SweepCase<?, ?> row : rows) {
                parameters.addAll(parts(PARAMETERS, row.parameters()).keySet());
                results.addAll(parts(RESULT, row.result()).keySet());
            }
            isFailing = rows.stream().anyMatch(row -> row.state() != SweepCase.State.DONE);
        }

        /** Returns the names of the columns. A result that is named as a parameter is {@code result.name}. */
        List<String> names() {
            Set<String> names = new LinkedHashSet<>();
            names.add(INDEX);
            names.addAll(parameters);
            results.forEach(name -> names.add(resultName(name)));
            if (isFailing) {
                names.add(FAILURE);
            }
            return List.copyOf(names);
        }

        private String resultName(String name) {
            return parameters.contains(name) || name.equals(INDEX) || name.equals(FAILURE) ? RESULT + "." + name : name;
        }

        /** Returns the values of a row by the names of their columns. */
        Map<String, @Nullable Object> values(SweepCase<?, ?> row) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            values.putAll(parts(PARAMETERS, row.parameters()));
            parts(RESULT, row.result()).forEach((name, value) -> values.put(resultName(name), value));
            values.put(INDEX, row.index());
            switch (row.state()) {
                case DONE -> {}
                case FAILED -> values.put(FAILURE, Cell.failure(row.failure()));
                case CANCELLED -> values.put(FAILURE, "cancelled");
            }
            return values;
        }

        private static Map<String, @Nullable Object> parts(String name, @Nullable Object value) {
            Map<String, @Nullable Object> parts = new LinkedHashMap<>();
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, part) -> parts.put(Cell.text(key), part));
            } else if (value != null && !addComponents(value, parts)) {
                parts.put(name, value);
            }
            return parts;
        }

        /** A record of a module that does not open it is one value. */
        private static boolean addComponents(Object value, Map<String, @Nullable Object> parts) {
            RecordComponent[] components = value.getClass().getRecordComponents();
            if (components == null) {
                return false;
            }
            Map<String, @Nullable Object> found = new LinkedHashMap<>();
            for (RecordComponent component : components) {
                Method accessor = component.getAccessor();
                if (!accessor.trySetAccessible()) {
                    return false;
                }
                try {
                    found.put(component.getName(), accessor.invoke(value));
                } catch (ReflectiveOperationException e) {
                    return false;
                }
            }
            parts.putAll(found);
            return true;
        }
    }
}
