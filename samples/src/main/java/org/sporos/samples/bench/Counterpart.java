package org.sporos.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A program in another language that measures the same work: it answers a line {@code name repetitions} with the median
 * of one repetition in microseconds, or with {@code unknown}. Used by one thread.
 */
final class Counterpart implements AutoCloseable {
    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    /**
     * Starts a program.
     *
     * @param name what it is called in tables
     * @param command the program and its arguments, cut at blanks
     */
    Counterpart(String name, String command) throws IOException {
        this.name = name;
        process = new ProcessBuilder(List.of(command.trim().split("\\s+")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        questions = process.outputWriter(StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the program of an argument of the form {@code name=command}.
     *
     * @throws IllegalArgumentException if it has another form
     */
    static Counterpart of(String argument) throws IOException {
        int cut = argument.indexOf('=');
        if (cut < 0) {
            throw new IllegalArgumentException("'" + argument + "' is not of the form name=command");
        }
        return new Counterpart(argument.substring(0, cut), argument.substring(cut + 1));
    }

    String name() {
        return name;
    }

    /**
     * Returns the median of some repetitions in microseconds, NaN if the program does not know the work.
     *
     * @throws IllegalStateException if the program has ended
     */
    double measure(String work, int repetitions) {
        try {
            questions.write(work + " " + repetitions + "\n");
            questions.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException(name + " ended when it was asked for " + work);
            }
            return answer.equals("unknown") ? Double.NaN : Double.parseDouble(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " ended when it was asked for " + work, e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
