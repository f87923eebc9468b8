package org.sporos.hip;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sporos.gpu.GpuException;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.kernel.cpp.CppDialect;

/**
 * Talks to AMD's own libraries, in a process of its own: they can be opened once only, and they may end the process.
 * {@code probe FILE} prints what the probe says with the file for a device node; {@code missing} the functions that the
 * libraries lack; {@code compile SOURCE ARCHITECTURE OPTION...} the size of the code object; {@code arithmetic SOURCE
 * ARCHITECTURE NAME...} a hash of the code object for each arithmetic, of compilations one after the other.
 */
final class RealHip {
    private RealHip() {}

    public static void main(String[] words) throws Exception {
        List<String> arguments = List.of(words);
        String what = arguments.get(0);
        if (what.equals("probe")) {
            long begin = System.nanoTime();
            say(new HipBackendProvider(Path.of(arguments.get(1)), false).probe().toString());
            say("after " + (System.nanoTime() - begin) / 1_000_000 + " ms, again after " + again(arguments) + " ms");
            return;
        }
        String reason = HipLibraries.open();
        if (!reason.isEmpty()) {
            say("no libraries: " + reason);
        } else if (what.equals("missing")) {
            say("missing: " + HipGlue.missing());
        } else if (what.equals("arithmetic")) {
            arithmetic(arguments);
        } else {
            compile(arguments);
        }
    }

    private static void arithmetic(List<String> arguments) throws Exception {
        String source = Files.readString(Path.of(arguments.get(1)));
        for (String name : arguments.subList(3, arguments.size())) {
            List<String> flags = CppDialect.HIP.flags(Arithmetic.valueOf(name));
            byte[] code = HipRtcCompiler.compile(source, "program.hip", arguments.get(2), HipDevices.version(), flags);
            say(name + " " + Arrays.hashCode(code));
        }
    }

    private static long again(List<String> arguments) {
        long begin = System.nanoTime();
        new HipBackendProvider(Path.of(arguments.get(1)), false).probe();
        return (System.nanoTime() - begin) / 1_000_000;
    }

    private static void compile(List<String> arguments) throws Exception {
        String source = Files.readString(Path.of(arguments.get(1)));
        List<String> options = arguments.subList(3, arguments.size());
        try {
            byte[] code =
                    HipRtcCompiler.compile(source, "program.hip", arguments.get(2), HipDevices.version(), options);
            say("code: " + code.length + " " + new String(code, 1, 3, StandardCharsets.US_ASCII));
        } catch (GpuException e) {
            say(String.valueOf(e.getMessage()));
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
