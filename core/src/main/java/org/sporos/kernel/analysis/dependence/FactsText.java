package org.sporos.kernel.analysis.dependence;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.ProofCount;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Mnemonics;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/** Prints facts: views with the shapes of their accesses, proofs made and missed. */
record FactsText(Kernel kernel, Binding binding, Proofs proofs, List<KernelAccess> accesses) {
    private static final int MAX_MISSED = 12;

    @Override
    public String toString() {
        return text(true);
    }

    /** Returns the text, with or without labels of views. */
    String text(boolean hasLabels) {
        StringBuilder text = new StringBuilder();
        Multimaps.asMap(views(hasLabels))
                .forEach((view, uses) -> text.append("  ")
                        .append(view)
                        .append(": ")
                        .append(String.join(", ", uses))
                        .append('\n'));
        text.append("  proofs: ").append(proofs.count()).append('\n');
        Set<String> missed = new LinkedHashSet<>();
        missed(kernel.body(), missed);
        missed.stream()
                .limit(MAX_MISSED)
                .forEach(line -> text.append("  not proven: ").append(line).append('\n'));
        if (missed.size() > MAX_MISSED) {
            text.append("  not proven: ").append(missed.size() - MAX_MISSED).append(" more\n");
        }
        return text.toString();
    }

    private SetMultimap<String, String> views(boolean hasLabels) {
        SetMultimap<String, String> uses = LinkedHashMultimap.create();
        for (KernelAccess access : accesses) {
            String label = Labels.quoted(binding.views().get(access.view()).label());
            String view = kernel.views().get(access.view()).name() + (hasLabels ? " = view " + label : "");
            String verb = switch (access.kind()) {
                case READ -> "read ";
                case WRITE -> "written ";
                case ATOMIC ->
                    "atomic "
                            + java.util.Objects.requireNonNull(access.atomic()).mnemonic() + " ";
            };
            uses.put(view, verb + access.shape().words());
        }
        return uses;
    }

    private void missed(Region region, Set<String> missed) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                String what = missed(i);
                if (!what.isEmpty()) {
                    missed.add(what + " at " + i.position());
                }
                List<Region> nested = i.regions();
                nested.forEach(inner -> missed(inner, missed));
            }
        }
    }

    private String missed(Instruction i) {
        if (!proofs.isReached(i)) {
            return "";
        }
        if (ProofCount.isAccess(i)) {
            return proofs.isInBounds(i) ? "" : Mnemonics.of(i.op()) + " is in bounds";
        } else if (i.isDivision()) {
            return proofs.isExact(i) ? "" : Mnemonics.of(i.op()) + " has no zero divisor";
        }
        boolean overflows = ProofCount.canOverflow(i) && !proofs.isExact(i);
        return overflows ? Mnemonics.of(i.op()) + " cannot overflow" : "";
    }
}
