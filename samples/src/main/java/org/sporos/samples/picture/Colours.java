package org.sporos.samples.picture;

/** Colours {@code 0xRRGGBB} for numbers between 0 and 1: scales from dark to light, perceptually even. */
public final class Colours {
    /** From night blue over plum and coral to pale yellow. */
    private static final int[] EMBER = {0x0b0d21, 0x2b1b5f, 0x7a2b7f, 0xd0455f, 0xf48c3f, 0xfdf2b5};

    /** From deep purple over blue and green to yellow. */
    private static final int[] MEADOW = {0x3b0f55, 0x404f8c, 0x2a788e, 0x29a583, 0x83d04b, 0xf8e62a};

    /** From blue over white to red. */
    private static final int[] TIDE = {0x1f3b73, 0x3f7fbf, 0xa6cbe3, 0xf7f7f7, 0xf4b394, 0xcf5246, 0x7f1530};

    private Colours() {}

    /** Returns a colour of a warm scale; numbers outside of [0, 1] and NaN are clamped to the nearest end. */
    public static int ember(double value) {
        return scale(EMBER, value);
    }

    /** Returns a colour of a cool scale; numbers outside of [0, 1] and NaN are clamped to the nearest end. */
    public static int meadow(double value) {
        return scale(MEADOW, value);
    }

    /** Returns a colour of a diverging scale: blue below 0.5, red above; clamped as in the other scales. */
    public static int tide(double value) {
        return scale(TIDE, value);
    }

    /** Returns the mixture of two colours: the first for 0, the second for 1. */
    private static int mix(int first, int second, double share) {
        int mixture = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = first >> shift & 0xff;
            int b = second >> shift & 0xff;
            mixture |= (int) Math.round(a + (b - a) * share) << shift;
        }
        return mixture;
    }

    private static int scale(int[] anchors, double value) {
        double position = value > 0 ? Math.min(value, 1) * (anchors.length - 1) : 0;
        int anchor = Math.min((int) position, anchors.length - 2);
        return mix(anchors[anchor], anchors[anchor + 1], position - anchor);
    }
}
