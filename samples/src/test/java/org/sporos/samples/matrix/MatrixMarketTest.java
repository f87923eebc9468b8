package org.sporos.samples.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MatrixMarketTest {
    @TempDir
    Path folder;

    @Test
    void a_general_matrix_has_the_entries_of_the_file_in_the_order_of_its_rows() throws IOException {
        CsrMatrix a = read("""
                %%MatrixMarket matrix coordinate real general
                % a comment
                2 3 4
                2 3 -4e-1
                1 1 1.5
                2 1 .25
                1 3 +3.E2
                """);
        assertThat(a.rows()).isEqualTo(2);
        assertThat(a.columns()).isEqualTo(3);
        assertThat(a.starts()).containsExactly(0, 2, 4);
        assertThat(a.column()).containsExactly(0, 2, 0, 2);
        assertThat(a.values()).containsExactly(1.5, 300, 0.25, -0.4);
        assertThat(a).hasToString("2 x 3 matrix of 4 entries");
    }

    @Test
    void the_lower_triangle_of_a_symmetric_matrix_is_mirrored() throws IOException {
        CsrMatrix a = read("""
                %%MatrixMarket matrix coordinate real symmetric
                3 3 4
                1 1 2
                2 1 -1
                3 2 -3
                3 3 5
                """);
        assertThat(dense(a)).isEqualTo(new double[][] {{2, -1, 0}, {-1, 0, -3}, {0, -3, 5}});
    }

    @Test
    void the_upper_triangle_of_a_skew_symmetric_matrix_has_the_other_sign() throws IOException {
        CsrMatrix a = read("""
                %%MatrixMarket matrix coordinate integer skew-symmetric
                3 3 2
                2 1 7
                3 2 -8
                """);
        assertThat(dense(a)).isEqualTo(new double[][] {{0, -7, 0}, {7, 0, 8}, {0, -8, 0}});
    }

    @Test
    void a_pattern_has_ones() throws IOException {
        CsrMatrix a = read("""
                %%MatrixMarket matrix coordinate pattern symmetric
                2 2 2
                1 1
                2 1
                """);
        assertThat(dense(a)).isEqualTo(new double[][] {{1, 1}, {1, 0}});
    }

    @Test
    void words_of_the_header_in_any_case_blank_lines_and_comments_and_wide_spaces_are_fine() throws IOException {
        CsrMatrix a =
                read("%%matrixmarket MATRIX Coordinate Real GENERAL\r\n\r\n%\r\n  1\t1 1\r\n\n%x\n 1   1\t 9 \n\n%");
        assertThat(dense(a)).isEqualTo(new double[][] {{9}});
    }

    @Test
    void a_comment_in_any_encoding_is_fine() throws IOException {
        Path file = folder.resolve("names.mtx");
        String text = "%%MatrixMarket matrix coordinate real general\n% Schr\u00f6dinger\n1 1 1\n1 1 2\n";
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(dense(MatrixMarket.read(file))).isEqualTo(new double[][] {{2}});
    }

    @Test
    void a_matrix_without_entries_is_fine() throws IOException {
        CsrMatrix a = read("%%MatrixMarket matrix coordinate real general\n2 3 0\n");
        assertThat(a.starts()).containsExactly(0, 0, 0);
        assertThat(a.entries()).isZero();
    }

    @Test
    void random_matrices_come_back_as_they_were_written() throws IOException {
        long seed = System.nanoTime();
        System.out.println("MatrixMarketTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            double[][] written = new double[1 + random.nextInt(9)][1 + random.nextInt(9)];
            StringBuilder entries = new StringBuilder();
            int count = 0;
            for (int j = 0; j < written[0].length; j++) {
                for (int i = written.length - 1; i >= 0; i--) {
                    if (random.nextBoolean()) {
                        written[i][j] = random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
                        entries.append(i + 1)
                                .append(' ')
                                .append(j + 1)
                                .append(' ')
                                .append(written[i][j])
                                .append('\n');
                        count++;
                    }
                }
            }
            String head = "%%MatrixMarket matrix coordinate real general\n";
            String sizes = written.length + " " + written[0].length + " " + count + "\n";
            assertThat(dense(read(head + sizes + entries))).as("seed %d", seed).isEqualTo(written);
        }
    }

    static Stream<Arguments> damaged() {
        String real = "%%MatrixMarket matrix coordinate real general\n";
        String symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
        String skew = "%%MatrixMarket matrix coordinate real skew-symmetric\n";
        String pattern = "%%MatrixMarket matrix coordinate pattern general\n";
        String integer = "%%MatrixMarket matrix coordinate integer general\n";
        return Stream.of(
                Arguments.of("", "1: the file is empty; the first line is '%%MatrixMarket matrix coordinate ...'"),
                Arguments.of(
                        "1 1 1\n1 1 1\n",
                        "1: '1 1 1' is no header; write '%%MatrixMarket matrix coordinate', field and symmetry"),
                Arguments.of(
                        "%%MatrixMarket matrix coordinate real\n",
                        "1: '%%MatrixMarket matrix coordinate real' is no header; write '%%MatrixMarket matrix"
                                + " coordinate', field and symmetry"),
                Arguments.of(
                        "%%MatrixMarket vector coordinate real general\n",
                        "1: the object 'vector' is not read; use matrix"),
                Arguments.of(
                        "%%MatrixMarket matrix array real general\n",
                        "1: the format 'array' is not read; use coordinate"),
                Arguments.of(
                        "%%MatrixMarket matrix coordinate complex general\n",
                        "1: the field 'complex' is not read; use real or integer or pattern"),
                Arguments.of(
                        "%%MatrixMarket matrix coordinate real hermitian\n",
                        "1: the symmetry 'hermitian' is not read; use general or symmetric or skew-symmetric"),
                Arguments.of(
                        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
                        "1: a pattern has no signs and cannot be skew-symmetric; use general or symmetric"),
                Arguments.of(real + "% c\n", "2: the file ends before the line of rows, columns and entries"),
                Arguments.of(real + "\n3 3\n", "3: '3 3' is no line of rows, columns and entries; write three numbers"),
                Arguments.of(real + "3 x 1\n", "2: 'x' is no whole number"),
                Arguments.of(real + "-3 3 1\n", "2: -3 rows; use 0 to 2147483639"),
                Arguments.of(real + "3 3 3000000000\n", "2: 3000000000 entries; use 0 to 2147483639"),
                Arguments.of(
                        symmetric + "3 4 1\n1 1 1\n",
                        "2: a symmetric matrix of 3 rows and 4 columns; both must be equal"),
                Arguments.of(
                        real + "2 2 1\n1 1\n", "3: '1 1' is no entry of a real matrix; write row, column and value"),
                Arguments.of(
                        pattern + "2 2 1\n1 1 5\n", "3: '1 1 5' is no entry of a pattern matrix; write row and column"),
                Arguments.of(real + "2 2 1\n0 1 5\n", "3: row 0 is outside of 1 to 2"),
                Arguments.of(real + "2 2 1\n1 3 5\n", "3: column 3 is outside of 1 to 2"),
                Arguments.of(real + "2 2 1\n1.0 1 5\n", "3: '1.0' is no whole number"),
                Arguments.of(
                        real + "2 2 1\n1 99999999999999999999 5\n", "3: '99999999999999999999' is no whole number"),
                Arguments.of(real + "2 2 1\n1 1 five\n", "3: 'five' is no number"),
                Arguments.of(real + "2 2 1\n1 1 5f\n", "3: '5f' is no number"),
                Arguments.of(real + "2 2 1\n1 1 NaN\n", "3: 'NaN' is no number"),
                Arguments.of(real + "2 2 1\n1 1 1e999\n", "3: '1e999' is too large for a double"),
                Arguments.of(integer + "2 2 1\n1 1 1.5\n", "3: '1.5' is no whole number"),
                Arguments.of(
                        real + "2 2 3\n1 1 5\n\n2 2 5\n",
                        "5: the file ends after 2 of the 3 entries that line 2 announces"),
                Arguments.of(
                        real + "2 2 1\n1 1 5\n\n2 2 5\n", "5: there are more than the 1 entries that line 2 announces"),
                Arguments.of(
                        symmetric + "3 3 1\n1 3 5\n",
                        "3: entry (1, 3) is above the diagonal of a symmetric matrix; write the lower triangle alone"),
                Arguments.of(
                        skew + "3 3 1\n2 2 5\n",
                        "3: entry (2, 2) is on the diagonal of a skew-symmetric matrix, which is zero; leave it out"),
                Arguments.of(real + "3 3 3\n3 1 5\n% c\n1 1 5\n3 1 5\n", "6: entry (3, 1) is already given in line 3"),
                Arguments.of(symmetric + "3 3 2\n3 1 5\n3 1 6\n", "4: entry (3, 1) is already given in line 3"));
    }

    @ParameterizedTest
    @MethodSource
    void damaged(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MatrixMarketException.class)
                .hasMessage("a.mtx:" + message);
    }

    @Test
    void a_missing_file_is_named() {
        assertThatThrownBy(() -> MatrixMarket.read(folder.resolve("none.mtx")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none.mtx");
    }

    private CsrMatrix read(String text) throws IOException {
        Path file = folder.resolve("a.mtx");
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
        return MatrixMarket.read(file);
    }

    private static double[][] dense(CsrMatrix a) {
        double[][] dense = new double[a.rows()][a.columns()];
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
                dense[i][j] = a.at(i, j);
            }
        }
        return dense;
    }
}
