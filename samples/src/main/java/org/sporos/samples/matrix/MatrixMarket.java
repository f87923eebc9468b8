package org.sporos.samples.matrix;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reader of sparse matrices from files in the coordinate format of Matrix Market, with the fields real, integer and
 * pattern and the symmetries general, symmetric and skew-symmetric, the latter two stored as lower triangles. Source:
 * Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935.
 */
public final class MatrixMarket {
    private static final String BANNER = "%%MatrixMarket";
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

    private final String file;
    private final BufferedReader lines;
    private int lineNumber;

    private MatrixMarket(String file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * Reads a file.
     *
     * @throws MatrixMarketException if it is malformed or of an unsupported kind; the message names file and line
     * @throws IOException if it cannot be read
     */
    public static CsrMatrix read(Path file) throws IOException {
        // Latin 1 decodes any bytes: names in comments have arbitrary encodings, the rest is ASCII.
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new MatrixMarket(file.getFileName().toString(), lines).matrix();
        }
    }

    private CsrMatrix matrix() throws IOException {
        Header header = header();
        String[] sizes = content();
        if (sizes == null) {
            throw damaged("the file ends before the line of rows, columns and entries");
        }
        if (sizes.length != 3) {
            throw damaged(
                    "'" + String.join(" ", sizes) + "' is no line of rows, columns and entries; write three numbers");
        }
        int rows = size("rows", sizes[0]);
        int columns = size("columns", sizes[1]);
        if (!header.isGeneral() && rows != columns) {
            throw damaged("a " + header.symmetry + " matrix of " + rows + " rows and " + columns
                    + " columns; both must be equal");
        }
        Triplets triplets = new Triplets(rows, columns);
        readEntries(header, triplets, size("entries", sizes[2]));
        return assembled(header, triplets.sorted());
    }

    private CsrMatrix assembled(Header header, Triplets.Sorted entries) throws MatrixMarketException {
        Optional<Triplets.Twice> found = entries.twice();
        if (found.isPresent()) {
            Triplets.Twice twice = found.get();
            boolean mirrored = !header.isGeneral() && twice.column() > twice.row();
            String name = mirrored ? name(twice.column(), twice.row()) : name(twice.row(), twice.column());
            throw damaged(twice.secondLine(), name + " is already given in line " + twice.firstLine());
        }
        return entries.toCsr();
    }

    private Header header() throws IOException {
        String line = next();
        if (line == null) {
            throw damaged("the file is empty; the first line is '" + BANNER + " matrix coordinate ...'");
        }
        String[] words = SPACE.split(line.trim(), -1);
        if (words.length != 5 || !words[0].equalsIgnoreCase(BANNER)) {
            throw damaged("'" + line + "' is no header; write '" + BANNER + " matrix coordinate', field and symmetry");
        }
        require("object", words[1], "matrix");
        require("format", words[2], "coordinate");
        String field = require("field", words[3], "real", "integer", "pattern");
        String symmetry = require("symmetry", words[4], "general", "symmetric", "skew-symmetric");
        if (field.equals("pattern") && symmetry.equals("skew-symmetric")) {
            throw damaged("a pattern has no signs and cannot be skew-symmetric; use general or symmetric");
        }
        return new Header(field, symmetry);
    }

    private String require(String what, String word, String... known) throws MatrixMarketException {
        for (String choice : known) {
            if (choice.equals(word.toLowerCase(Locale.ROOT))) {
                return choice;
            }
        }
        throw damaged("the " + what + " '" + word + "' is not read; use " + String.join(" or ", known));
    }

    private void readEntries(Header header, Triplets triplets, int expected) throws IOException {
        int announced = lineNumber;
        for (int count = 0; count < expected; count++) {
            String[] words = content();
            if (words == null) {
                throw damaged("the file ends after " + count + " of the " + expected + " entries that line " + announced
                        + " announces");
            }
            readEntry(header, triplets, words);
        }
        if (content() != null) {
            throw damaged("there are more than the " + expected + " entries that line " + announced + " announces");
        }
    }

    private void readEntry(Header header, Triplets triplets, String... words) throws MatrixMarketException {
        if (words.length != header.words()) {
            throw damaged("'" + String.join(" ", words) + "' is no entry of a " + header.field + " matrix; write "
                    + (header.isPattern() ? "row and column" : "row, column and value"));
        }
        int row = index("row", words[0], triplets.rows());
        int column = index("column", words[1], triplets.columns());
        if (!header.isGeneral() && column > row) {
            throw damaged(name(row, column) + " is above the diagonal of a " + header.symmetry
                    + " matrix; write the lower triangle alone");
        }
        if (header.isSkew() && column == row) {
            throw damaged(name(row, column) + " is on the diagonal of a skew-symmetric matrix, which is zero; leave it"
                    + " out");
        }
        double value = header.isPattern() ? 1 : value(header, words[2]);
        triplets.add(row, column, value, lineNumber);
        if (!header.isGeneral() && column != row) {
            triplets.add(column, row, header.isSkew() ? -value : value, lineNumber);
        }
    }

