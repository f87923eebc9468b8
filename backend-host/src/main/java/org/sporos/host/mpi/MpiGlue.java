package org.sporos.host.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sporos.host.natives.CompilerProcess;
import org.sporos.host.natives.ElfFile;
import org.sporos.internal.error.Required;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.CacheKey;
import org.sporos.kernel.diskcache.ScratchFolder;
import org.sporos.kernel.diskcache.UnusableProgramException;

/**
 * Compiles the glue with the compiler wrapper of an MPI, which sets paths of headers and libraries, and loads it. The
 * library is cached per MPI.
 */
record MpiGlue(String wrapper, BinaryCache cache) {
    /** Does not link MPI, so that the libraries below MPI are not loaded before their environment is set. */
    private static final String ENVIRONMENT = "environment.c";

    private static final String GLUE = "glue.c";
    private static final List<String> FLAGS =
            List.of("-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wl,--as-needed");
    private static final long SECONDS = 120;

    /**
     * Loads the functions of {@link MpiCalls}.
     *
     * @throws Exception if they cannot be compiled or loaded, with the reason in the message
     */
    void load() throws Exception {
        String compiler = wrapper + ": " + say("-show") + ", " + say("--version");
        load(ENVIRONMENT, compiler);
        MpiCalls.prepare();
        load(GLUE, compiler);
    }

    private void load(String name, String compiler) throws Exception {
        String source = source(name);
        CacheKey key = new CacheKey(source, System.getProperty("os.arch"), compiler, FLAGS);
        cache.get(key, () -> compile(name, source), MpiGlue::loaded);
    }

    private String say(String flag) throws IOException {
        try (CompilerProcess process = CompilerProcess.open()) {
            return process.run(List.of(wrapper, flag), SECONDS);
        }
    }

    private static String source(String name) throws IOException {
        try (InputStream in = MpiGlue.class.getResourceAsStream(name)) {
            return new String(Required.internal(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private byte[] compile(String name, String source) throws IOException {
        try (CompilerProcess process = CompilerProcess.open()) {
            Path in = Files.writeString(process.folder().resolve(name), source);
            Path out = process.folder().resolve("glue.so");
            List<String> line = new ArrayList<>(List.of(wrapper));
            line.addAll(FLAGS);
            line.addAll(List.of("-o", out.toString(), in.toString()));
            process.run(line, SECONDS);
            return Files.readAllBytes(out);
        }
    }

    /** Loads from this class: the JVM resolves native methods in libraries of the same class loader. */
    private static Boolean loaded(byte[] library) throws IOException, UnusableProgramException {
        String violation = ElfFile.violation(library);
        if (violation != null) {
            throw new UnusableProgramException(violation, new IOException(violation));
        }
        try (ScratchFolder scratch = ScratchFolder.open("load")) {
            Path file = scratch.path().resolve("mpi.so");
            Files.write(file, library);
            System.load(file.toString());
            return true;
        } catch (UnsatisfiedLinkError e) {
            throw new UnusableProgramException(String.valueOf(e.getMessage()), e);
        }
    }
}
