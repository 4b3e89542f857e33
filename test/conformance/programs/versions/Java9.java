// Class files of Java 9 to 11: indy concatenation, private interface methods, nest mates, var.
// @release 11
package versions;

import java.util.List;

class Java9 {
    private int x = 1;
    interface P { private int one() { return 1; } default int two() { return one() + 1; } }
    static class N { private int y = 2; private int sum(Java9 j) { return y + j.x; } }

    public static void main(String[] args) {
        var n = new N();
        var l = List.of(1, 2, 3);
        System.out.println(n.sum(new Java9()) + " " + n.y + new P() { }.two() + l + " ".isBlank() + "ab".repeat(2) + " x ".strip() + "a\nb".lines().count());
        for (var i : l) System.out.print(i + ",");
        System.out.println(l.stream().map((var v) -> v * 2).reduce(0, Integer::sum));
    }
}
