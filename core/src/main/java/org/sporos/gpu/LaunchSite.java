package org.sporos.gpu;

import org.sporos.kernel.cpp.CppLaunch;
import org.sporos.plan.LaunchUnit;

/**
 * A launch as a fault names it.
 *
 * @param unit the unit that it is for
 */
record LaunchSite(LaunchUnit unit, CppLaunch launch) {}
