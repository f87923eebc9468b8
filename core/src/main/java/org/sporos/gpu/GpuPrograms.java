package org.sporos.gpu;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppProgram;

/**
 * The programs that are loaded on a device. Executables of the same text share one; those that nobody uses are kept for
 * graphs that are instantiated again, and unloaded while nothing runs, because a driver that unloads a module waits for
 * the whole device. Thread-safe.
 */
final class GpuPrograms {
    /** Unused programs that a trim leaves. */
    private static final int KEPT = 32;
    /** Unused programs that are kept at most, whatever runs. */
    private static final int MOST = 256;

    private final GpuDriver driver;
    private final GpuImages images;
    private final Map<Text, Loaded> loaded = new LinkedHashMap<>(16, 0.75f, true);
    private int unused;
    /** The number of unused programs above which some are unloaded. */
    private int kept = MOST;

    /** The parts of a program's text, but for the prelude, which a dialect has one of. */
    private record Text(String kernels, String dialect, List<String> flags) {
        static Text of(CppProgram program) {
            return new Text(program.kernels(), program.dialect().name(), program.flags());
        }
    }

    private static final class Loaded {
        final GpuProgram program;
        int uses;

        Loaded(GpuProgram program) {
            this.program = program;
        }
    }

    GpuPrograms(GpuDriver driver, GpuImages images) {
        this.driver = driver;
        this.images = images;
    }

    /**
     * Returns the program of a text, which is there as long as its owner.
     *
     * @throws GpuException if it does not compile
     */
    GpuProgram take(CppProgram text, NativeResources owned) {
        return take(Text.of(text), text::source, text.entries(), owned);
    }

    /** Returns a program of the library, which is there as long as its owner. */
    GpuProgram take(LibraryProgram program, CppDialect dialect, NativeResources owned) {
        String source = program.source(dialect);
        return take(new Text(source, dialect.name(), List.of()), () -> source, program.entries(), owned);
    }

    private GpuProgram take(Text key, Supplier<String> source, List<String> entries, NativeResources owned) {
        GpuProgram program = known(key, null);
        if (program == null) {
            GpuProgram mine = images.load(source.get(), key.flags(), entries);
            program = java.util.Objects.requireNonNull(known(key, mine));
            if (program != mine) {
                driver.unloadModule(mine.module());
            }
        }
        owned.add(() -> release(key));
        return program;
    }

    /** Counts one more user of a program; of the given one if there is none yet. */
    private synchronized @Nullable GpuProgram known(Text key, @Nullable GpuProgram mine) {
        Loaded entry = loaded.get(key);
        if (entry == null) {
            if (mine == null) {
                return null;
            }
            entry = new Loaded(mine);
            loaded.put(key, entry);
        } else if (entry.uses == 0) {
            unused--;
        }
        entry.uses++;
        return entry.program;
    }

    private void release(Text key) {
        boolean many;
        int left;
        synchronized (this) {
            Loaded entry = java.util.Objects.requireNonNull(loaded.get(key));
            unused += --entry.uses == 0 ? 1 : 0;
            many = unused > kept;
            left = Math.min(kept, KEPT);
        }
        if (many) {
            unload(left);
        }
    }

    /** Unloads programs that nobody uses, but some that were used last; called while nothing runs. */
    void trim() {
        unload(KEPT);
    }

    /** Unloads all programs that nobody uses, and from now on others as soon as that is so. */
    void close() {
        synchronized (this) {
            kept = 0;
        }
        unload(0);
    }

    private void unload(int left) {
        List<GpuProgram> old = new ArrayList<>();
        synchronized (this) {
            Iterator<Loaded> all = loaded.values().iterator();
            while (unused > left && all.hasNext()) {
                Loaded entry = all.next();
                if (entry.uses == 0) {
                    all.remove();
                    unused--;
                    old.add(entry.program);
                }
            }
        }
        old.forEach(program -> driver.unloadModule(program.module()));
    }
}
