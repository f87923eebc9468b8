package org.sporos.kernel.diskcache;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.sporos.contract.Patience;

/** Owners, modes and kinds of files, as an attacker or an administrator sets them. */
final class Posix {
    /** The number that most systems give to nobody. */
    static final int NOBODY = 65534;

    private Posix() {}

    /** Gives a file itself, not what it links to, to another user. */
    static void give(Path file, int user) throws IOException {
        assumeTrue(FileTrust.ofProcess().isOwn(Path.of("/")), "skipped: only root can give files to other users");
        Files.setAttribute(file, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
    }

    static Path mode(Path file, int mode) throws IOException {
        Files.setAttribute(file, "unix:mode", mode);
        return file;
    }

    static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    static void fifo(Path file) throws Exception {
        Process process =
                new ProcessBuilder("mkfifo", file.toString()).inheritIO().start();
        assumeTrue(
                process.waitFor(Patience.SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0,
                "skipped: no mkfifo here");
    }
}
