package org.sporos.host.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** A script that a program takes for a compiler. It notes each of its calls, with the processes that work for it. */
final class FakeCompiler {
    /** Does not end, and neither do the two others that it starts. */
    static final String HANGS = "sh -c 'echo $$ >> \"$0.pids\"; sleep 1000' \"$0\" & sleep 1000";

    static final String WRITES_GARBAGE = "head -c 20000 /dev/urandom > \"$out\"";
    static final String WRITES_NOTHING = "true";
    static final String WRITES_A_FOLDER = "mkdir \"$out\"";
    /** Three gigabytes, of which none take room on the disk. */
    static final String WRITES_TOO_MUCH = "dd if=/dev/null of=\"$out\" bs=1 seek=3221225472 2> /dev/null";

    static final String WRITES_HALF =
            "g++ \"$@\" && head -c 9000 \"$out\" > \"$out.half\" && mv \"$out.half\" \"$out\"";
    static final String WRITES_ANOTHER =
            "echo 'extern \"C\" int other() { return 1; }' > \"$out.cpp\"; g++ -shared -fPIC -o \"$out\" \"$out.cpp\"";

    private final Path script;

    private FakeCompiler(Path script) {
        this.script = script;
    }

    /** Returns one that says its version and does something else when it is to compile. */
    static FakeCompiler that(Path folder, String what) throws IOException {
        return in(folder, "[ \"$1\" = --version ] && { echo fake 1; exit 0; }", what);
    }

    /** Returns one that already hangs when it is asked for its version. */
    static FakeCompiler thatHangsAtOnce(Path folder) throws IOException {
        return in(folder, "", HANGS);
    }

    private static FakeCompiler in(Path folder, String version, String what) throws IOException {
        Path script = Files.createTempFile(folder, "fake", ".sh");
        Files.writeString(script, """
                #!/bin/sh
                %s
                echo $$ >> "$0.pids"
                echo call >> "$0.calls"
                out=; last=
                for word in "$@"; do [ "$last" = -o ] && out=$word; last=$word; done
                %s
                """.formatted(version, what));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return new FakeCompiler(script);
    }

    String command() {
        return script.toString();
    }

    Toolchain toolchain() {
        return new Toolchain(command(), "fake 1");
    }

    /** Returns how often it was to do something. */
    int calls() throws IOException {
        return lines(".calls").size();
    }

    /** Returns the processes that were started for it and are alive. */
    List<ProcessHandle> alive() throws IOException {
        List<ProcessHandle> alive = new ArrayList<>();
        for (String pid : lines(".pids")) {
            ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).ifPresent(alive::add);
        }
        return alive;
    }

    /** Returns when it works with all that it starts. */
    void awaitProcesses(int count) throws Exception {
        for (int tries = 0; tries < 6000 && alive().size() < count; tries++) {
            Thread.sleep(10);
        }
        if (alive().size() < count) {
            throw new AssertionError("the compiler has not begun");
        }
    }

    private List<String> lines(String ending) throws IOException {
        Path file = Path.of(script + ending);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
