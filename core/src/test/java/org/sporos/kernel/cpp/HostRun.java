package org.sporos.kernel.cpp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sporos.internal.space.Allocation;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * Runs the launches of a host program in a process of its own: g++ makes an executable of the program and of a main
 * function which reads the memory of all views from a file and writes it back.
 */
final class HostRun {
    /** The dialect of the host with faults that are recorded, as on GPUs, so that all indexes are run. */
    static final CppDialect DIALECT = recording(CppDialect.HOST);

    /** The bytes of the initial sums of a scan, all 0. */
    private static final int SCRATCH = HostUnits.LEVELS * Long.BYTES;

    /** The option for the vectors of this processor, or of the one that a host space compiles for. */
    static final String MARCH = "-march=" + System.getProperty("sporos.host.compiler.march", "native");

    private final CppProgram program;
    private final Path folder;
    private final List<Memory> memories = new ArrayList<>();
    private final Map<Object, Memory> known = new IdentityHashMap<>();

    private static CppDialect recording(CppDialect host) {
        List<String> prelude = new ArrayList<>(host.prelude());
        prelude.replaceAll(file -> file.equals("host-fault.h") ? "fault.h" : file);
        return new CppDialect(
                host.name(),
                prelude,
                host.strictMath(),
                host.function(),
                host.entry(),
                host.await(),
                host.setConditional(),
                host.clock(),
                host.isGpu(),
                host.strict(),
                host.contracted(),
                host.fast());
    }

