package org.sporos.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sporos.gpu.GpuException;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.internal.error.RunRefusal;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

class CodedTest {
    private static final MemorySpace HOST = MemorySpace.host();

    @Test
    void an_exception_has_the_type_of_its_kind_and_its_code() {
        DoubleView x = DoubleView.of("x", HOST, 4);

        refused("S211", IllegalStateException.class, () -> ExecutionSpaces.open("nothing"));
        refused("S210", IllegalArgumentException.class, () -> ExecutionSpaces.open("host,,"));
        refused("S203", IllegalArgumentException.class, () -> DoubleView.of("x", HOST, -1));
        refused("S203", IndexOutOfBoundsException.class, () -> x.subview(Slice.range(0, 9)));
        refused(
                "S212",
                IllegalArgumentException.class,
                () -> IntParam.of("n", 1).within(0, 2).set(3));
        refused("G004", NullPointerException.class, () -> DoubleView.of(null, HOST, 4));
        refused("G005", IllegalArgumentException.class, () -> RangePolicy.of(0, -1));
        refused("S208", OutOfMemoryException.class, () -> {
            throw new OutOfMemoryException("no room");
        });
        refused("D401", GpuException.class, () -> {
            throw new GpuException("call", 1, "NAME", "text");
        });
    }

    @Test
    void a_graph_has_the_code_of_its_first_violation() {
        refused("G001", GraphException.class, () -> {
            throw new GraphException(
                    List.of(Diagnostic.error("G001", "is", "mend"), Diagnostic.error("G002", "is", "mend")));
        });
    }

    @Test
    void a_refusal_inside_of_a_run_says_what_without_the_code() {
        assertThat(((RunRefusal) RunRefusal.ofCall("R305", "not here")).what()).isEqualTo("not here");
        refused("R305", IllegalStateException.class, () -> {
            throw RunRefusal.ofCall("R305", "not here");
        });
    }

    private static void refused(String code, Class<? extends Throwable> type, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);

        assertThat(thrown).isInstanceOf(type).isInstanceOf(Coded.class).hasMessageStartingWith(code + ": ");
        assertThat(((Coded) thrown).code()).isEqualTo(code);
    }
}
