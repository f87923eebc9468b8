package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of libraries that have the names and symbols of CUDA's, and do nothing; and a JVM that finds only them. */
final class FakeCuda {
    private static final Set<String> OWN_CODE = Set.of(
            "cuInit",
            "cuDriverGetVersion",
            "cuDeviceGetCount",
            "cuDeviceGet",
            "cuDeviceGetName",
            "cuGetErrorName",
            "cuGetErrorString");

    private final Path folder;
    private final int major;
    private final Map<String, String> own = new LinkedHashMap<>();

    FakeCuda(Path folder, int major) {
        this.folder = folder;
        this.major = major;
    }

    /** Returns whether there is a compiler for the libraries. */
    static boolean canBeMade() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "g++")));
    }

    /** Gives a function of the driver that is made next code of its own, as C++. */
    FakeCuda with(String function, String code) {
        own.put(function, code);
        return this;
    }

    /** Makes a driver of so many devices; a version of 0 stands for {@code major.0}. */
    FakeCuda driver(int version, int devices, int statusOfInit, String... lacking) throws Exception {
        Set<String> rest = new TreeSet<>(CudaFunctions.OF_DRIVER);
        rest.removeAll(OWN_CODE);
        rest.removeAll(own.keySet());
        rest.removeAll(List.of(lacking));
        String source = """
                #include <cstdio>
                extern "C" {
                int cuInit(unsigned) { return %d; }
                int cuDriverGetVersion(int* version) { *version = %d; return 0; }
                int cuDeviceGetCount(int* count) { *count = %d; return 0; }
                int cuDeviceGet(int* device, int ordinal) { *device = ordinal; return 0; }
                int cuDeviceGetName(char* name, int size, int device) {
                    snprintf(name, size, "Fake %%d", device);
                    return 0;
                }
                int cuGetErrorName(int status, const char** text) { *text = "CUDA_ERROR_FAKE"; return 0; }
                int cuGetErrorString(int status, const char** text) { *text = "a fake error"; return 0; }
                %s
                %s
                }
                """.formatted(statusOfInit, version, devices, String.join("\n", own.values()), stubs(rest));
        return compile("libcuda.so.1", source);
    }

    /** Makes a runtime library, none of whose functions is called. */
    FakeCuda runtime() throws Exception {
        return compile("libcudart.so." + major, "");
    }

    /** Makes a compiler that accepts these options alone and returns the given ones as its image. */
    FakeCuda compiler(String... known) throws Exception {
        String source = """
                #include <cstring>
                #include <string>
                static const char* const KNOWN[] = {"", %s};
                static std::string image, said;
                extern "C" {
                int nvrtcVersion(int* major, int* minor) { *major = %d; *minor = 0; return 0; }
                int nvrtcCreateProgram(void** program, const char*, const char*, int, const char**, const char**) {
                    *program = &image;
                    return 0;
                }
                int nvrtcDestroyProgram(void**) { return 0; }
                int nvrtcCompileProgram(void*, int count, const char* const* options) {
                    image = "";
                    for (int k = 0; k < count; k++) {
                        bool known = false;
                        for (const char* word : KNOWN) known |= strcmp(word, options[k]) == 0;
                        if (!known) {
                            said = std::string("unrecognized option ") + options[k] + " found";
                            return 5;
                        }
                        image += std::string(options[k]) + " ";
                    }
                    return 0;
                }
                const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_INVALID_OPTION"; }
                int nvrtcGetProgramLogSize(void*, size_t* size) { *size = said.size() + 1; return 0; }
                int nvrtcGetProgramLog(void*, char* log) { strcpy(log, said.c_str()); return 0; }
                int nvrtcGetCUBINSize(void*, size_t* size) { *size = image.size(); return 0; }
                int nvrtcGetCUBIN(void*, char* to) { memcpy(to, image.data(), image.size()); return 0; }
                }
                """;
        String words = Arrays.stream(known).map(word -> '"' + word + '"').collect(Collectors.joining(", "));
        return compile("libnvrtc.so." + major, source.formatted(words, major));
    }

    /** Makes an NCCL whose functions print their arguments. */
    FakeCuda nccl() throws Exception {
        return compile("libnccl.so.2", """
                #include <cstdio>
                #include <cstring>
                #define SAY(...) (printf(__VA_ARGS__), fflush(stdout), 0)
                struct Id { char bytes[128]; };
                typedef const void* P;
                extern "C" {
                int ncclGetVersion(int* version) { *version = 22803; return 0; }
                const char* ncclGetErrorString(int status) { return status == 6 ? "error 6" : "another"; }
                int ncclGetUniqueId(Id* id) { memset(id, 7, sizeof *id); return 0; }
                int ncclCommInitRank(void** group, int size, Id id, int rank) {
                    *group = (void*) 0x6000;
                    return SAY("join %d of %d, id %d\\n", rank, size, id.bytes[127]);
                }
                int ncclAllReduce(P from, P to, size_t n, int type, int by, P group, P stream) {
                    return SAY("allReduce %p %p %zu %d %d %p %p\\n", from, to, n, type, by, group, stream);
                }
                int ncclBroadcast(P from, P to, size_t n, int type, int root, P group, P stream) {
                    return SAY("broadcast %p %p %zu %d %d %p %p\\n", from, to, n, type, root, group, stream);
                }
                int ncclAllGather(P from, P to, size_t n, int type, P group, P stream) {
                    return SAY("allGather %p %p %zu %d %p %p\\n", from, to, n, type, group, stream);
                }
                int ncclReduceScatter(P from, P to, size_t n, int type, int by, P group, P stream) {
                    return SAY("reduceScatter %p %p %zu %d %d %p %p\\n", from, to, n, type, by, group, stream);
                }
                int ncclSend(P from, size_t n, int type, int to, P group, P stream) {
                    return SAY("send %p %zu %d %d %p %p\\n", from, n, type, to, group, stream);
                }
                int ncclRecv(P to, size_t n, int type, int from, P group, P stream) {
                    return SAY("receive %p %zu %d %d %p %p\\n", to, n, type, from, group, stream);
                }
                int ncclGroupStart() { return SAY("begin\\n"); }
                int ncclGroupEnd() { return SAY("end\\n"); }
                int ncclCommGetAsyncError(P group, int* status) { *status = 6; return SAY("asyncError %p\\n", group); }
                int ncclCommAbort(P group) { return SAY("abort %p\\n", group); }
                int ncclCommDestroy(P group) { return SAY("destroy %p\\n", group); }
                }
                """);
    }

    /** Makes a file that is no library, so that none of that name is found elsewhere either. */
    FakeCuda broken(String name) throws IOException {
        Files.writeString(folder.resolve(name), "");
        return this;
    }

    private static String stubs(Set<String> names) {
        return names.stream().map(name -> "int " + name + "() { return 0; }").collect(Collectors.joining("\n"));
    }

    /** The libraries of a toolkit give their symbols their own names as versions, and the bindings ask for these. */
    private FakeCuda compile(String name, String source) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".cpp"), source);
        Path versions = Files.writeString(folder.resolve(name + ".map"), name + " { global: *; };");
        List<String> command = new ArrayList<>(List.of(
                "g++", "-shared", "-fPIC", "-O0", "-w", "-Wl,-soname," + name, "-o", folder + "/" + name, "" + file));
        if (!name.startsWith("libcuda.so")) {
            command.add("-Wl,--version-script," + versions);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return this;
    }

    /** Puts links to the libraries of another folder beside these. */
    FakeCuda linked(Path libraries) throws IOException {
        try (Stream<Path> files = Files.list(libraries)) {
            for (Path file : files.toList()) {
                Files.createSymbolicLink(folder.resolve(file.getFileName()), file);
            }
        }
        return this;
    }

    /** Runs the main method of a class in a JVM that finds these libraries first, and returns what it printed. */
    String run(String classPath, Class<?> main, String... arguments) throws Exception {
        OwnJvm jvm = new OwnJvm(main).withClassPath(classPath).withVariable("LD_LIBRARY_PATH", folder.toString());
        Path nccl = folder.resolve("libnccl.so.2");
        if (Files.exists(nccl)) {
            // Otherwise that of the system is found first.
            jvm.withProperty("sporos.nccl.library", nccl.toString());
        }
        OwnJvm.End end = jvm.run(arguments);
        assertThat(end.status()).as(end.output()).isZero();
        return end.output().strip();
    }
}
