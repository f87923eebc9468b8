package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

final class NpyFileTest {
    private static final MemorySpace HOST = MemorySpace.host();

    @TempDir
    Path folder;

    @Test
    void a_file_has_the_bytes_that_numpy_writes() throws IOException {
        IntView view = IntView.of("u", HOST, 2, 3);
        view.assign(1, 2, 3, -4, 5, 6);
        Views.save(view, folder.resolve("u.npy"));
        ByteBuffer expected = ByteBuffer.allocate(128 + 24).order(ByteOrder.LITTLE_ENDIAN);
        expected.put((byte) 0x93)
                .put(ascii("NUMPY"))
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) 118);
        String header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
        expected.put(ascii(header + " ".repeat(117 - header.length()) + "\n"));
        for (int value : new int[] {1, 2, 3, -4, 5, 6}) {
            expected.putInt(value);
        }
        assertThat(Files.readAllBytes(folder.resolve("u.npy"))).isEqualTo(expected.array());
    }

    @Test
    void a_shape_is_a_tuple_of_python() throws IOException {
        assertThat(shapeOf(ByteView.of("a", HOST))).isEqualTo("'|i1' ()");
        assertThat(shapeOf(ShortView.of("a", HOST, 7))).isEqualTo("'<i2' (7,)");
        assertThat(shapeOf(FloatView.of("a", HOST, 7, 0))).isEqualTo("'<f4' (7, 0)");
        assertThat(shapeOf(LongView.of("a", HOST, 1, 2, 3, 4))).isEqualTo("'<i8' (1, 2, 3, 4)");
    }

    private String shapeOf(View view) throws IOException {
        Path file = folder.resolve("shape.npy");
        Views.save(view, file);
        byte[] bytes = Files.readAllBytes(file);
        String header = new String(bytes, 10, 118, StandardCharsets.US_ASCII);
        assertThat(header).endsWith("\n");
        return header.replaceAll("\\{'descr': (.*), 'fortran_order': False, 'shape': (.*), } *\n", "$1 $2");
    }

    @Test
    void all_types_ranks_and_layouts_come_back_to_the_bit() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<MemorySpace> spaces = List.of(HOST, TestMemory.checked("checked"), TestMemory.device("device"));
        for (ElementType type : ElementType.values()) {
            for (int round = 0; round < 20; round++) {
                long[] extents = random.longs(random.nextInt(5), 0, 12).toArray();
                View saved = filled(type, random, extents);
                View onSpace = Elements.view(type, "u", any(spaces, random), any(Layout.values(), random), extents);
                Views.deepCopy(onSpace, saved);
                Path file = folder.resolve("u.npy");
                Views.save(onSpace, file);
                View loaded = Elements.view(type, "v", any(spaces, random), any(Layout.values(), random), extents);
                Views.load(loaded, file);
                assertThat(Elements.all(loaded))
                        .as("seed %d, %s %s", seed, type, Arrays.toString(extents))
                        .isEqualTo(Elements.all(saved));
            }
        }
    }

    private static View filled(ElementType type, Random random, long... extents) {
        View view = Elements.view(type, "u", HOST, Layout.RIGHT, extents);
        Elements.forEachIndex(view, at -> Elements.set(view, random.nextInt(100), at));
        return view;
    }

    private static <T> T any(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    @Test
    void more_elements_than_a_buffer_come_back() throws IOException {
        DoubleView u = DoubleView.of("u", HOST, 100_003);
        double[] values = new Random(1).doubles(100_003).toArray();
        values[5] = Double.NaN;
        values[6] = -0.0;
        u.assign(values);
        Views.save(u, folder.resolve("u.npy"));
        DoubleView v = DoubleView.of("v", HOST, 100_003);
        Views.load(v, folder.resolve("u.npy"));
        assertThat(v.toArray()).isEqualTo(values);
        assertThat(Files.size(folder.resolve("u.npy"))).isEqualTo(128 + 8 * 100_003);
    }

    @Test
    void sub_views_are_saved_and_loaded() throws IOException {
        IntView u = IntView.of("u", HOST, 3, 4);
        u.assign(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        Views.save(u.subview(Slice.all(), Slice.at(1)), folder.resolve("column.npy"));
        Views.load(u.subview(Slice.at(0), Slice.range(1, 4)), folder.resolve("column.npy"));
        assertThat(u.toArray()).containsExactly(0, 1, 5, 9, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    void both_orders_of_indexes_and_of_bytes_are_read() throws IOException {
        ByteBuffer elements = ByteBuffer.allocate(24).order(ByteOrder.BIG_ENDIAN);
        for (int value : new int[] {1, 4, 2, 5, 3, 6}) {
            elements.putInt(value);
        }
        Path file = written("{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }", elements.array());
        IntView view = IntView.of("u", HOST, 2, 3);
        Views.load(view, file);
        assertThat(view.toArray()).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void a_header_of_version_2_and_other_spaces_are_read() throws IOException {
        String header = "{ 'shape':(1,),'fortran_order' :False , 'descr':'|i1'}\n";
        ByteBuffer bytes = ByteBuffer.allocate(12 + header.length() + 1).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put(ascii("NUMPY")).put((byte) 2).put((byte) 0).putInt(header.length());
        bytes.put(ascii(header)).put((byte) -7);
        Path file = Files.write(folder.resolve("v2.npy"), bytes.array());
        ByteView view = ByteView.of("u", HOST, 1);
        Views.load(view, file);
        assertThat(view.toArray()).containsExactly((byte) -7);
    }

    @Test
    void a_file_of_another_type_or_shape_is_refused_and_the_view_stays() throws IOException {
        Path file = folder.resolve("u.npy");
        DoubleView u = DoubleView.of("u", HOST, 2, 2);
        Views.save(u, file);
        FloatView narrow = FloatView.of("narrow", HOST, 2, 2);
        Views.fill(narrow, 7);
        assertThatThrownBy(() -> Views.load(narrow, file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "S268: file " + file + " holds f8 [2, 2] and view 'narrow' is f4 [2, 2]; load it into a view"
                                + " of its type and extents");
        assertThat(narrow.toArray()).containsOnly(7);
        assertThatThrownBy(() -> Views.load(DoubleView.of("flat", HOST, 4), file))
                .hasMessage("S268: file " + file + " holds f8 [2, 2] and view 'flat' is f8 [4]; load it into a view of"
                        + " its type and extents");
    }

    @Test
    void a_damaged_file_is_refused_and_the_view_stays() throws IOException {
        Path whole = folder.resolve("u.npy");
        IntView u = IntView.of("u", HOST, 3);
        u.assign(1, 2, 3);
        Views.save(u, whole);
        byte[] bytes = Files.readAllBytes(whole);
        IntView kept = IntView.of("kept", HOST, 3);
        kept.assign(7, 8, 9);
        for (int length = 0; length < bytes.length; length++) {
            Path cut = Files.write(folder.resolve("cut.npy"), Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Views.load(kept, cut))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("S267: file " + cut + " cannot be loaded: it ");
        }
        Path more = Files.write(folder.resolve("more.npy"), Arrays.copyOf(bytes, bytes.length + 1));
        assertThatThrownBy(() -> Views.load(kept, more))
                .hasMessage("S267: file " + more + " cannot be loaded: it has more than its 3 elements; it must be an"
                        + " .npy file of one array of numbers, as Views.save and numpy.save write it");
        assertThat(kept.toArray()).containsExactly(7, 8, 9);
    }

    @Test
    void other_formats_are_refused() throws IOException {
        Path text = Files.writeString(folder.resolve("u.txt"), "1 2 3, and a few more");
        IntView u = IntView.of("u", HOST, 3);
        assertThatThrownBy(() -> Views.load(u, text)).hasMessageContaining("it does not begin as a file of NumPy");
        Path records = written("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (3,), }", new byte[24]);
        assertThatThrownBy(() -> Views.load(u, records)).hasMessageContaining("its header is {'descr': [('x', '<f8')]");
        Path huge =
                written("{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }", new byte[4]);
        assertThatThrownBy(() -> Views.load(u, huge))
                .hasMessageContaining("S267")
                .hasMessageContaining("9999,)");
        byte[] newer = Files.readAllBytes(huge);
        newer[6] = 9;
        Path later = Files.write(folder.resolve("later.npy"), newer);
        assertThatThrownBy(() -> Views.load(u, later)).hasMessageContaining("its version is 9");
    }

    @Test
    void a_save_that_fails_leaves_the_old_file_and_nothing_else() throws IOException {
        IntView u = IntView.of("u", HOST, 3);
        Path file = folder.resolve("u.npy");
        Views.save(u, file);
        u.assign(1, 2, 3);
        Views.save(u, file);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        IntView closed = IntView.of("closed", HOST, 3);
        closed.close();
        assertThatThrownBy(() -> Views.save(closed, file)).hasMessageContaining("closed");
        assertThatThrownBy(() -> Views.save(u, folder.resolve("none").resolve("u.npy")))
                .isInstanceOf(NoSuchFileException.class);
        Path taken =
                Files.createDirectories(folder.resolve("taken").resolve("full")).getParent();
        assertThatThrownBy(() -> Views.save(u, taken)).isInstanceOf(IOException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(file, taken);
        }
        IntView again = IntView.of("again", HOST, 3);
        Views.load(again, file);
        assertThat(again.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void a_header_of_more_elements_than_the_file_has_is_refused_before_memory_is_taken() throws IOException {
        for (String shape : List.of("750000000,", "2, 750000000", "9000000000000000000, 9000000000000000000")) {
            Path file = written("{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }", new byte[8]);
            assertThatThrownBy(() -> NpyFile.extents(file, "u", ElementType.DOUBLE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("S267: file " + file + " cannot be loaded: it ends before its last element:"
                            + " its header says f8 [")
                    .hasMessageContaining("], and 8 bytes follow; it must be");
        }
        Path narrow = written("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", new byte[8]);
        assertThatThrownBy(() -> NpyFile.extents(narrow, "u", ElementType.DOUBLE))
                .hasMessage("S268: file " + narrow + " holds f4 [2] and view 'u' is f8 [2]; load it into a view of its"
                        + " type and extents");
    }

    @Test
    void a_save_follows_links_and_keeps_the_mode_of_the_file() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        IntView u = IntView.of("u", HOST, 3);
        u.assign(1, 2, 3);
        Path other = Files.createDirectory(folder.resolve("other"));
        Path file = Files.writeString(other.resolve("u.npy"), "old");
        Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-rw-rw-");
        Files.setPosixFilePermissions(file, mode);
        Path middle = Files.createSymbolicLink(other.resolve("middle.npy"), Path.of("u.npy"));
        Path link = Files.createSymbolicLink(folder.resolve("link.npy"), folder.relativize(middle));
        Views.save(u, link);
        assertThat(link).isSymbolicLink();
        assertThat(middle).isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(mode);
        checkSaved(file);

        Path missing = Files.createSymbolicLink(folder.resolve("missing.npy"), other.resolve("new.npy"));
        Views.save(u, missing);
        assertThat(missing).isSymbolicLink();
        checkSaved(other.resolve("new.npy"));
        Path plain = Files.writeString(other.resolve("plain"), "as other programs write it");
        assertThat(Files.getPosixFilePermissions(other.resolve("new.npy")))
                .isEqualTo(Files.getPosixFilePermissions(plain));

        Path ring = Files.createSymbolicLink(folder.resolve("ring.npy"), Path.of("ring.npy"));
        assertThatThrownBy(() -> Views.save(u, ring)).isInstanceOf(FileSystemLoopException.class);
        try (Stream<Path> files = Files.list(other)) {
            assertThat(files).containsExactlyInAnyOrder(file, middle, plain, other.resolve("new.npy"));
        }
    }

    private static void checkSaved(Path file) throws IOException {
        IntView again = IntView.of("again", HOST, 3);
        Views.load(again, file);
        assertThat(again.toArray()).containsExactly(1, 2, 3);
    }

    private Path written(String header, byte[] elements) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(10 + header.length() + 1 + elements.length);
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put(ascii("NUMPY")).put((byte) 1).put((byte) 0).putShort((short) (header.length() + 1));
        bytes.put(ascii(header + "\n")).put(elements);
        return Files.write(folder.resolve("written.npy"), bytes.array());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
