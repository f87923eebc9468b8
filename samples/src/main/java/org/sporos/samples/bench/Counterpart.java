package org.sporos.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A process that measures the same work, with one line per request and per answer. Programs in other languages answer
 * {@code name repetitions} with the median of one repetition in microseconds, or with {@code unknown}. Used by one
 * thread.
 */
final class Counterpart implements AutoCloseable {
    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

    /**
     * Starts a program.
     *
     * @param name its name in tables
     * @param command the program and its arguments, separated by blanks
     */
    Counterpart(String name, String command) throws IOException {
        this(name, List.of(command.trim().split("\\s+")));
    }

    /** Starts a program with arguments that may contain blanks. */
    Counterpart(String name, List<String> command) throws IOException {
        this.name = name;
        process = new ProcessBuilder(command)
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
     * Returns the median of some repetitions in microseconds, NaN if the program does not implement the work.
     *
     * @throws IllegalStateException if the program has ended
     */
    double measure(String work, int repetitions) {
        String answer = ask(work + " " + repetitions, work);
        return answer.equals("unknown") ? Double.NaN : Double.parseDouble(answer);
    }

    /**
     * Sends a line and returns the answer.
     *
     * @throws IllegalStateException if the program has ended
     */
    String ask(String line) {
        return ask(line, line);
    }

    private String ask(String line, String work) {
        try {
            questions.write(line + "\n");
            questions.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException(name + " ended when it was asked for " + work);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " ended when it was asked for " + work, e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
