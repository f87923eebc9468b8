package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class PerThreadTest {

    @Test
    void each_thread_has_its_own_and_keeps_it() throws InterruptedException {
        PerThread<Object> objects = new PerThread<>(Object::new);
        WeakReference<Object> own = new WeakReference<>(objects.get());
        Object[] other = new Object[1];
        Thread thread = new Thread(() -> other[0] = objects.get());
        thread.start();
        thread.join();
        System.gc();
        assertThat(objects.get()).isSameAs(own.get()).isNotSameAs(other[0]);
    }

    /** As a thread of an application server that outlives the library. */
    @Test
    void a_thread_keeps_nothing_of_what_is_gone() throws InterruptedException {
        WeakReference<Object> value = new WeakReference<>(new PerThread<>(Object::new).get());
        for (int wait = 0; wait < 6000 && value.get() != null; wait++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(value.get()).isNull();
    }
}
