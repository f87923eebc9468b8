package org.sporos.host.mpi;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.comm.CommunicatorProvider;
import org.sporos.comm.Transport;
import org.sporos.error.CodedStateException;
import org.sporos.host.natives.ElfFile;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.space.Availability;

/** Opens the communicator of MPI. The launcher's environment variables determine the MPI. */
public final class MpiProvider implements CommunicatorProvider {
    private static final String KIND = "mpi";
    private static final String COMPILER = "sporos.mpi.compiler";
    private static final String OPEN_MPI = "OMPI_COMM_WORLD_SIZE";
    private static final String MPICH = "PMI_SIZE";

    private static boolean isOpen;

    /** For {@link java.util.ServiceLoader}. */
    public MpiProvider() {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public int launchedProcesses() {
        return Math.max(number(System.getenv(OPEN_MPI)), number(System.getenv(MPICH)));
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text.trim());
        } catch (NumberFormatException notOurs) {
            return 0;
        }
    }

    @Override
    public Availability probe() {
        String wrapper = wrapper();
        return wrapper == null ? new Availability(KIND, false, absence()) : new Availability(KIND, true, wrapper);
    }

    private static String absence() {
        String system = ElfFile.violationOfSystem();
        if (system != null) {
            return system;
        }
        String named = System.getProperty(COMPILER);
        return named == null
                ? "there is no compiler wrapper mpicc in PATH; install an MPI with its headers (Debian: libmpich-dev or"
                        + " libopenmpi-dev), or name its mpicc by " + COMPILER
                : "the compiler wrapper " + Labels.quoted(named) + " that " + COMPILER + " names is not there";
    }

    /**
     * Returns the compiler wrapper of the launcher's MPI, or null. Debian installs several MPIs side by side, each with
     * a wrapper; mpicc is one of them.
     */
    private static @Nullable String wrapper() {
        if (ElfFile.violationOfSystem() != null) {
            return null;
        }
        String named = System.getProperty(COMPILER);
        List<String> names = named != null
                ? List.of(named)
                : number(System.getenv(OPEN_MPI)) > 0
                        ? List.of("mpicc.openmpi", "mpicc")
                        : number(System.getenv(MPICH)) > 0 ? List.of("mpicc.mpich", "mpicc") : List.of("mpicc");
        return names.stream().filter(MpiProvider::isThere).findFirst().orElse(null);
    }

    private static boolean isThere(String command) {
        try {
            if (command.contains("/")) {
                return Files.isExecutable(Path.of(command));
            }
            String path = System.getenv("PATH");
            for (String folder : path == null ? new String[0] : path.split(":")) {
                if (Files.isExecutable(Path.of(folder).resolve(command))) {
                    return true;
                }
            }
        } catch (InvalidPathException e) {
            return false;
        }
        return false;
    }

    @Override
    public Transport open() {
        synchronized (MpiProvider.class) {
            if (isOpen) {
                throw new CodedStateException(
                        "C413",
                        "the communicator of MPI was opened before in this process, and MPI begins once; share that one, or"
                                + " give parts of the program parts of it by split()");
            }
            load(String.valueOf(wrapper()));
            isOpen = true;
            return MpiTransport.ofWorld();
        }
    }

    private static void load(String wrapper) {
        try {
            new MpiGlue(wrapper, BinaryCache.ofUser()).load();
        } catch (Exception | LinkageError e) {
            throw new CodedStateException(
                    "C414", "the glue to MPI cannot be made by " + Labels.quoted(wrapper) + ": " + e.getMessage(), e);
        }
    }
}
