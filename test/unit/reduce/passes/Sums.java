/** One statement of many calls, the first half of which is needed. */
final class Sums {
    static int sum() {
        return need() + need() + need() + need() + need() + need() + need() + need()
            + waste() + waste() + waste() + waste() + waste() + waste() + waste() + waste();
    }

    static int need() {
        return 1;
    }

    static int waste() {
        return 2;
    }
}
