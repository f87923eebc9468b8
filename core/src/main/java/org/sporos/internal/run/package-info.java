/**
 * The state around runs of graphs: what code on this thread sees, which elements an access touches, and how eager
 * calls are ordered with runs. No part of what users see.
 */
@NullMarked
package org.sporos.internal.run;

import org.jspecify.annotations.NullMarked;
