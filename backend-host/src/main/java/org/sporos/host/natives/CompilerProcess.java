package org.sporos.host.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.kernel.diskcache.ProcessTree;
import org.sporos.kernel.diskcache.ScratchFolder;

/**
 * One call of a compiler in a scratch folder. Its process tree and its folder end with the call, also after a timeout,
 * an interrupt or the exit of the JVM. If the JVM is killed, a later one cleans up after a day.
 */
public final class CompilerProcess implements AutoCloseable {
    /** The system property of the time limit. */
    static final String SECONDS = "sporos.host.compiler.seconds";

    private static final int MOST_TEXT = 8192;

    private final ScratchFolder scratch;
    /** Guarded by {@link #scratch}. */
    private @Nullable ProcessHandle process;

    private CompilerProcess(ScratchFolder scratch) {
        this.scratch = scratch;
        scratch.onShutdown(this::end);
    }

    /** Thrown after a compiler was killed at the time limit. */
    static final class TimeoutException extends IOException {
        private static final long serialVersionUID = 1L;

        TimeoutException(String message) {
            super(message);
        }
    }

    /** Creates the folder. */
    public static CompilerProcess open() throws IOException {
        return new CompilerProcess(ScratchFolder.open("cpp"));
    }

    /** Returns the folder of the compiler's files. */
    public Path folder() {
        return scratch.path();
    }

    /**
     * Runs a command line and returns the first line that it prints.
     *
     * @throws IOException if the process cannot start, fails, or exceeds the time limit
     */
    public String run(List<String> line, long seconds) throws IOException {
        Path folder = folder();
        Path said = folder.resolve("said");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile());
        ProcessTree.workIn(builder, folder);
        try {
            Process started = start(builder);
            started.getOutputStream().close();
            if (!started.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new TimeoutException("K402: the compiler " + line.get(0) + " has not ended within " + seconds
                        + " s and is not asked again; " + SECONDS + " sets the limit");
            }
            scratch.requireNoShutdown();
            if (started.exitValue() != 0) {
                throw new IOException(line.get(0) + " says " + firstLine(said));
            }
            return firstLine(said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("interrupted while " + line.get(0) + " works");
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            end();
        }
    }

    private Process start(ProcessBuilder builder) throws IOException {
        synchronized (scratch) {
            scratch.requireNoShutdown();
            Process started = DaemonThreads.start(builder);
            process = started.toHandle();
            return started;
        }
    }

    /** Kills the process tree; at the exit of the JVM also children of a compiler that has ended. */
    private void end() {
        synchronized (scratch) {
            if (process != null && (scratch.isShuttingDown() || process.isAlive())) {
                ProcessTree.kill(process, scratch.path());
            }
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
        scratch.close();
    }
}
