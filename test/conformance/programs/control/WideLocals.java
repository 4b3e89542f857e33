// More than 256 local slots, so that loads, stores and iinc take their wide forms.
package control;

import static java.lang.System.out;

class WideLocals {
    static String run(int seed) {
        long p0 = seed + 0, p1 = seed + 1, p2 = seed + 2, p3 = seed + 3, p4 = seed + 4, p5 = seed + 5, p6 = seed + 6, p7 = seed + 7, p8 = seed + 8, p9 = seed + 9;
        long p10 = seed + 10, p11 = seed + 11, p12 = seed + 12, p13 = seed + 13, p14 = seed + 14, p15 = seed + 15, p16 = seed + 16, p17 = seed + 17, p18 = seed + 18, p19 = seed + 19;
        long p20 = seed + 20, p21 = seed + 21, p22 = seed + 22, p23 = seed + 23, p24 = seed + 24, p25 = seed + 25, p26 = seed + 26, p27 = seed + 27, p28 = seed + 28, p29 = seed + 29;
        long p30 = seed + 30, p31 = seed + 31, p32 = seed + 32, p33 = seed + 33, p34 = seed + 34, p35 = seed + 35, p36 = seed + 36, p37 = seed + 37, p38 = seed + 38, p39 = seed + 39;
        long p40 = seed + 40, p41 = seed + 41, p42 = seed + 42, p43 = seed + 43, p44 = seed + 44, p45 = seed + 45, p46 = seed + 46, p47 = seed + 47, p48 = seed + 48, p49 = seed + 49;
        long p50 = seed + 50, p51 = seed + 51, p52 = seed + 52, p53 = seed + 53, p54 = seed + 54, p55 = seed + 55, p56 = seed + 56, p57 = seed + 57, p58 = seed + 58, p59 = seed + 59;
        long p60 = seed + 60, p61 = seed + 61, p62 = seed + 62, p63 = seed + 63, p64 = seed + 64, p65 = seed + 65, p66 = seed + 66, p67 = seed + 67, p68 = seed + 68, p69 = seed + 69;
        long p70 = seed + 70, p71 = seed + 71, p72 = seed + 72, p73 = seed + 73, p74 = seed + 74, p75 = seed + 75, p76 = seed + 76, p77 = seed + 77, p78 = seed + 78, p79 = seed + 79;
        long p80 = seed + 80, p81 = seed + 81, p82 = seed + 82, p83 = seed + 83, p84 = seed + 84, p85 = seed + 85, p86 = seed + 86, p87 = seed + 87, p88 = seed + 88, p89 = seed + 89;
        long p90 = seed + 90, p91 = seed + 91, p92 = seed + 92, p93 = seed + 93, p94 = seed + 94, p95 = seed + 95, p96 = seed + 96, p97 = seed + 97, p98 = seed + 98, p99 = seed + 99;
        long p100 = seed + 100, p101 = seed + 101, p102 = seed + 102, p103 = seed + 103, p104 = seed + 104, p105 = seed + 105, p106 = seed + 106, p107 = seed + 107, p108 = seed + 108, p109 = seed + 109;
        long p110 = seed + 110, p111 = seed + 111, p112 = seed + 112, p113 = seed + 113, p114 = seed + 114, p115 = seed + 115, p116 = seed + 116, p117 = seed + 117, p118 = seed + 118, p119 = seed + 119;
        long p120 = seed + 120, p121 = seed + 121, p122 = seed + 122, p123 = seed + 123, p124 = seed + 124, p125 = seed + 125, p126 = seed + 126, p127 = seed + 127, p128 = seed + 128, p129 = seed + 129;
        int i = seed;
        float f = seed / 3f;
        double d = seed / 7.0;
        long l = seed * 1000000007L;
        String s = "s" + seed;
        int[] a = {1, 2, 3};
        i++;
        i += 1000;
        i -= 32768;
        i += 32767;
        i += 40000;
        f *= 2;
        d -= 1;
        l ^= l >>> 3;
        s = s + a[1];
        a[2] += i;
        for (int k = 0; k < 300; k += 127) i += k;
        Object o = a;
        long sum = 0;
        sum = sum * 31 + p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8 + p9;
        sum = sum * 31 + p10 + p11 + p12 + p13 + p14 + p15 + p16 + p17 + p18 + p19;
        sum = sum * 31 + p20 + p21 + p22 + p23 + p24 + p25 + p26 + p27 + p28 + p29;
        sum = sum * 31 + p30 + p31 + p32 + p33 + p34 + p35 + p36 + p37 + p38 + p39;
        sum = sum * 31 + p40 + p41 + p42 + p43 + p44 + p45 + p46 + p47 + p48 + p49;
        sum = sum * 31 + p50 + p51 + p52 + p53 + p54 + p55 + p56 + p57 + p58 + p59;
        sum = sum * 31 + p60 + p61 + p62 + p63 + p64 + p65 + p66 + p67 + p68 + p69;
        sum = sum * 31 + p70 + p71 + p72 + p73 + p74 + p75 + p76 + p77 + p78 + p79;
        sum = sum * 31 + p80 + p81 + p82 + p83 + p84 + p85 + p86 + p87 + p88 + p89;
        sum = sum * 31 + p90 + p91 + p92 + p93 + p94 + p95 + p96 + p97 + p98 + p99;
        sum = sum * 31 + p100 + p101 + p102 + p103 + p104 + p105 + p106 + p107 + p108 + p109;
        sum = sum * 31 + p110 + p111 + p112 + p113 + p114 + p115 + p116 + p117 + p118 + p119;
        sum = sum * 31 + p120 + p121 + p122 + p123 + p124 + p125 + p126 + p127 + p128 + p129;
        return i + " " + f + " " + d + " " + l + " " + s + " " + a[2] + " " + sum + " " + (o == a);
    }

    static int small(int i) {
        i += 127;
        i += 128;
        i -= 128;
        i -= 129;
        i += -32768;
        i += 32767;
        i -= 32769;
        return i;
    }

    public static void main(String[] args) {
        for (int seed : new int[] {0, 1, -5, 123456, Integer.MAX_VALUE}) out.println(run(seed) + " " + small(seed));
    }
}