    private static String name(int row, int column) {
        return "entry (" + (row + 1) + ", " + (column + 1) + ")";
    }

    private int size(String what, String word) throws MatrixMarketException {
        long size = whole(word);
        if (size < 0 || size > Integer.MAX_VALUE - 8) {
            throw damaged(size + " " + what + "; use 0 to " + (Integer.MAX_VALUE - 8));
        }
        return (int) size;
    }

    /** Returns a zero-based index from a one-based one. */
    private int index(String what, String word, int limit) throws MatrixMarketException {
        long index = whole(word);
        if (index < 1 || index > limit) {
            throw damaged(what + " " + index + " is outside of 1 to " + limit);
        }
        return (int) index - 1;
    }

    private double value(Header header, String word) throws MatrixMarketException {
        if (header.field.equals("integer")) {
            return whole(word);
        }
        if (!REAL.matcher(word).matches()) {
            throw damaged("'" + word + "' is no number");
        }
        double value = Double.parseDouble(word);
        if (Double.isInfinite(value)) {
            throw damaged("'" + word + "' is too large for a double");
        }
        return value;
    }

    private long whole(String word) throws MatrixMarketException {
        if (!WHOLE.matcher(word).matches()) {
            throw damaged("'" + word + "' is no whole number");
        }
        return Long.parseLong(word);
    }

    /** Returns the words of the next line that is neither blank nor a comment, or null at the end. */
    private String @Nullable [] content() throws IOException {
        for (String line = next(); line != null; line = next()) {
            String text = line.trim();
            if (!text.isEmpty() && text.charAt(0) != '%') {
                return SPACE.split(text, -1);
            }
        }
        return null;
    }

    private @Nullable String next() throws IOException {
        String line = lines.readLine();
        lineNumber += line != null || lineNumber == 0 ? 1 : 0;
        return line;
    }

    private MatrixMarketException damaged(String reason) {
        return damaged(lineNumber, reason);
    }

    private MatrixMarketException damaged(int line, String reason) {
        return new MatrixMarketException(file + ":" + line + ": " + reason);
    }

    /** The content of the first line. */
    private record Header(String field, String symmetry) {
        boolean isPattern() {
            return field.equals("pattern");
        }

        boolean isGeneral() {
            return symmetry.equals("general");
        }

        boolean isSkew() {
            return symmetry.equals("skew-symmetric");
        }

        int words() {
            return isPattern() ? 2 : 3;
        }
    }

    /**
     * The entries of a sparse matrix in the order of the file, each with its line. Indexes are zero-based. Not
     * thread-safe.
     */
    private static final class Triplets {
        private final int rows;
        private final int columns;
        private int[] row = new int[16];
        private int[] column = new int[16];
        private int[] line = new int[16];
        private double[] values = new double[16];
        private int count;

        Triplets(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
        }

        int rows() {
            return rows;
        }

        int columns() {
            return columns;
        }

        void add(int i, int j, double value, int where) {
            if (count == row.length) {
                row = Arrays.copyOf(row, 2 * count);
                column = Arrays.copyOf(column, 2 * count);
                line = Arrays.copyOf(line, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            row[count] = i;
            column[count] = j;
            line[count] = where;
            values[count++] = value;
        }

        /** Returns the entries sorted by row; stable. */
        Sorted sorted() {
            int[] given = new int[count];
            Arrays.setAll(given, k -> k);
            return new Sorted(sorted(sorted(given, column, columns), row, rows));
        }

        /** Returns a stable order of entries by key, given an initial order. */
        private int[] sorted(int[] order, int[] keys, int buckets) {
            int[] next = starts(keys, buckets);
            int[] sorted = new int[count];
            for (int entry : order) {
                sorted[next[keys[entry]]++] = entry;
            }
            return sorted;
        }

        private int[] starts(int[] keys, int buckets) {
            int[] starts = new int[buckets + 1];
            for (int k = 0; k < count; k++) {
                starts[keys[k] + 1]++;
            }
            Arrays.parallelPrefix(starts, Integer::sum);
            return starts;
        }

        /** A duplicate entry, and the lines of both. */
        record Twice(int row, int column, int firstLine, int secondLine) {}

        /** The entries sorted by row and column. */
        final class Sorted {
            private final int[] order;

            private Sorted(int[] order) {
                this.order = order;
            }

            /** Returns a duplicate entry, if any. */
            Optional<Twice> twice() {
                for (int k = 1; k < count; k++) {
                    int first = order[k - 1];
                    int second = order[k];
                    if (row[first] == row[second] && column[first] == column[second]) {
                        return Optional.of(new Twice(row[first], column[first], line[first], line[second]));
                    }
                }
                return Optional.empty();
            }

            /** Returns the matrix. */
            CsrMatrix toCsr() {
                int[] sortedColumns = new int[count];
                double[] sortedValues = new double[count];
                for (int k = 0; k < count; k++) {
                    sortedColumns[k] = column[order[k]];
                    sortedValues[k] = values[order[k]];
                }
                return new CsrMatrix(rows, columns, starts(row, rows), sortedColumns, sortedValues);
            }
        }
    }
}
