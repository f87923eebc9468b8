package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page on debugging: a debugger runs its program, with a breakpoint in the lambda of the kernel. */
final class DebuggingTest {
    private static final String LINE = "u.set(i, x * x);";

    @Test
    void a_breakpoint_in_a_lambda_is_hit_for_each_index_in_the_debug_mode() throws Exception {
        assertThat(stops("-Dsporos.space=host -Dsporos.debug=true"))
                .containsExactlyInAnyOrder("x = 0.0", "x = 0.5", "x = 1.0", "x = 1.5");
    }

    @Test
    void without_it_plain_host_runs_code_of_its_own() throws Exception {
        assertThat(stops("-Dsporos.space=host")).isEmpty();
    }

    @Test
    void the_session_on_the_page_stops_at_the_line_of_the_program() throws IOException {
        String page = Files.readString(DocFile.ROOT.resolve("docs/guide/debugging-a-kernel.md"));
        assertThat(page).contains("> stop at " + Ramp.class.getName() + ":" + lineNumber() + "\n");
    }

    /** Returns what the variable of the lambda was at each stop. */
    private static List<String> stops(String options) throws Exception {
        LaunchingConnector launch = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = launch.defaultArguments();
        arguments.get("main").setValue(Ramp.class.getName());
        arguments.get("options").setValue(options + " -cp \"" + System.getProperty("java.class.path") + "\"");
        VirtualMachine machine = launch.launch(arguments);
        try {
            ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
            prepared.addClassFilter(Ramp.class.getName());
            prepared.enable();
            List<String> stops = stops(machine);
            assertThat(text(machine.process().getInputStream())).isEqualTo("[0.0, 0.25, 1.0, 2.25]");
            return stops;
        } finally {
            machine.process().destroy();
        }
    }

    private static List<String> stops(VirtualMachine machine) throws Exception {
        List<String> stops = new ArrayList<>();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent loaded) {
                    Location line = line(loaded.referenceType());
                    machine.eventRequestManager().createBreakpointRequest(line).enable();
                } else if (event instanceof BreakpointEvent stop) {
                    stops.add(variable(stop));
                } else if (event instanceof VMDisconnectEvent) {
                    return stops;
                }
            }
            events.resume();
        }
    }

    private static Location line(ReferenceType program) throws AbsentInformationException, IOException {
        return program.locationsOfLine(lineNumber()).get(0);
    }

    private static int lineNumber() throws IOException {
        List<String> lines = Files.readAllLines(DocFile.ROOT.resolve("docs/src/test/java/org/sporos/docs/Ramp.java"));
        return lines.stream().map(String::strip).toList().indexOf(LINE) + 1;
    }

    private static String variable(BreakpointEvent stop)
            throws IncompatibleThreadStateException, AbsentInformationException {
        StackFrame lambda = stop.thread().frame(0);
        return "x = " + lambda.getValue(lambda.visibleVariableByName("x"));
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
