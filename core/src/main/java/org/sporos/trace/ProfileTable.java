package org.sporos.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Profile;
import org.sporos.graph.Profile.NodeShare;
import org.sporos.graph.Profile.ProfiledLaunch;
import org.sporos.graph.Profile.Times;
import org.sporos.internal.error.Labels;

/** A profile as a table. */
final class ProfileTable {
    /** The launches that have a line of their own. */
    private static final int MOST_LINES = 40;

    private static final int NAME = 36;

    private final StringBuilder out = new StringBuilder();

    private ProfileTable() {}

    /** @param ceilings the rates of built-in loops on the space, or null if they were not measured */
    static String of(Profile profile, String space, Profile.@Nullable Ceilings ceilings) {
        ProfileTable table = new ProfileTable();
        table.head(profile, space);
        if (ceilings != null) {
            table.line(
                    "built-in loops on this space: triad %s GB/s, fma %s Gflop/s",
                    rate(ceilings.gigabytesPerSecond(), true), rate(ceilings.gigaflopsPerSecond(), true));
        }
        table.launches(profile.launches());
        return table.out.toString();
    }

    private void head(Profile profile, String space) {
        Times plain = profile.plainTurnarounds();
        Times recorded = profile.recordedTurnarounds();
        line("profile of graph %s on %s", Labels.quoted(profile.graph().label()), space);
        times("a run, recorded", profile.recordedRuns());
        times("submit to end, recorded", recorded);
        if (plain.count() > 0) {
            times("submit to end, plain", plain);
        }
        times("submit() itself", profile.submits());
        line(
                "launches %s, gaps %s of the time of %d %s; clock of %s",
                TimeText.percent(1 - profile.gapShare()),
                TimeText.percent(profile.gapShare()),
                profile.rows(),
                profile.rows() == 1 ? "row" : "rows",
                TimeText.of(profile.clockNanos()));
        if (profile.lostPieces() > 0) {
            line("%d pieces are not recorded: there was no room for them", profile.lostPieces());
        }
    }

    private void times(String what, Times times) {
        line(
                "%-24s %6d runs   median %9s   p90 %9s",
                what, times.count(), TimeText.of(times.median()), TimeText.of(times.p90()));
    }

    private void launches(List<ProfiledLaunch> launches) {
        List<ProfiledLaunch> sorted = new ArrayList<>(launches);
        sorted.sort(Comparator.comparingDouble(ProfiledLaunch::share).reversed());
        line("\n%7s %8s %9s %9s %8s %8s  %s", "share", "per run", "median", "p90", "GB/s", "Gflop/s", "launch");
        for (ProfiledLaunch launch : sorted.subList(0, Math.min(MOST_LINES, sorted.size()))) {
            launch(launch);
        }
        if (sorted.size() > MOST_LINES) {
            List<ProfiledLaunch> rest = sorted.subList(MOST_LINES, sorted.size());
            double share = rest.stream().mapToDouble(ProfiledLaunch::share).sum();
            double perRun = rest.stream().mapToDouble(ProfiledLaunch::perRun).sum();
            line("%7s %8s %37s  %d others", TimeText.percent(share), count(perRun), "", rest.size());
        }
    }

    private void launch(ProfiledLaunch launch) {
        Times times = launch.times();
        String name = LaunchTable.name(launch.nodes());
        line(
                "%7s %8s %9s %9s %8s %8s  %-" + NAME + "s %s",
                TimeText.percent(launch.share()),
                count(launch.perRun()),
                TimeText.of(times.median()),
                TimeText.of(times.p90()),
                rate(launch.gigabytesPerSecond(), launch.work().isAllBytes()),
                rate(launch.gigaflopsPerSecond(), launch.work().isAllOperations()),
                cut(name),
                launch.nodes().get(0).where());
        for (NodeShare node : launch.shadow()) {
            String share = node.share() == 0 ? "" : TimeText.percent(node.share()) + " of it, ";
            line("%7s %8s %37s    shadow: %s%s", "", "", "", share, ShadowText.line(node));
        }
    }

    private static String cut(String name) {
        int count = name.codePointCount(0, name.length());
        return count <= NAME ? name : name.substring(0, name.offsetByCodePoints(0, NAME - 3)) + "...";
    }

    /** Returns a rate with three digits, behind a sign for "at least" if not all work is known; nothing of none. */
    private static String rate(double perSecond, boolean isAll) {
        if (perSecond == 0) {
            return "";
        }
        int digits = perSecond >= 99.95 ? 0 : perSecond >= 9.995 ? 1 : 2;
        return (isAll ? "" : ">") + String.format(Locale.ROOT, "%." + digits + "f", perSecond);
    }

    private static String count(double perRun) {
        return String.format(Locale.ROOT, perRun == Math.rint(perRun) ? "%.0f" : "%.1f", perRun);
    }

    private void line(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
