package org.sporos.host.schedule;

import org.sporos.space.Event;

/**
 * A node that records or awaits an event.
 *
 * @param ticket the place of its ticket among those that are drawn at each submit
 */
public record EventUse(Event event, int ticket) {}
