package org.sporos.host.schedule;

import org.sporos.space.Event;

/**
 * A node that records or awaits an event.
 *
 * @param ticket the index of its ticket among those drawn at each submit
 */
public record EventUse(Event event, int ticket) {}
