package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Work that the library does not describe itself, given once for each kind of space that shall run it: native calls
 * recorded from a stream on GPUs, plain Java on host. Immutable.
 *
 * <pre>{@code
 * Capture scaled = Capture.host(() -> x.set(0, 2 * x.get(0)))
 *         .accessing(Access.updates(x));
 * root.thenCapture("library call", scaled);
 * }</pre>
 */
@CheckReturnValue
public final class Capture {
    private final @Nullable CaptureBody cuda;
    private final @Nullable CaptureBody hip;
    private final @Nullable Runnable host;
    private final List<Access> accesses;
    private final List<Object> kept;

    private Capture(
            @Nullable CaptureBody cuda,
            @Nullable CaptureBody hip,
            @Nullable Runnable host,
            List<Access> accesses,
            List<Object> kept) {
        this.cuda = cuda;
        this.hip = hip;
        this.host = host;
        this.accesses = List.copyOf(accesses);
        this.kept = List.copyOf(kept);
    }

    /** Returns a capture with calls for CUDA. */
    public static Capture cuda(CaptureBody body) {
        return new Capture(Objects.requireNonNull(body), null, null, List.of(), List.of());
    }

    /** Returns a capture with calls for HIP. */
    public static Capture hip(CaptureBody body) {
        return new Capture(null, Objects.requireNonNull(body), null, List.of(), List.of());
    }

    /** Returns a capture with Java code for host. */
    public static Capture host(Runnable body) {
        return new Capture(null, null, Objects.requireNonNull(body), List.of(), List.of());
    }

    /** Returns the same with calls for CUDA. */
    public Capture andCuda(CaptureBody body) {
        return new Capture(Objects.requireNonNull(body), hip, host, accesses, kept);
    }

    /** Returns the same with calls for HIP. */
    public Capture andHip(CaptureBody body) {
        return new Capture(cuda, Objects.requireNonNull(body), host, accesses, kept);
    }

    /** Returns the same with Java code for host. */
    public Capture andHost(Runnable body) {
        return new Capture(cuda, hip, Objects.requireNonNull(body), accesses, kept);
    }

    /** Returns the same with what the work does with views; without any, the race check knows nothing of it. */
    public Capture accessing(Access... more) {
        List<Access> all = new ArrayList<>(accesses);
        all.addAll(List.of(more));
        return new Capture(cuda, hip, host, all, kept);
    }

    /** Returns the same with objects, such as library handles, that stay reachable while an executable lives. */
    public Capture keeping(Object... more) {
        List<Object> all = new ArrayList<>(kept);
        all.addAll(List.of(more));
        return new Capture(cuda, hip, host, accesses, all);
    }

    /** Returns the calls for a kind of GPU space, {@code cuda} or {@code hip}, or null. */
    public @Nullable CaptureBody body(String kind) {
        return switch (kind) {
            case "cuda" -> cuda;
            case "hip" -> hip;
            default -> null;
        };
    }

    /** Returns the Java code for host, or null. */
    public @Nullable Runnable hostBody() {
        return host;
    }

    /** Returns whether a kind of space, such as {@code cuda}, can run it. */
    public boolean supports(String kind) {
        return kind.equals("host") ? host != null : body(kind) != null;
    }

    /** Returns what it does with views. */
    public List<Access> accesses() {
        return accesses;
    }

    /** Returns the objects that it keeps reachable. */
    public List<Object> kept() {
        return kept;
    }
}
