package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.graph.Graph;

/** A file of more than 500 lines and a method of more than 60 are asked why. Answers stand in the two lists here. */
final class SizeTest {
    private static final int FILE = 500;
    private static final int METHOD = 60;
    private static final Pattern JAVADOC_LINE = Pattern.compile("(?m)^ *\\*.*$");
    private static final Pattern PRINTS = Pattern.compile("System\\.(out|err)\\.\\w+\\(");

    /** Files that may be long, with the reason. */
    private static final Map<String, String> LONG_FILES = Map.of(
            "CudaDriver.java",
            "one method for each method of GpuDriver, and an import for each function of CUDA. A method that passes a"
                    + " call on to a part is as long as one that makes it, and a part for memory, streams, kernels or"
                    + " graphs shares about 60 % of its lines with HIP's, as the signatures are the same",
            "GpuExecutable.java",
            "launches, runs, profiles and the close of one executable, all under its lock",
            "GpuStream.java",
            "the lists of runs of one stream and all that moves between them, under the same two locks",
            "Work.java",
            "one record for each kind of node: what they say of themselves is read side by side",
            "RecordView.java",
            "one method for each rank, and factories for extents that are ints and longs, kept side by side",
            "$Type$View.java",
            "one method for each rank, and factories for extents that are ints and longs, kept side by side");

    /** Methods that may be long, with the reason. */
    private static final Map<String, String> LONG_METHODS = Map.of();

    @Test
    void files_are_short() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : ModuleSources.main()) {
            long lines;
            try (Stream<String> all = Files.lines(source)) {
                lines = all.count();
            }
            if (lines > FILE && !LONG_FILES.containsKey(source.getFileName().toString())) {
                tooLong.add(source + " has " + lines + " lines");
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void methods_are_short() throws Exception {
        Path classes = Path.of(
                Graph.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    tooLong.addAll(longMethods(new ClassReader(in)));
                }
            }
        }
        tooLong.removeIf(found -> LONG_METHODS.containsKey(found.substring(0, found.indexOf(' '))));
        assertThat(tooLong).isEmpty();
    }

    @Test
    void a_long_method_is_found() throws IOException {
        String name = org.sporos.arch.planted.loud.Prints.class.getName();
        assertThat(longMethods(new ClassReader(name))).containsExactly("Prints.aLongStory has 65 lines");
    }

    @Test
    void no_module_but_the_samples_prints() throws IOException {
        List<String> loud = new ArrayList<>();
        for (Path source : ModuleSources.main()) {
            String text = JAVADOC_LINE.matcher(Files.readString(source)).replaceAll("");
            boolean sample = source.startsWith(Path.of("..", "samples")) || source.startsWith(Path.of("..", "docs"));
            if (!sample && (PRINTS.matcher(text).find())) {
                loud.add(source.toString());
            }
        }
        assertThat(loud).isEmpty();
    }

    private static List<String> longMethods(ClassReader reader) {
        List<String> tooLong = new ArrayList<>();
        String owner = reader.getClassName().substring(reader.getClassName().lastIndexOf('/') + 1);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(int access, String name, String type, String s, String[] t) {
                        // Initialisers have the lines of fields, which stand anywhere.
                        return name.startsWith("<") ? null : new Lines(owner + "." + name, tooLong);
                    }
                },
                ClassReader.SKIP_FRAMES);
        return tooLong;
    }

    /** Counts the lines from the first statement of a method to its last, and the two around them. */
    private static final class Lines extends MethodVisitor {
        private final String name;
        private final List<String> tooLong;
        private int first = Integer.MAX_VALUE;
        private int last;

        Lines(String name, List<String> tooLong) {
            super(Opcodes.ASM9);
            this.name = name;
            this.tooLong = tooLong;
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            first = Math.min(first, line);
            last = Math.max(last, line);
        }

        @Override
        public void visitEnd() {
            if (last - first + 3 > METHOD) {
                tooLong.add(name + " has " + (last - first + 3) + " lines");
            }
        }
    }
}
