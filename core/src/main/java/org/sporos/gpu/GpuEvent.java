package org.sporos.gpu;

import org.sporos.space.Event;

/** The native event that stands for an event on one device. It lives as long as the device is open. */
record GpuEvent(long handle) {

    static GpuEvent of(Event event, GpuDriver driver) {
        return event.state(driver, GpuEvent.class, () -> new GpuEvent(driver.createEvent()));
    }
}
