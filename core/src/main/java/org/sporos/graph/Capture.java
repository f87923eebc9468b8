package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Required;

/**
 * Foreign work, given once per kind of space: native calls recorded from a stream on GPUs, plain Java on host.
 * Immutable.
 *
 * <pre>{@code
 * Capture scaled = Capture.host(() -> x.set(0, 2 * x.get(0)))
 *         .accessing(Access.updates(x));
 * root.thenCapture("library call", scaled);
 * }</pre>
 */
@CheckReturnValue
public final class Capture {
    private static final Settings PLAIN = new Settings(false, true, true, 0, null);

    private final @Nullable CaptureBody cuda;
    private final @Nullable CaptureBody hip;
    private final @Nullable Runnable host;
    private final List<Access> accesses;
    private final List<Object> kept;
    private final Settings settings;

    private Capture(
            @Nullable CaptureBody cuda,
            @Nullable CaptureBody hip,
            @Nullable Runnable host,
            List<Access> accesses,
            List<Object> kept,
            Settings settings) {
        this.cuda = cuda;
        this.hip = hip;
        this.host = host;
        this.accesses = List.copyOf(accesses);
        this.kept = List.copyOf(kept);
        this.settings = settings;
    }

    /**
     * The settings of the recording of native calls.
     *
     * @param warmsUp whether the body is run before it is recorded
     * @param isRetried whether it is run and recorded once more if the driver aborts the recording
     * @param workspaceBytes the device memory reserved for the body
     * @param guard follows the runs, or null
     */
    private record Settings(
            boolean isRelaxed,
            boolean warmsUp,
            boolean isRetried,
            long workspaceBytes,
            @Nullable RunGuard guard) {}

    /** Returns a capture with calls for CUDA. */
    public static Capture cuda(CaptureBody body) {
        return new Capture(given(body), null, null, List.of(), List.of(), PLAIN);
    }

    /** Returns a capture with calls for HIP. */
    public static Capture hip(CaptureBody body) {
        return new Capture(null, given(body), null, List.of(), List.of(), PLAIN);
    }

    /** Returns a capture with Java code for host. */
    public static Capture host(Runnable body) {
        return new Capture(null, null, given(body), List.of(), List.of(), PLAIN);
    }

    private static <T> T given(T body) {
        return Required.argument(body, "the body of a capture");
    }

    /** Returns this capture with calls for CUDA. */
    public Capture andCuda(CaptureBody body) {
        return new Capture(given(body), hip, host, accesses, kept, settings);
    }

    /** Returns this capture with calls for HIP. */
    public Capture andHip(CaptureBody body) {
        return new Capture(cuda, given(body), host, accesses, kept, settings);
    }

    /** Returns this capture with Java code for host. */
    public Capture andHost(Runnable body) {
        return new Capture(cuda, hip, given(body), accesses, kept, settings);
    }

    /** Returns this capture with declared accesses to views; without any, the race check cannot order it. */
    public Capture accessing(Access... more) {
        List<Access> all = new ArrayList<>(accesses);
        all.addAll(Required.all(more, "the accesses of a capture"));
        return new Capture(cuda, hip, host, all, kept, settings);
    }

    /** Returns this capture with objects, such as library handles, that stay reachable while an executable lives. */
    public Capture keepAlive(Object... more) {
        List<Object> all = new ArrayList<>(kept);
        all.addAll(Required.all(more, "the objects that a capture keeps"));
        return new Capture(cuda, hip, host, accesses, all, settings);
    }

    /**
     * Returns this capture, recorded in the relaxed mode of GPUs: during the recording the body may make calls that
     * cannot be recorded, such as allocations. They are executed at once. By default the recording is thread-local, and
     * such a call of the body aborts it. Calls of other threads continue in both modes; the global mode, in which they
     * would abort the recording, is not offered.
     */
    public Capture relaxed() {
        return with(new Settings(true, settings.warmsUp, settings.isRetried, settings.workspaceBytes, settings.guard));
    }

    /**
     * Returns this capture for calls that involve other ranks, such as an all-reduce. The body is run once and recorded
     * once, also if the driver aborts the recording: so all ranks make equally many calls. The ranks must be
     * instantiated concurrently, by a thread or process each. For a single thread, see {@link #withoutWarmUp()}.
     */
    public Capture collective() {
        return with(new Settings(settings.isRelaxed, settings.warmsUp, false, settings.workspaceBytes, settings.guard));
    }

    /**
     * Returns this capture without a warm-up: the body is recorded once and not run before. The program must make the
     * library allocate and load its resources before. So one thread can instantiate graphs of several ranks, although
     * the run of the first would wait for the others.
     */
    public Capture withoutWarmUp() {
        return with(new Settings(settings.isRelaxed, false, false, settings.workspaceBytes, settings.guard));
    }

    /**
     * Returns this capture with device memory for the library, such as for {@code cublasSetWorkspace}, at {@link
     * CaptureStream#workspace()}. Each executable has its own for each such node, from the pool of its space, until it
     * is closed. Its content is undefined at the start of a run. On host it has no effect.
     *
     * @param bytes at least 1
     * @throws IllegalArgumentException with the code S269 if it is less
     */
    public Capture withWorkspace(long bytes) {
        if (bytes < 1) {
            throw new CodedArgumentException(
                    "S269", "a capture is given a workspace of " + bytes + " bytes; give it 1 or more, or none");
        }
        return with(new Settings(settings.isRelaxed, settings.warmsUp, settings.isRetried, bytes, settings.guard));
    }

    /** Returns this {@link #collective()} capture with a guard that monitors its runs. */
    public Capture guardedBy(RunGuard guard) {
        return with(new Settings(
                settings.isRelaxed,
                settings.warmsUp,
                false,
                settings.workspaceBytes,
                Required.argument(guard, "the guard of a capture")));
    }

    private Capture with(Settings other) {
        return new Capture(cuda, hip, host, accesses, kept, other);
    }

    /** Returns whether it is recorded in the relaxed mode. */
    public boolean isRelaxed() {
        return settings.isRelaxed;
    }

    /** Returns whether the body is run before it is recorded. */
    public boolean warmsUp() {
        return settings.warmsUp;
    }

    /** Returns whether the body is run and recorded once more if the driver aborts the recording. */
    public boolean isRetried() {
        return settings.isRetried;
    }

    /** Returns the bytes of device memory reserved for the body, 0 by default. */
    public long workspaceBytes() {
        return settings.workspaceBytes;
    }

    /** Returns the guard of its runs, or null. */
    public @Nullable RunGuard guard() {
        return settings.guard;
    }

    /** Returns the calls for a kind of GPU space, {@code cuda} or {@code hip}, or null. */
    public @Nullable CaptureBody body(String kind) {
        return switch (Required.argument(kind, "a kind of spaces")) {
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
        return Required.argument(kind, "a kind of spaces").equals("host") ? host != null : body(kind) != null;
    }

    /** Returns its declared accesses to views. */
    public List<Access> accesses() {
        return accesses;
    }

    /** Returns the objects kept reachable. */
    public List<Object> kept() {
        return kept;
    }
}
