package org.sporos.arch.planted.leaks;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** Shows libraries to users. */
public final class LeaksGuava {
    /** Names one as what it returns. */
    public ImmutableList<String> list() {
        return hidden().asList();
    }

    /** Names one deep inside of what it takes. */
    public void nested(Map<String, List<? extends ClassReader[]>> map) {}

    /** Names one where nobody sees it. */
    private ImmutableSet<String> hidden() {
        return ImmutableSet.of();
    }
}
