package org.sporos.host.cpp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sporos.base.DaemonThreads;
import org.sporos.kernel.cache.ProcessFolder;
import org.sporos.kernel.cache.ProcessTree;

/**
 * One call of a compiler, with a folder of its own. Neither the compiler, nor what it has started, nor the folder
 * outlives the call: not when the time is up, nor when the thread is interrupted, nor when the JVM ends meanwhile.
 * Where the JVM is killed, the next one ends them.
 */
public final class CompilerProcess implements AutoCloseable {
    /** The system property that names how long a compiler may take. */
    static final String SECONDS = "sporos.host.compiler.seconds";

    private static final int MOST_TEXT = 8192;

    private final Path folder;

    private CompilerProcess(Path folder) {
        this.folder = folder;
    }

    /** Thrown when the compiler has been ended because it took too long. */
    static final class TimeoutException extends IOException {
        private static final long serialVersionUID = 1L;

        TimeoutException(String message) {
            super(message);
        }
    }

    /** Thrown in threads that the end of the JVM leaves behind. */
    static final class JvmEndsException extends IOException {
        private static final long serialVersionUID = 1L;

        JvmEndsException(@Nullable Throwable cause) {
            super("the JVM ends", cause);
        }
    }

    /** Makes the folder. */
    public static CompilerProcess open() throws IOException {
        return new CompilerProcess(ProcessFolder.newFolder("cpp"));
    }

    /** Returns where the compiler's files are. */
    public Path folder() {
        return folder;
    }

    /**
     * Returns what a compiler prints.
     *
     * @throws IOException if it cannot be started, fails, or takes longer than it may
     */
    public String run(List<String> line, long seconds) throws IOException {
        Path said = folder.resolve("said");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile());
        ProcessTree.workIn(builder, folder);
        EndHook hook = new EndHook(folder);
        try {
            Process process = hook.start(builder);
            process.getOutputStream().close();
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new TimeoutException("K402: the compiler " + line.get(0) + " has not ended within " + seconds
                        + " s and is not asked again; " + SECONDS + " sets the limit");
            }
            hook.requireNotEnding();
            if (process.exitValue() != 0) {
                throw new IOException(line.get(0) + " says " + firstLine(said));
            }
            return firstLine(said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + line.get(0) + " works", e);
        } finally {
            hook.close();
        }
    }

    private static String firstLine(Path said) throws IOException {
        try (InputStream in = Files.newInputStream(said)) {
            String text = new String(in.readNBytes(MOST_TEXT), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("nothing");
        }
    }

    /** Deletes the folder. */
    @Override
    public void close() {
        ProcessFolder.delete(folder);
    }

    /** Ends the compiler, also at the end of the JVM. The JVM knows it only while the compiler works. */
    private static final class EndHook implements AutoCloseable {
        private final Path folder;
        private final Thread thread = new Thread(this::atEnd, "sporos-cpp-end");
        private volatile boolean ending;
        private volatile @Nullable ProcessHandle process;

        EndHook(Path folder) {
            this.folder = folder;
        }

        Process start(ProcessBuilder builder) throws IOException {
            try {
                Runtime.getRuntime().addShutdownHook(thread);
            } catch (IllegalStateException e) {
                throw new JvmEndsException(e);
            }
            synchronized (this) {
                requireNotEnding();
                Process made = DaemonThreads.start(builder);
                process = made.toHandle();
                return made;
            }
        }

        void requireNotEnding() throws JvmEndsException {
            if (ending) {
                throw new JvmEndsException(null);
            }
        }

        private synchronized void atEnd() {
            ending = true;
            end();
            ProcessFolder.delete(folder);
        }

        private void end() {
            ProcessHandle started = process;
            if (started != null && (ending || started.isAlive())) {
                ProcessTree.end(started, folder);
            }
        }

        @Override
        public void close() {
            end();
            try {
                Runtime.getRuntime().removeShutdownHook(thread);
            } catch (IllegalStateException ends) {
                // Then it runs, or has run.
            }
        }
    }
}
