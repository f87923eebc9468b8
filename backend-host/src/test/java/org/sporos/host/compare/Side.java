package org.sporos.host.compare;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One side of the comparison: a process that obeys commands. */
final class Side implements AutoCloseable {
    private final Process process;
    private final BufferedWriter to;
    private final BufferedReader from;

    Side(List<String> command) {
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        to = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends a command and returns its answer. */
    String ask(String command) {
        try {
            to.write(command);
            to.newLine();
            to.flush();
            String answer = from.readLine();
            if (answer == null) {
                throw new IllegalStateException("no answer to: " + command);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Sample measure(double millis, double least) {
        return Sample.parse(ask("measure " + millis + " " + (long) least));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