    private HostRun(CppProgram program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** The outcome of a launch. */
    record Outcome(Optional<CppFault> fault, int answer, int passes) {}

    /** A block of bytes of the process. */
    private record Memory(int number, ByteBuffer bytes) {}

    /** Runs all launches in order, copies their results to the views, and returns the outcome of each. */
    static List<Outcome> run(CppProgram program, Path folder, String... flags) throws IOException {
        return new HostRun(program, folder).run(List.of(flags));
    }

    private List<Outcome> run(List<String> flags) throws IOException {
        Path source = Files.writeString(folder.resolve("program.cpp"), program.source() + main());
        Path executable = folder.resolve("program");
        List<String> command =
                new ArrayList<>(List.of("g++", "-std=c++17", "-O2", "-fno-strict-aliasing", "-w", "-pthread"));
        command.addAll(program.flags());
        command.addAll(flags);
        command.addAll(List.of("-o", executable.toString(), source.toString()));
        Tools.run(command, folder);
        List<List<Integer>> records = new ArrayList<>();
        Path input = folder.resolve("in");
        Path output = folder.resolve("out");
        Files.write(input, input(records));
        Tools.run(List.of(executable.toString(), input.toString(), output.toString()), folder);
        readBack(Files.readAllBytes(output));
        List<Outcome> outcomes = new ArrayList<>();
        for (List<Integer> record : records) {
            ByteBuffer errors = memories.get(record.get(0)).bytes;
            outcomes.add(new Outcome(
                    CppFault.isPresent(errors) ? Optional.of(CppFault.read(errors)) : Optional.empty(),
                    memories.get(record.get(1)).bytes.getInt(0),
                    memories.get(record.get(2)).bytes.getInt(0)));
        }
        return outcomes;
    }

    private String main() {
        StringBuilder out = new StringBuilder("\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n");
        out.append("static void (*const entries[])(void**) = {");
        program.entries().forEach(entry -> out.append(entry).append(", "));
        out.append("nullptr};\n");
        return out.append("""
                        static int number(FILE* in) {
                            int n;
                            if (fread(&n, 4, 1, in) != 1) exit(3);
                            return n;
                        }
                        int main(int, char** names) {
                            FILE* in = fopen(names[1], "rb");
                            FILE* out = fopen(names[2], "wb");
                            const int count = number(in);
                            std::vector<std::vector<long long>> memory(count);
                            std::vector<int> bytes(count);
                            for (int k = 0; k < count; k++) {
                                bytes[k] = number(in);
                                memory[k].resize(bytes[k] / 8 + 1);
                                if (bytes[k] > 0 && fread(memory[k].data(), bytes[k], 1, in) != 1) exit(4);
                            }
                            const int launches = number(in);
                            for (int l = 0; l < launches; l++) {
                                const int entry = number(in);
                                const int size = number(in);
                                std::vector<long long> values(size);
                                std::vector<void*> arguments(size + 1);
                                for (int a = 0; a < size; a++) {
                                    const int block = number(in);
                                    if (fread(&values[a], 8, 1, in) != 1) exit(5);
                                    if (block >= 0) values[a] += (long long) memory[block].data();
                                    arguments[a] = &values[a];
                                }
                                entries[entry](arguments.data());
                            }
                            for (int k = 0; k < count; k++) {
                                if (bytes[k] > 0) fwrite(memory[k].data(), bytes[k], 1, out);
                            }
                            return fclose(out);
                        }
                        """).toString();
    }

    private byte[] input(List<List<Integer>> records) {
        List<String> entries = program.entries();
        ByteBuffer launches = buffer(1 << 22);
        int count = 0;
        for (CppLaunch launch : program.launches()) {
            List<Memory> own = List.of(memory(CppFault.BYTES), memory(4), memory(4));
            records.add(own.stream().map(Memory::number).toList());
            launches.putInt(entries.indexOf(launch.entry()))
                    .putInt(launch.arguments().size());
            for (CppArgument argument : launch.arguments()) {
                argument(argument, own, count, launches);
            }
            count++;
        }
        int size = 8 + launches.position();
        for (Memory memory : memories) {
            size += 4 + memory.bytes.capacity();
        }
        ByteBuffer all = buffer(size).putInt(memories.size());
        memories.forEach(memory ->
                all.putInt(memory.bytes.capacity()).put(memory.bytes.duplicate().clear()));
        all.putInt(count).put(launches.flip());
        return all.array();
    }

    private void argument(CppArgument argument, List<Memory> own, int node, ByteBuffer out) {
        if (argument instanceof CppArgument.Constant constant) {
            out.putInt(-1).putLong(constant.bits());
        } else if (argument instanceof CppArgument.ViewAddress address) {
            View view = address.view();
            Memory memory = known.computeIfAbsent(view.allocation(), a -> of(view.allocation()));
            out.putInt(memory.number)
                    .putLong(view.region().offset() * view.elementType().bytes());
        } else if (argument instanceof CppArgument.ParamAddress param) {
            Memory memory = known.computeIfAbsent(param.param(), p -> of(param.param()));
            out.putInt(memory.number).putLong(0);
        } else if (argument instanceof CppArgument.NodeNumber) {
            out.putInt(-1).putLong(node);
        } else if (argument instanceof CppArgument.ErrorsAddress) {
            out.putInt(own.get(0).number).putLong(0);
        } else if (argument instanceof CppArgument.AnswerAddress) {
            out.putInt(own.get(1).number).putLong(0);
        } else if (argument instanceof CppArgument.PassesAddress) {
            out.putInt(own.get(2).number).putLong(0);
        } else if (argument instanceof CppArgument.ScratchAddress) {
            out.putInt(memory(SCRATCH).number).putLong(0);
        } else if (argument instanceof CppArgument.GateAddress) {
            out.putInt(own.get(1).number).putLong(0);
        } else if (argument instanceof CppArgument.GateValue) {
            out.putInt(-1).putLong(0);
        } else {
            throw new AssertionError("no argument of the host: " + argument);
        }
    }

    private Memory of(Allocation allocation) {
        Memory memory = memory((int) allocation.bytes());
        for (int k = 0; k < allocation.size(); k++) {
            long bits = allocation.bits(k);
            switch (allocation.type().bytes()) {
                case 1 -> memory.bytes.put(k, (byte) bits);
                case 2 -> memory.bytes.putShort(2 * k, (short) bits);
                case 4 -> memory.bytes.putInt(4 * k, (int) bits);
                default -> memory.bytes.putLong(8 * k, bits);
            }
        }
        return memory;
    }

    private Memory of(Param param) {
        Memory memory = memory(8);
        if (param instanceof DoubleParam p) {
            memory.bytes.putDouble(0, p.get());
        } else if (param instanceof FloatParam p) {
            memory.bytes.putFloat(0, p.get());
        } else if (param instanceof IntParam p) {
            memory.bytes.putInt(0, p.get());
        } else if (param instanceof LongParam p) {
            memory.bytes.putLong(0, p.get());
        } else {
            memory.bytes.put(0, (byte) (((BooleanParam) param).get() ? 1 : 0));
        }
        return memory;
    }

    private Memory memory(int bytes) {
        Memory memory = new Memory(memories.size(), buffer(bytes));
        memories.add(memory);
        return memory;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    private void readBack(byte[] output) {
        int at = 0;
        for (Memory memory : memories) {
            System.arraycopy(output, at, memory.bytes.array(), 0, memory.bytes.capacity());
            at += memory.bytes.capacity();
        }
        known.forEach((thing, memory) -> {
            if (thing instanceof Allocation allocation) {
                for (int k = 0; k < allocation.size(); k++) {
                    allocation.bits(
                            k,
                            switch (allocation.type().bytes()) {
                                case 1 -> memory.bytes.get(k);
                                case 2 -> memory.bytes.getShort(2 * k);
                                case 4 -> memory.bytes.getInt(4 * k);
                                default -> memory.bytes.getLong(8 * k);
                            });
                }
            }
        });
    }
}
