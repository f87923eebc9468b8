package org.sporos.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.View;

final class CallCacheTest {
    private final List<String> closed = new ArrayList<>();
    private final CallCache cache = new CallCache();

    private CachedCall call(String name, View... views) {
        ExecutableGraph executable = (ExecutableGraph) Proxy.newProxyInstance(
                ExecutableGraph.class.getClassLoader(),
                new Class<?>[] {ExecutableGraph.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("close");
                    closed.add(name);
                    return null;
                });
        return new CachedCall(executable, List.of(views), List.of());
    }

    private CachedCall keep(String name, View... views) {
        CachedCall call = cache.keep(name, call(name, views));
        cache.release(call);
        return call;
    }

    @Test
    void the_least_recently_used_call_is_dropped() {
        for (int k = 0; k < CallCache.MOST; k++) {
            keep("call " + k);
        }
        cache.release(Objects.requireNonNull(cache.take("call 0")));
        keep("one more");
        assertThat(closed).containsExactly("call 1");
        assertThat(cache.size()).isEqualTo(CallCache.MOST);
        assertThat(cache.take("call 1")).isNull();
    }

    @Test
    void a_call_in_use_is_closed_by_its_last_user() {
        CachedCall first = cache.keep("a", call("a"));
        CachedCall second = Objects.requireNonNull(cache.take("a"));
        assertThat(second).isSameAs(first);
        cache.close();
        assertThat(closed).isEmpty();
        cache.release(first);
        assertThat(closed).isEmpty();
        cache.release(second);
        assertThat(closed).containsExactly("a");
    }

    @Test
    void of_two_threads_that_make_the_same_call_the_first_is_kept() {
        CachedCall first = keep("a");
        CachedCall kept = cache.keep("a", call("second"));
        assertThat(kept).isSameAs(first);
        assertThat(closed).containsExactly("second");
    }

    @Test
    void a_closed_cache_keeps_nothing() {
        keep("a");
        cache.close();
        cache.close();
        keep("b");
        assertThat(closed).containsExactly("a", "b");
        assertThat(cache.size()).isZero();
    }

    /** Views of executables: what is closed while something else keeps its memory. */
    @Test
    void calls_of_closed_views_are_dropped_by_the_next_call_or_trim() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView y = DoubleView.of("y", MemorySpace.host(), 8);
        x.allocation().retain();
        y.allocation().retain();
        keep("of x", x);
        keep("of y", y);
        keep("of none");
        x.close();
        assertThat(closed).isEmpty();
        assertThat(cache.take("other")).isNull();
        // No close of a view would ever drop one that shows none.
        assertThat(closed).containsExactly("of x", "of none");
        y.close();
        cache.trim();
        cache.trim();
        assertThat(closed).containsExactly("of x", "of none", "of y");
        x.allocation().release();
        y.allocation().release();
    }

    @Test
    void the_arrays_of_calls_are_kept_as_long() {
        CallArrays arrays = new CallArrays(true, List.<Object[]>of(new Object[1]));
        cache.keep("a", arrays);
        assertThat(cache.arraysOf("a")).isSameAs(arrays);
        for (int k = 0; k < CallCache.MOST; k++) {
            cache.keep("call " + k, CallArrays.NONE);
        }
        assertThat(cache.arraysOf("a")).isNull();
        assertThat(arrays.isEmpty()).isFalse();
        assertThat(CallArrays.NONE.isEmpty()).isTrue();
    }
}
