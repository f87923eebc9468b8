package org.sporos.gpu;

import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.plan.LaunchUnit;

/**
 * The launch and the unit that a fault refers to by number.
 *
 * @param unit the unit, for a fused launch the member
 */
record LaunchSite(LaunchUnit unit, CppLaunch launch) {}
