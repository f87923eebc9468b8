package org.sporos.arch.planted.loud;

/** Prints, and takes its time. */
public final class Prints {
    private Prints() {}

    /** Returns after too many lines. */
    public static int aLongStory(int start) {
        int sum = start;
        sum += sum * 3;
        sum += sum * 4;
        sum += sum * 5;
        sum += sum * 6;
        sum += sum * 7;
        sum += sum * 8;
        sum += sum * 9;
        sum += sum * 10;
        sum += sum * 11;
        sum += sum * 12;
        sum += sum * 13;
        sum += sum * 14;
        sum += sum * 15;
        sum += sum * 16;
        sum += sum * 17;
        sum += sum * 18;
        sum += sum * 19;
        sum += sum * 20;
        sum += sum * 21;
        sum += sum * 22;
        sum += sum * 23;
        sum += sum * 24;
        sum += sum * 25;
        sum += sum * 26;
        sum += sum * 27;
        sum += sum * 28;
        sum += sum * 29;
        sum += sum * 30;
        sum += sum * 31;
        sum += sum * 32;
        sum += sum * 33;
        sum += sum * 34;
        sum += sum * 35;
        sum += sum * 36;
        sum += sum * 37;
        sum += sum * 38;
        sum += sum * 39;
        sum += sum * 40;
        sum += sum * 41;
        sum += sum * 42;
        sum += sum * 43;
        sum += sum * 44;
        sum += sum * 45;
        sum += sum * 46;
        sum += sum * 47;
        sum += sum * 48;
        sum += sum * 49;
        sum += sum * 50;
        sum += sum * 51;
        sum += sum * 52;
        sum += sum * 53;
        sum += sum * 54;
        sum += sum * 55;
        sum += sum * 56;
        sum += sum * 57;
        sum += sum * 58;
        sum += sum * 59;
        sum += sum * 60;
        sum += sum * 61;
        sum += sum * 62;
        System.out.println(sum);
        return sum;
    }
}
