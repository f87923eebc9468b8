package org.sporos.host.threads;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.sporos.host.threads.EventCount.Sleeper;
import org.sporos.matrix.Full;

/** No wake-up is lost: a thread that sleeps although there is work would be a deadlock, which the checker reports. */
@DisabledForJreRange(
        min = JRE.JAVA_25,
        disabledReason =
                "Lincheck 3.7 does not find a thread that sleeps for ever on Java 25, so it would prove nothing")
class EventCountConcurrencyTest {

    @Test
    void who_looks_once_more_before_it_sleeps_is_always_woken() {
        Lincheck.runConcurrentTest(Full.count(100, 10_000), () -> new Check(true).run());
    }

    @Test
    void who_does_not_look_once_more_may_sleep_for_ever() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(1000, () -> new Check(false).run()))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static final class Check {
        private final EventCount eventCount = new EventCount();
        private final boolean looksAgain;
        private volatile boolean work;

        Check(boolean looksAgain) {
            this.looksAgain = looksAgain;
        }

        void run() {
            Thread worker = new Thread(this::serve);
            worker.start();
            work = true;
            if (eventCount.anyoneSleeps()) {
                eventCount.wakeAny();
            }
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void serve() {
            Sleeper sleeper = eventCount.add(true);
            while (!work) {
                sleeper.prepareWait(null, 0);
                if (looksAgain && work) {
                    sleeper.cancelWait();
                } else {
                    sleeper.commitWait();
                }
            }
            eventCount.remove(sleeper);
        }
    }
}
